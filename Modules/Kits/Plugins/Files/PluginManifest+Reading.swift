import Channel
import Console
package import Foundation
import Mediator
import Platform

/// Reading `plugin.json`, which anybody may have written.
extension PluginManifest {
  /// The name of the file in the plug-in's folder.
  package static let fileName = "plugin.json"
  /// The maximum size of the file in bytes.
  static let maximumSize = 1 << 16

  /// How many variables a plug-in can expect.
  private static let maximumVariables = 64

  private static let keys = [
    "name", "summary", "command", "calls", "follows", "remote", "lists", "settings", "widget",
    "actions", "details", "env", "version", "requires",
  ]
  /// The keys of the elements of lists.
  private static let elementKeys = [
    "lists": ["tool", "title", "detail"],
    "settings": ["name", "summary", "type", "choices", "minimum", "maximum", "default"],
    "actions": ["on", "tool", "label", "shortcut", "arguments"],
    "details": ["on", "tool", "title", "arguments"],
    "env": ["name", "summary", "secret", "optional", "default"],
  ]

  /// Reads the file in the folder of a plug-in, which has its name.
  /// - Throws: `PluginFileError.badManifest` with the first problem, `.unusable`.
  init(ofFolder folder: URL) throws(PluginFileError) {
    try self.init(inFolder: folder)
    guard name == folder.lastPathComponent else {
      throw .badManifest(
        folder.appending(path: Self.fileName).path,
        reason: "'name' is '\(name)', but the folder is '\(folder.lastPathComponent)'; "
          + "give both the same name")
    }
  }

  /// Reads the file in a folder of any name.
  /// - Throws: `PluginFileError.noFolder`; `.badManifest` with the first problem; `.unusable`.
  package init(inFolder folder: URL) throws(PluginFileError) {
    guard PluginFile(folder.path).isFolder else { throw .noFolder(folder.path) }
    let path = folder.appending(path: Self.fileName).path
    let json = try PluginFile(path).content(limit: Self.maximumSize)
    do throws(ManifestProblem) { self = try Self(validating: json) } catch {
      throw .badManifest(path, reason: error.text)
    }
  }

  private init(validating json: Data) throws(ManifestProblem) {
    let byteOrderMark = Data([0xEF, 0xBB, 0xBF])
    let json = json.starts(with: byteOrderMark) ? Data(json.dropFirst(3)) : json
    guard StreamSafeText.isSafe(json: json) else { throw .init(StreamSafeText.reason) }
    guard JSONMembers(json) != nil,
      case .object(let members)? = try? JSON.decode(JSONValue.self, from: json)
    else {
      throw .init("expected a JSON object, in which each name occurs once")
    }
    try Self.check(members.keys.sorted(), among: Self.keys, in: "a plug-in")
    for (key, keys) in Self.elementKeys.sorted(by: { $0.key < $1.key }) {
      guard case .list(let elements)? = members[key] else { continue }
      for case .object(let element) in elements {
        try Self.check(element.keys.sorted(), among: keys, in: "an element of '\(key)'")
      }
    }
    if case .object(let widget)? = members["widget"] {
      try Self.check(widget.keys.sorted(), among: ["tool", "title"], in: "'widget'")
    }
    do { self = try JSON.decode(Self.self, from: json) } catch { throw .init(error.plainText) }
    try validate()
  }

  /// Whether the manifest could be that of a file `plugin.json`.
  var isValid: Bool { (try? validate()) != nil }

