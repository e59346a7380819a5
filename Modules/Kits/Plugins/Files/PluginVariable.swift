import Console
import Platform

/// An environment variable that a plug-in's program expects, such as the key of an account.
///
/// ```json
/// {"name": "WEATHER_KEY", "summary": "the key of your account", "secret": true}
/// ```
public struct PluginVariable: Codable, Hashable, Sendable {
  /// The name, of letters, digits and `_`.
  public let name: String
  /// What the value is, in one line without a full stop.
  public let summary: String
  /// Whether the value is shown nowhere; nil for no.
  public let secret: Bool?
  /// Whether the program also works without a value; nil for no.
  public let optional: Bool?
  /// The value unless the person gives another one.
  public let `default`: String?
}

extension PluginVariable {
  /// The maximum length of a value in bytes.
  static let maximumLength = 4096

  package var isSecret: Bool { secret == true }
  /// Whether the program cannot start before the person has given a value.
  package var isRequired: Bool { optional != true && self.default == nil }

  /// What is wrong with the declaration, as the end of a sentence; nil if nothing is.
  var problem: String? {
    let shown = name.printable.shortened(to: 60)
    guard name.utf8.first?.isDigit == false, name.utf8.count <= 64,
      name.utf8.allSatisfy({ $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") })
    else {
      return "'\(shown)' under 'env' is no variable; expected a name such as 'WEATHER_KEY'"
    }
    guard !summary.isEmpty, summary.count <= 200, summary == summary.printable else {
      return "expected a line of at most 200 visible characters as 'summary' of '\(shown)'"
    }
    guard let value = self.default, let reason = Self.problem(ofValue: value) else { return nil }
    return "the default of '\(shown)' \(reason)"
  }

  /// What is wrong with a value, as the end of a sentence without its subject; nil if nothing is.
  static func problem(ofValue value: String) -> String? {
    if value.isEmpty { return "is empty; expected a text" }
    if value.utf8.count > maximumLength {
      return "has more than \(maximumLength) bytes; expected a shorter text"
    }
    return value == value.printable ? nil : "has characters that cannot be seen; expected one line"
  }
}
