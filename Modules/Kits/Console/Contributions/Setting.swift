import Foundation
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
    case .file: text.isEmpty || text.isPathOfReadableFile ? nil : "a file that can be read"
    case .address:
      text.isEmpty || text.isWebAddress ? nil : "an address that begins with 'https://'"
    }
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