  private func validate() throws(ManifestProblem) {
    guard name.isPluginName else {
      throw .init("the name '\(name.shown)' is not in kebab case; expected one such as 'bus-times'")
    }
    guard summary.isLine else {
      throw .init("expected a line of at most 200 visible characters as 'summary'")
    }
    guard let program = command.first, !program.isEmpty else {
      throw .init("expected a program as the first element of 'command', such as './weather.py'")
    }
    guard command.count <= 64, command.allSatisfy({ $0.utf8.count <= 4096 && !$0.contains("\0") })
    else {
      throw .init("expected at most 64 texts of at most 4096 bytes as 'command'")
    }
    for action in calls ?? [] where !action.isActionPath {
      throw .init("'\(action.shown)' under 'calls' is no action; expected one such as 'news/list'")
    }
    for event in (follows ?? [:]).keys.sorted() where !event.isTypeName {
      throw .init(
        "'\(event.shown)' under 'follows' is no event; expected a type such as 'BookmarksChanged'")
    }
    for (tool, key) in namedTools where !(1...MCPToolList.maximumNameLength ~= tool.utf8.count) {
      throw .init(
        "'\(tool.shown)' under '\(key)' is no tool; expected its name, of at most 128 bytes")
    }
    try checkVariables()
    try checkDeclarations()
    if let version, !VersionRange.isVersion(version) {
      throw .init("'\(version.shown)' is no version; expected one such as '1.4.2'")
    }
    if let requires, VersionRange(requires) == nil {
      throw .init(
        "'\(requires.shown)' under 'requires' is no range; expected one such as '>=0.3 <1'")
    }
  }

  private func checkVariables() throws(ManifestProblem) {
    let variables = env ?? []
    guard variables.count <= Self.maximumVariables else {
      throw .init("expected at most \(Self.maximumVariables) variables as 'env'")
    }
    if let problem = variables.lazy.compactMap(\.problem).first { throw .init(problem) }
    var names: Set<String> = []
    for variable in variables where !names.insert(variable.name).inserted {
      throw .init("'\(variable.name)' is twice under 'env'; give each variable once")
    }
  }

  /// The tools that the manifest names, with the key under which it does.
  package var namedTools: [(tool: String, key: String)] {
    (follows ?? [:]).values.sorted().map { ($0, "follows") } + (remote ?? []).map { ($0, "remote") }
      + (lists ?? []).map { ($0.tool, "lists") }
      + [widget].compactMap(\.self).map { ($0.tool, "widget") }
      + (actions ?? []).map { ($0.tool, "actions") }
      + (details ?? []).map { ($0.tool, "details") }
  }

  private static func check(
    _ given: [String], among keys: [String], in place: String
  ) throws(ManifestProblem) {
    guard let unknown = given.first(where: { !keys.contains($0) }) else { return }
    let remedy = "the keys are \(keys.joined(separator: ", "))"
    throw .init(
      "'\(unknown.shown)' is no key of \(place)"
        + keys.nearest(to: unknown).first.suggestion(or: remedy))
  }
}

/// What is wrong with a manifest, as the end of a sentence.
struct ManifestProblem: Error {
  let text: String

  init(_ text: String) { self.text = text }
}

extension String {
  /// Whether the text can be the name of a plug-in: of at most 40 letters, digits and hyphens, so
  /// that the name of the module and its target are the same name.
  package var isPluginName: Bool {
    utf8.count <= 40 && isKebabCase && moduleName.kebabCased == self
  }

  /// Whether the text consists of words with a hyphen between them, each of lower-case letters and
  /// digits and beginning with a letter.
  var isKebabCase: Bool {
    split(separator: "-", omittingEmptySubsequences: false).allSatisfy { word in
      word.utf8.first.map(\.isSmallLetter) == true
        && word.utf8.allSatisfy { $0.isSmallLetter || $0.isDigit }
    }
  }

  /// The name of the module: `BusTimes` for `bus-times`.
  package var moduleName: String {
    split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// Whether the text can be the name of an action.
  var isActionName: Bool {
    utf8.count <= 128 && utf8.first.map(\.isLetter) == true
      && utf8.allSatisfy { $0.isLetter || $0.isDigit || "_-".utf8.contains($0) }
  }

  fileprivate var isActionPath: Bool {
    let parts = split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    return parts.count == 2 && parts[0].isKebabCase && parts[1].isActionName
  }

  fileprivate var isTypeName: Bool { isActionName && !contains("-") }

  /// Whether the text is a line of at most 200 visible characters.
  var isLine: Bool { isVisible(atMost: 200) }

  /// Whether the text can be the name of something on the screen.
  var isLabel: Bool { isVisible(atMost: 40) }

  private func isVisible(atMost count: Int) -> Bool {
    !allSatisfy(\.isWhitespace) && self.count <= count && self == printable
  }

  /// A text from the file in a message.
  var shown: String { printable.shortened(to: 60) }
}
