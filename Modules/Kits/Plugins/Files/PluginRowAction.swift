import Console

/// A tool that a person can call for rows of a module, such as trips.
///
/// ```json
/// {"on": "trip", "tool": "remind", "label": "remind me", "shortcut": "m",
///  "arguments": {"name": "trip.name"}}
/// ```
public struct PluginRowAction: Codable, Hashable, Sendable {
  /// The slot that the module declares for the rows.
  public let on: String
  /// The tool. A form asks for required arguments that the row does not give.
  public let tool: String
  /// What the action does, in a few words.
  public let label: String
  /// The key, one character; nil for a letter of the label.
  public let shortcut: String?
  /// The members of a row's JSON that are arguments of the tool, by argument. A dot leads into an
  /// object.
  public let arguments: [String: String]?
}

extension PluginRowAction {
  /// What is wrong with the declaration, as the end of a sentence; nil if nothing is.
  var problem: String? {
    guard label.isLabel else {
      return "expected a line of at most 40 visible characters as 'label' under 'actions'"
    }
    if let shortcut {
      guard shortcut.count == 1, shortcut.utf8.count == 1, shortcut.isLabel, shortcut != " " else {
        return "'\(shortcut.shown)' under 'actions' is no shortcut; "
          + "expected one character, such as 'm'"
      }
    }
    return arguments.flatMap { $0.problem(under: "actions") }
  }
}

extension [String: String] {
  private static let maximumCount = 32

  /// What is wrong with the arguments of a tool for a row, as the end of a sentence.
  func problem(under key: String) -> String? {
    guard count <= Self.maximumCount, keys.allSatisfy({ 1...128 ~= $0.utf8.count }) else {
      return "expected at most \(Self.maximumCount) names as 'arguments' under '\(key)'"
    }
    let path = values.sorted().first { !(1...200 ~= $0.utf8.count) || $0 != $0.printable }
    return path.map {
      "'\($0.shown)' under '\(key)' is no member of a row; expected a path such as 'trip.name'"
    }
  }
}
