import Console
import Documents
import Mediator
import Plugins

/// What a person must know to decide whether to trust a plug-in.
struct PluginReview: Codable, Sendable {
  let name: String
  /// The version that it says; nil for none.
  let version: String?
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
  /// Its settings, with their defaults.
  let settings: [String]
  /// The tools that it calls for the first screen, and for rows of modules.
  let screens: [String]
  /// The names of its tools; empty before it was started.
  let tools: [String]
  /// The arguments that are files for data, which are not checked.
  let writtenFiles: [String]
  /// What is not as its author expects, such as two tools whose commands would have one name.
  let warnings: [String]
  /// The folder or the address that updates come from; nil if nothing says it.
  let source: String?
  /// The commit of a repository, or the SHA-256 digest of an archive; nil for another source, and
  /// where `source` says it.
  let sourceVersion: String?
  /// What differs from the version that the person trusted; nil if there is none.
  let changes: [String]?
  let isTrusted: Bool

  /// - Parameter earlier: The plug-in as the person trusted it before.
  init(
    _ plugin: InstalledPlugin, from origin: PluginOrigin?, since earlier: InstalledPlugin?,
    isTrusted: Bool
  ) {
    let manifest = plugin.manifest
    source = origin?.source
    sourceVersion = origin?.version
    (name, version) = (manifest.name, manifest.version)
    changes = earlier.map { plugin.changes(since: $0) }
    summary = manifest.summary
    command = manifest.command
    files = plugin.files
    calls = manifest.calls ?? []
    follows = manifest.follows ?? [:]
    remote = manifest.remote ?? []
    env = manifest.env ?? []
    settings = manifest.shownSettings
    screens =
      manifest.shownWidget.map { "first screen: \($0)" }
      + manifest.shownRowActions.map { "action of \($0)" }
      + manifest.shownRowDetails.map { "detail of \($0)" }
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
    let title = [name, version].compactMap(\.self).joined(separator: " ")
    let written = writtenFiles.map { file in
      Block.group([
        .paragraph(Text(verbatim: file)),
        .item(mark: "  ", "a file for data, which the program may write; it is not checked"),
      ])
    }
    return .group(
      [
        .heading(LocalizedText(verbatim: title), note: Text(verbatim: summary)),
        .definitions([
          "command": Text(verbatim: command.map(\.shellWord).joined(separator: " ")),
          "calls": Self.list(calls), "follows": Self.list(events),
          "offers": remote.isEmpty
            ? "no tool to links and MCP clients"
            : "\(remote.joined(separator: ", ")) to links and MCP clients",
          "comes from": Text(
            verbatim: [source ?? "the folder of plug-ins", sourceVersion].compactMap(\.self)
              .joined(separator: ", ")),
          "is given": Self.list(env.map(\.shownName)),
          // Most plug-ins have none of these, and an empty entry is not drawn.
          "settings": Text(verbatim: settings.joined(separator: ", ")),
          "adds": Text(verbatim: screens.joined(separator: ", ")),
        ]),
      ] + digests + written + differences + [.paragraph(Self.warning, .plain)])
  }

  /// What differs from what the person trusted before.
  private var differences: [Block] {
    guard let changes else { return [] }
    guard !changes.isEmpty else {
      return [.paragraph("It is what you trusted before.", .plain)]
    }
    return [.paragraph("Since you trusted it:", .plain)]
      + changes.map { .item(mark: "  ", Document(Text(verbatim: $0))) }
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
