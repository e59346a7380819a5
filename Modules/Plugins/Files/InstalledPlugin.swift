import Foundation

/// A plug-in that the user trusts, as the file `plugins/index.json` stores it. The host mounts it
/// without reading its folder and without starting it.
struct InstalledPlugin: Codable, Hashable, Sendable {
  /// The manifest at the time when the user trusted the plug-in.
  let manifest: PluginManifest
  /// The files that must not change.
  let files: [TrustedFile]
  /// The form of the protocol that the plug-in spoke when it was last started.
  var era: MCPEra
  /// The tools that it listed when it was last started.
  var tools: [PluginTool]
}

/// A file of a plug-in that must not change as long as the user trusts the plug-in.
struct TrustedFile: Codable, Hashable, Sendable {
  /// The absolute path, without symbolic links.
  let path: String
  /// The SHA-256 digest in hexadecimal digits; nil for a file outside of the plug-in's folder, such as
  /// an interpreter, which the system may update.
  let sha256: String?
}

/// A tool as the plug-in describes it. The schemas are JSON texts, which are parsed when they are first
/// needed.
struct PluginTool: Codable, Hashable, Sendable {
  let name: String
  /// What the tool does; empty if the plug-in does not say it.
  let description: String
  /// The JSON Schema of the arguments.
  let inputSchema: String
  /// The JSON Schema of the structured result; nil if the tool returns texts.
  let outputSchema: String?
}
