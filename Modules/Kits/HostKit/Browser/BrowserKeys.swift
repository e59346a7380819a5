import Console
import Scenes

/// What a key does in the browser wherever no text is typed. The person can choose another key for
/// it: `keys.refresh` in the configuration.
enum BrowserCommand: String, CaseIterable {
  case quit, search, refresh, save, copy, help, up, down, first, last

  /// The name of the setting.
  var setting: String { "keys.\(rawValue)" }

  /// The key unless the person has chosen another.
  var standardKey: Character {
    switch self {
    case .quit: "q"
    case .search: "/"
    case .refresh: "r"
    case .save: "s"
    case .copy: "c"
    case .help: "?"
    case .up: "k"
    case .down: "j"
    case .first: "g"
    case .last: "G"
    }
  }
}

/// The keys of the browser, as far as the person can choose them.
struct BrowserKeys: Equatable, Sendable {
  static let standard = BrowserKeys([:])

  private let chosen: [BrowserCommand: Character]

  /// - Parameter values: The values of settings by their names; others are ignored.
  init(_ values: [String: String]) {
    let keys = BrowserCommand.allCases.compactMap { command in
      values[command.setting].flatMap { $0.count == 1 ? $0.first : nil }.map { (command, $0) }
    }
    chosen = Dictionary(keys) { first, _ in first }
  }

  subscript(command: BrowserCommand) -> Character { chosen[command] ?? command.standardKey }

  /// The keys that no action which a module adds to the rows of another one replaces.
  var shortcuts: Set<Shortcut> { Set(BrowserCommand.allCases.map { .character(self[$0]) }) }

  /// The key with the same meaning for a person who has chosen none; nil for one without a meaning,
  /// because another was chosen in its place.
  func standardKey(for key: Key) -> Key? {
    guard !chosen.isEmpty, case .character(let character) = key else { return key }
    if let command = BrowserCommand.allCases.first(where: { self[$0] == character }) {
      return .character(command.standardKey)
    }
    return BrowserCommand.allCases.contains { $0.standardKey == character } ? nil : key
  }

  /// Two commands that have the same key; nil if there are none.
  var conflict: (BrowserCommand, BrowserCommand)? {
    for (index, command) in BrowserCommand.allCases.enumerated() {
      let others = BrowserCommand.allCases.dropFirst(index + 1)
      if let other = others.first(where: { self[$0] == self[command] }) { return (command, other) }
    }
    return nil
  }

  /// What is expected in place of a text; nil for one that is a key.
  static func expectation(for text: String) -> String? {
    let isKey = text.unicodeScalars.count == 1 && text.printable == text && text.columns > 0
    return isKey && text != " " ? nil : "one character that is typed with one key, such as 'x'"
  }
}
