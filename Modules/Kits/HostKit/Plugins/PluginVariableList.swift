import Console
import Documents
import Mediator
import Plugins

/// The variables that a plug-in expects, as the command `plugins configure` prints them.
struct PluginVariableList: Codable, Sendable {
  /// Where the value of a variable comes from.
  enum Source: String, Codable, Sendable, CaseIterable {
    /// The person has given it.
    case given
    /// It is the plug-in's default.
    case `default`
    /// There is none, and the plug-in needs one.
    case missing
    /// There is none, and the plug-in works without.
    case none
  }

  struct Variable: Codable, Sendable {
    let name: String
    /// What the value is.
    let summary: String
    let isSecret: Bool
    let source: Source
    /// The value; nil if there is none, or it is secret.
    let value: String?
  }

  /// The name of the plug-in.
  let name: String
  let variables: [Variable]

  /// - Parameter given: The values that the person has given.
  init(_ manifest: PluginManifest, given: [String: String]) {
    name = manifest.name
    variables = (manifest.env ?? []).map { variable in
      let source: Source =
        if given[variable.name] != nil {
          .given
        } else if variable.default != nil {
          .default
        } else {
          variable.isRequired ? .missing : .none
        }
      return Variable(
        name: variable.name, summary: variable.summary, isSecret: variable.isSecret,
        source: source,
        value: variable.isSecret ? nil : given[variable.name] ?? variable.default)
    }
  }

  /// The names of the variables without a value that the plug-in needs.
  var missing: [String] { variables.filter { $0.source == .missing }.map(\.name) }

  /// A row for each variable, without secrets.
  var document: Document {
    guard !variables.isEmpty else {
      return "The plug-in '\(name)' has no variables: its plugin.json has no 'env'."
    }
    var table = Table(
      .init("variable"), .init("value"), .init("description", isFlexible: true))
    for variable in variables {
      table.append(
        Text(verbatim: variable.name, .accent), variable.shownValue,
        Text(verbatim: variable.summary))
    }
    guard let variable = missing.first else { return [.table(table)] }
    return [
      .table(table),
      .paragraph(
        """
        Type the values at a terminal, or pass a line to 'plugins configure \(name.shellWord) \
        \(variable)'.
        """),
    ]
  }
}

extension PluginVariableList.Variable {
  /// The value, or in place of a secret or a missing one what is known about it.
  var shownValue: Text {
    switch (source, value) {
    case (.missing, _): Text("missing", .warning)
    case (.none, _): Text("none", .faint)
    case (_, nil): "secret"
    case (_, let value?): Text(verbatim: value)
    }
  }
}
