import Foundation
import Mediator
public import ModuleManager
import Platform

/// A value that the user can set for a module, in the configuration file or in the environment. The
/// module reads it from its context.
public struct Setting: Contribution, Hashable {
  /// The values that a setting accepts. The host rejects all others before it creates the module.
  public enum Value: Sendable, Hashable {
    /// Any text.
    case text
    /// A whole number in a range.
    case number(ClosedRange<Int>)
    /// One of several words.
    case choice([String])
    /// `on` or `off`, or one of the other words for them: `yes`, `no`, `true`, `false`, `1` and
    /// `0`. The module decodes a `Bool`.
    case boolean
    /// A duration in a range, such as `90 s`, `5 min` or `2 h`; a number without a unit is in
    /// seconds. The module decodes the seconds as a `Double`.
    case duration(ClosedRange<Duration>)
    /// The path of a file that can be read, or an empty text for none.
    case file
    /// A web address, beginning with `https://` or `http://`, or an empty text for none.
    case address
  }

  /// The name in lower case with hyphens, such as `history-length`.
  public let name: String
  /// What the setting means, in a few words.
  public let summary: String
  /// The value, unless the user sets another.
  public let defaultValue: String
  /// The values that it accepts.
  public let accepts: Value
  /// The part before the name in the configuration, such as `shop` in `shop.url`; nil for the
  /// target of the module.
  public let group: String?

  /// Declares a setting.
  /// - Parameters:
  ///   - group: The part before the name in the configuration, if it is not the module's target
  ///     because the setting is about a topic of several modules.
  public init(
    _ name: String, _ summary: String, default value: String,
    accepts: Value = .text, group: String? = nil
  ) {
    self.name = name
    self.summary = summary
    self.defaultValue = value
    self.accepts = accepts
    self.group = group
  }

  /// The field that the module decodes, such as `historyLength` for `history-length`.
  public var field: String { name.camelCased }

  /// The name in the configuration, such as `orders.history-length`.
  package func key(of manifest: Manifest) -> String { "\(group ?? manifest.target).\(name)" }
}

extension Setting.Value {
  /// What is expected in place of a value; nil if the value is accepted.
  package func expectation(for text: String) -> String? {
    switch self {
    case .text: nil
    case .number(let range):
      Int(text).map(range.contains) == true
        ? nil : "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .choice(let words):
      words.contains(text)
        ? nil
        : "one of \(words.joined(separator: ", "))" + words.nearest(to: text).first.suggestion()
    case .boolean: Bool(setting: text) == nil ? "'on' or 'off'" : nil
    case .duration(let range):
      Duration(setting: text).map(range.contains) == true
        ? nil
        : "a duration from \(range.lowerBound.setting) to \(range.upperBound.setting), such as "
          + "'90 s', '5 min' or '2 h'"
    case .file: text.isEmpty || text.isPathOfReadableFile ? nil : "a file that can be read"
    case .address:
      text.isEmpty || text.isWebAddress ? nil : "an address that begins with 'https://'"
    }
  }
}

extension Setting.Value {
  /// The words that are accepted, for help; nil if they cannot be listed.
  package var words: [String]? {
    switch self {
    case .choice(let words): words
    case .boolean: ["on", "off"]
    case .text, .number, .duration, .file, .address: nil
    }
  }

  /// The text that the module decodes, of one that is accepted.
  package func decodable(_ text: String) -> String {
    switch self {
    case .boolean: Bool(setting: text).map { "\($0)" } ?? text
    case .duration: Duration(setting: text).map { "\($0.inSeconds)" } ?? text
    case .text, .number, .choice, .file, .address: text
    }
  }
}

extension Bool {
  /// Reads the value of a setting, also as it is usual for a variable and in JSON.
  package init?(setting text: String) {
    switch text.lowercased() {
    case "on", "yes", "true", "1": self = true
    case "off", "no", "false", "0": self = false
    default: return nil
    }
  }
}

extension Duration {
  private static let units: [(name: Substring, seconds: Double)] = [
    ("h", 3600), ("min", 60), ("s", 1),
  ]

  /// Reads the value of a setting, such as `1.5 h`, `90s` or `90`.
  package init?(setting text: String) {
    guard let match = text.wholeMatch(of: /([0-9]{1,9}(?:\.[0-9]{1,9})?) ?(s|min|h)?/),
      let number = Double(match.1)
    else { return nil }
    let unit = Self.units.first { $0.name == match.2 }
    self = .seconds(number * (unit?.seconds ?? 1))
  }

  /// Exact for whole seconds, unlike a division of durations.
  fileprivate var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }

  /// The duration in the largest unit in which it is a whole number.
  fileprivate var setting: String {
    let seconds = inSeconds
    let unit = Self.units.first {
      seconds >= $0.seconds && seconds.truncatingRemainder(dividingBy: $0.seconds) == 0
    }
    return unit.map { "\(Int(seconds / $0.seconds)) \($0.name)" } ?? "\(seconds) s"
  }
}

extension Setting {
  /// A sentence that says what is wrong with the default; nil if the setting accepts it.
  /// - Parameter name: The name of the setting for the reader.
  package func defaultProblem(settingName name: String) -> String? {
    accepts.expectation(for: defaultValue).map {
      "the setting '\(name)' has the default '\(defaultValue)', which is not accepted; expected \($0)"
    }
  }
}

extension String {
  fileprivate var isWebAddress: Bool {
    let url = URL(string: self)
    return ["http", "https"].contains(url?.scheme?.lowercased()) && url?.host()?.isEmpty == false
  }

  /// Whether there is a regular file that the user may read. A pipe might never end.
  fileprivate var isPathOfReadableFile: Bool { (try? FileHandle.reading(self)) != nil }
}
