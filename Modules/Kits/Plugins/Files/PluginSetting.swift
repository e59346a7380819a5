import Console
public import Mediator

/// A value that a person can set for a plug-in as for a module: in the configuration file, or in
/// the environment of the app.
///
/// ```json
/// {"name": "units", "summary": "the units of temperatures", "choices": ["metric", "imperial"],
///  "default": "metric"}
/// ```
public struct PluginSetting: Codable, Hashable, Sendable {
  /// What a value is.
  public enum Kind: String, Codable, CaseIterable, Hashable, Sendable {
    case text, number, boolean, file, address
  }

  /// The name in lower case with hyphens.
  public let name: String
  /// What the setting means, in one line without a full stop.
  public let summary: String
  /// What the value is; nil for a text, or one of `choices`.
  public let type: Kind?
  /// The words that are accepted; nil for all of the type.
  public let choices: [String]?
  /// The least number; nil for 0.
  public let minimum: Int?
  /// The greatest number; nil for 1,000,000.
  public let maximum: Int?
  /// The value unless the person sets another one: a text, a number or a boolean.
  public let `default`: JSONValue
}

extension PluginSetting {
  private static let maximumChoices = 32
  /// The limits of a number that gives none.
  private static let limits = 0...1_000_000

  /// The variable by which the program gets the value, such as `SETTING_UNITS`.
  package var variable: String {
    "SETTING_" + name.uppercased().replacingScalars { $0 == "-" ? "_" : nil }
  }

  /// The default as it is typed.
  package var defaultText: String { self.default.scalarText ?? "" }

  /// The setting as that of a module.
  var setting: Setting {
    Setting(
      name, summary, default: defaultText, accepts: accepted)
  }

  private var accepted: Setting.Value {
    if let choices { return .choice(choices) }
    return switch type {
    case nil, .text: .text
    case .number:
      .number((minimum ?? Self.limits.lowerBound)...(maximum ?? Self.limits.upperBound))
    case .boolean: .boolean
    case .file: .file
    case .address: .address
    }
  }

  /// What is wrong with the declaration, as the end of a sentence; nil if nothing is.
  var problem: String? {
    let shown = name.printable.shortened(to: 60)
    guard name.isKebabCase, name.utf8.count <= 40 else {
      return "'\(shown)' under 'settings' is not in kebab case; expected one such as 'page-size'"
    }
    guard summary.isLine else {
      return "expected a line of at most 200 visible characters as 'summary' of '\(shown)'"
    }
    if let choices {
      guard type == nil, (1...Self.maximumChoices).contains(choices.count),
        choices.allSatisfy(\.isLine)
      else {
        return "expected 1 to \(Self.maximumChoices) lines as 'choices' of '\(shown)', "
          + "and no 'type'"
      }
    }
    guard minimum == nil && maximum == nil || type == .number else {
      return "'\(shown)' has limits, but is no number; remove them, or give it the type 'number'"
    }
    if let problem = problemOfLimits { return problem }
    guard self.default.scalarText != nil, defaultText.isEmpty || defaultText.isLine else {
      return "expected a line of at most 200 visible characters, a number or a boolean "
        + "as 'default' of '\(shown)'"
    }
    return accepted.expectation(for: defaultText).map {
      "the default of '\(shown)' is not accepted; expected \($0)"
    }
  }

  /// What is wrong with the limits; nil if nothing is.
  private var problemOfLimits: String? {
    let limits = Self.limits
    switch (minimum, maximum) {
    case (let minimum?, let maximum?) where minimum > maximum:
      return "the minimum of '\(name)' is greater than its maximum; swap them"
    case (let minimum?, nil) where minimum > limits.upperBound:
      return "the minimum of '\(name)' is greater than \(limits.upperBound), which is the maximum "
        + "unless 'maximum' is given; give it"
    case (nil, let maximum?) where maximum < limits.lowerBound:
      return "the maximum of '\(name)' is less than \(limits.lowerBound), which is the minimum "
        + "unless 'minimum' is given; give it"
    case _: return nil
    }
  }
}
