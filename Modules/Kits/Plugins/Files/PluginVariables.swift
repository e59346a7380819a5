/// The values of the variables that a plug-in expects, for its program only.
package struct PluginVariables: Hashable, Sendable {
  /// The values by name, without those that are optional and not given.
  package let values: [String: String]
  /// The values that nothing may show.
  package let secrets: [String]

  /// - Parameter given: What the person has given; other values are the defaults.
  init(_ declared: [PluginVariable], given: [String: GivenValue]) {
    var values: [String: String] = [:]
    for variable in declared {
      values[variable.name] = given[variable.name]?.text ?? variable.default
    }
    self.values = values
    secrets = declared.filter { $0.isSecret || given[$0.name]?.isSecret == true }
      .compactMap { values[$0.name] }
  }
}

/// The value that the person has given a variable.
package struct GivenValue: Codable, Hashable, Sendable {
  package let text: String
  /// Whether the variable was secret when the value was given.
  package let isSecret: Bool

  package init(text: String, isSecret: Bool) {
    (self.text, self.isSecret) = (text, isSecret)
  }
}

extension PluginVariables: CustomStringConvertible, CustomReflectable {
  /// The names only.
  package var description: String { values.keys.sorted().joined(separator: ", ") }
  /// A mirror without the values.
  package var customMirror: Mirror { Mirror(self, children: []) }
}

extension String {
  /// The text with dots in place of secrets of four characters or more, and of the beginning of one
  /// before the dots of a text that was cut.
  func hiding(_ secrets: [String]) -> String {
    let secrets = secrets.filter { $0.count >= 4 }.sorted { $0.count > $1.count }
    var text = self
    if unicodeScalars.last == "\u{2026}" {
      let whole = dropLast()
      let cut = secrets.compactMap { secret in
        (4..<secret.count).reversed().first { whole.hasSuffix(secret.prefix($0)) }
      }.max()
      if let cut { text = whole.dropLast(cut) + "…" }
    }
    return secrets.reduce(text) { $0.replacing($1, with: "…") }
  }
}
