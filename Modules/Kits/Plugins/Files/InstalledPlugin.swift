/// A plug-in that the user trusts, as the file `plugins/index.json` stores it. The host mounts it
/// without reading its folder and without starting it.
package struct InstalledPlugin: Codable, Hashable, Sendable {
  /// The manifest at the time when the user trusted the plug-in.
  package let manifest: PluginManifest
  /// What must not change: `plugin.json`, the program, and the arguments that name files or folders.
  package let files: [TrustedFile]
  /// The form of the protocol that the plug-in spoke when it was last started.
  package var era: MCPEra
  /// The tools that it listed when it was last started.
  package var tools: [PluginTool]
  /// Whether an update has replaced its files since the user trusted it; nil for no.
  package var isReplaced: Bool?
  /// How often the values of its variables have changed since the user trusted it; nil for never.
  var configurations: Int?

  package init(manifest: PluginManifest, files: [TrustedFile], era: MCPEra, tools: [PluginTool]) {
    self.manifest = manifest
    self.files = files
    self.era = era
    self.tools = tools
  }

  /// Whether another description of the plug-in differs from this one in no more than what a
  /// program says about itself, so that one that runs can go on.
  package func isSameProgram(as other: InstalledPlugin) -> Bool {
    var changed = self
    (changed.era, changed.tools) = (other.era, other.tools)
    return changed == other
  }
}

/// A file of a plug-in that must not change as long as the user trusts the plug-in, or a folder
/// that must stay at its path.
package struct TrustedFile: Codable, Hashable, Sendable {
  /// The absolute path, without symbolic links.
  package let path: String
  /// The SHA-256 digest in hexadecimal digits; nil for a program outside of the plug-in's folder,
  /// such as an interpreter, which the system may update, and for a folder.
  package let sha256: String?
  /// Whether it is a folder, whose content is not checked; nil for a file.
  package let isFolder: Bool?

  init(path: String, sha256: String?, isFolder: Bool? = nil) {
    self.path = path
    self.sha256 = sha256
    self.isFolder = isFolder
  }
}

/// A tool as the plug-in describes it. The schemas are JSON texts, which are parsed when they are
/// first needed.
package struct PluginTool: Codable, Hashable, Sendable {
  package let name: String
  /// What the tool does; empty if the plug-in does not say it.
  package let description: String
  /// The JSON Schema of the arguments.
  package let inputSchema: String
  /// The JSON Schema of the structured result; nil if the tool returns texts.
  package let outputSchema: String?

  package init(name: String, description: String, inputSchema: String, outputSchema: String?) {
    self.name = name
    self.description = description
    self.inputSchema = inputSchema
    self.outputSchema = outputSchema
  }
}
