import Console
import Documents
import Mediator
import Plugins

/// What a person must know to decide whether to trust a plug-in.
struct PluginReview: Codable, Sendable {
  let name: String
  let summary: String
  let command: [String]
  let files: [TrustedFile]
  /// The actions of the app that it may call.
  let calls: [String]
  /// The tools that events call, by event.
  let follows: [String: String]
  /// The tools that links and MCP clients may call.
  let remote: [String]
  /// The environment variables that it expects.
  let env: [PluginVariable]
  /// The names of its tools; empty before it was started.
  let tools: [String]
  /// The arguments that are files for data, which are not checked.
  let writtenFiles: [String]
  /// What is not as its author expects, such as two tools whose commands would have one name.
  let warnings: [String]
  let isTrusted: Bool

  init(_ plugin: InstalledPlugin, isTrusted: Bool) {
    let manifest = plugin.manifest
    name = manifest.name
    summary = manifest.summary
    command = manifest.command
    files = plugin.files
    calls = manifest.calls ?? []
    follows = manifest.follows ?? [:]
    remote = manifest.remote ?? []
    env = manifest.env ?? []
    tools = plugin.tools.map(\.name)
    writtenFiles = manifest.writtenFiles
    warnings = ToolNames(of: plugin).warnings
    self.isTrusted = isTrusted
  }

  /// What the host cannot prevent. Help and the trust text say it in the same words.
  static let warning: LocalizedText =
    "There is no sandbox: the program can do everything that you can do. Files that it loads itself, "
    + "such as the modules of a script, are not checked. A process that it starts and that ignores "
    + "signals may survive the app."

  /// What the plug-in is and may do.
  var block: Block {
    let events = follows.sorted { $0.key < $1.key }.map { "\($0.key) → \($0.value)" }
    let digests = files.map { file in
      let digest =
        file.sha256.map { Text(verbatim: $0) }
        ?? (file.isFolder == true
          ? "a folder; only its path is recorded, and its content is not checked"
          : "outside of the folder; only its path is recorded")
      return Block.group([
        .paragraph(Text(verbatim: file.path)), .item(mark: "  ", Document(digest)),
      ])
    }
    let written = writtenFiles.map { file in
      Block.group([
        .paragraph(Text(verbatim: file)),
        .item(mark: "  ", "a file for data, which the program may write; it is not checked"),
      ])
    }
    return .group(
      [
        .heading(LocalizedText(verbatim: name), note: Text(verbatim: summary)),
        .definitions([
          "command": Text(verbatim: command.map(\.shellWord).joined(separator: " ")),
          "calls": Self.list(calls), "follows": Self.list(events),
          "offers": remote.isEmpty
            ? "no tool to links and MCP clients"
            : "\(remote.joined(separator: ", ")) to links and MCP clients",
          "is given": Self.list(env.map { $0.isSecret ? "\($0.name) (secret)" : $0.name }),
        ]),
      ] + digests + written + [.paragraph(Self.warning, .plain)])
  }

  private static func list(_ names: [String]) -> Text {
    names.isEmpty ? "nothing" : Text(verbatim: names.joined(separator: ", "))
  }

  /// What was learned when the plug-in was started.
  var conclusion: Block {
    let names = tools.joined(separator: ", ")
    let text: Text =
      switch tools.count {
      case 0: "Trusted '\(name)', which has no tools."
      case 1: "Trusted '\(name)', which has 1 tool: \(names)."
      case let count: "Trusted '\(name)', which has \(count) tools: \(names)."
      }
    return .group([.paragraph(text)] + warnings.map { .sentence(verbatim: $0, .warning) })
  }
}
