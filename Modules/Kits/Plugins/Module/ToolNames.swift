import Console
import Mediator

/// What the app calls the tools of a plug-in: each has an action and a command, whatever its name,
/// and no two have the same.
///
/// A tool whose name is already that of an action or a command keeps it. The others follow in the
/// order of their names; where two would have the same name, the later one gets a number.
package struct ToolNames: Sendable {
  /// The names of one tool.
  struct Name: Hashable, Sendable {
    /// The name of the action, such as `max_days` or `admin_tools_list`.
    let action: String
    /// The word of the command, such as `max-days`.
    let word: String
    /// The tool's own name, if it can be a word of a command line and no other tool has this word.
    let otherWord: String?
  }

  /// Tools whose commands would have the same name, in sentences for the person.
  package let warnings: [String]
  private let names: [String: Name]

  package init(of plugin: InstalledPlugin) {
    self.init(plugin.tools.map(\.name), of: plugin.manifest.name)
  }

  init(_ tools: [String], of plugin: String) {
    let actions = Self.unique(tools, \.actionName)
    let words = Self.unique(tools, \.optionName)
    let taken = Set(words.values)
    names = tools.reduce(into: [:]) { names, tool in
      let word = words[tool] ?? tool
      let other = tool.isWord && !taken.contains(tool) ? tool : nil
      names[tool] = Name(action: actions[tool] ?? tool, word: word, otherWord: other)
    }
    let owners = Dictionary(words.map { ($0.value, $0.key) }) { first, _ in first }
    warnings = words.sorted { $0.key < $1.key }.compactMap { tool, word in
      guard word != tool.optionName, let owner = owners[tool.optionName] else { return nil }
      return "the tools '\(owner.quotedFromPlugin)' and '\(tool.quotedFromPlugin)' of the plug-in "
        + "'\(plugin)' would have the same command; the second one is '\(plugin) \(word)'"
    }
  }

  /// The name of the action of a tool.
  package func action(of tool: String) -> String { self[tool].action }

  /// The names of a tool of the plug-in.
  subscript(tool: String) -> Name {
    names[tool] ?? Name(action: tool.actionName, word: tool.optionName, otherWord: nil)
  }

  private static func unique(
    _ tools: [String], _ form: (String) -> String
  ) -> [String: String] {
    let exact = tools.filter { form($0) == $0 }
    let others = tools.filter { form($0) != $0 }.sorted {
      $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars)
    }
    var taken: Set<String> = []
    return (exact + others).reduce(into: [:]) { names, tool in
      let name = form(tool).withFreeNumber { taken.contains($0) }
      taken.insert(name)
      names[tool] = name
    }
  }
}

extension String {
  /// The text, or the first of `name-2`, `name-3` and so on that is free.
  func withFreeNumber(isTaken: (String) -> Bool) -> String {
    guard isTaken(self) else { return self }
    var number = 2
    while isTaken("\(self)-\(number)") { number += 1 }
    return "\(self)-\(number)"
  }

  /// The name of a tool as that of an action: `_` stands for what an action's name cannot contain.
  fileprivate var actionName: String {
    guard !isActionName else { return self }
    let words = replacingScalars { scalar in
      scalar.isASCII && scalar.properties.isAlphabetic || scalar.isDigit || scalar == "-"
        ? nil : "_"
    }
    let name = words.split(at: "_").joined(separator: "_")
    return name.isActionName ? name : "tool" + (name.isEmpty ? "" : "-\(name)")
  }

  /// Whether a person can type the text as a word of a command.
  fileprivate var isWord: Bool {
    self == printable && unicodeScalars.first != "-"
      && !unicodeScalars.contains(where: \.properties.isWhitespace)
  }

  /// The name of a field or a tool as a word of a command line: `maxDays`, `max_days` and
  /// `max.days` become `max-days`.
  var optionName: String {
    let words = kebabCased.replacingScalars { scalar in
      scalar.properties.isAlphabetic || scalar.properties.numericType != nil ? nil : "-"
    }
    let name = words.split(at: "-").joined(separator: "-")
    return name.isEmpty ? "value" : name
  }
}

extension Unicode.Scalar {
  fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}
