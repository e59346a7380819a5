import Console
import Documents
import Mediator
import Plugins

/// A plug-in that was copied into the data folder.
struct AddedPlugin: Codable, Sendable {
  let name: String
  /// The folder or the address from which it was copied.
  let source: String
  /// The commit of a repository, or the SHA-256 digest of an archive; nil for another source, and
  /// where `source` says it.
  let sourceVersion: String?
  /// The variables that need a value before it can be started.
  let missingVariables: [String]

  init(_ manifest: PluginManifest, from origin: PluginOrigin) {
    name = manifest.name
    source = origin.source
    sourceVersion = origin.version
    missingVariables = PluginVariableList(manifest, given: [:]).missing
  }

  /// Where it comes from, and what to do before it can be used.
  var document: Document {
    let origin = [source, sourceVersion].compactMap(\.self).joined(separator: ", ")
    let variables = missingVariables.map { "'\($0)'" }.joined(separator: ", ")
    let needs =
      missingVariables.isEmpty
      ? "" : "It needs a value of \(variables): run 'plugins configure \(name.shellWord)'. "
    return [
      .paragraph(
        Text(
          verbatim: "Added '\(name)' from \(origin). \(needs)"
            + "Read what it does, and run 'plugins trust \(name.shellWord)'."))
    ]
  }
}
