/// The values of the variables that a plug-in expects, for its program only.
package struct PluginVariables: Hashable, Sendable {
  /// The values by name, without those that are optional and not given.
  package let values: [String: String]
  /// The values that nothing may show.
  package let secrets: [String]

  /// - Parameter given: What the person has given; other values are the defaults.
  init(_ declared: [PluginVariable], given: [String: String]) {
    var values: [String: String] = [:]
    for variable in declared { values[variable.name] = given[variable.name] ?? variable.default }
    self.values = values
    secrets = declared.filter(\.isSecret).compactMap { values[$0.name] }
  }
}

extension PluginVariables: CustomStringConvertible, CustomReflectable {
  /// The names only.
  package var description: String { values.keys.sorted().joined(separator: ", ") }
  /// A mirror without the values.
  package var customMirror: Mirror { Mirror(self, children: []) }
}

extension String {
  /// The text with dots in place of secrets of four characters or more, as far as it shows them as
  /// they are.
  func hiding(_ secrets: [String]) -> String {
    secrets.reduce(self) { text, secret in
      secret.count < 4 ? text : text.replacing(secret, with: "…")
    }
  }
}
