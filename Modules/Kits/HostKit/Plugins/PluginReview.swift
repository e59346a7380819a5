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
  /// The names of its tools; empty before it was started.
  let tools: [String]
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
    tools = plugin.tools.map(\.name)
    self.isTrusted = isTrusted
  }

  /// What the host cannot prevent. Help and the trust text say it in the same words.
  static let warning =
    "There is no sandbox: the program can do everything that you can do. Files that it loads itself, "
    + "such as the modules of a script, are not checked. A process that it starts and that ignores "
    + "signals may survive the app."

  /// Draws what the plug-in is and may do.
  func text(on page: Page) -> String {
    let nothing = "nothing"
    let events = follows.sorted { $0.key < $1.key }.map { "\($0.key) → \($0.value)" }
    let entries = [
      ("command", command.joined(separator: " ")),
      ("calls", calls.isEmpty ? nothing : calls.joined(separator: ", ")),
      ("follows", events.isEmpty ? nothing : events.joined(separator: ", ")),
      (
        "offers",
        remote.isEmpty
          ? "no tool to links and MCP clients"
          : remote.joined(separator: ", ") + " to links and MCP clients"
      ),
    ]
    let digests = files.flatMap { file in
      [file.path, "  " + (file.sha256 ?? "outside of the folder; only its path is recorded")]
    }
    return page.paint(name, .title) + "  " + summary.printable + "\n"
      + page.definitions(
        entries.map { (term: $0.0.padded(to: 9), definition: $0.1.printable) })
      + "\n" + digests.map(\.printable).joined(separator: "\n")
      + "\n" + page.paragraph(Self.warning)
  }

  /// What was learned when the plug-in was started.
  var conclusion: String {
    let names = tools.joined(separator: ", ").printable
    return "Trusted '\(name)', which has "
      + (tools.isEmpty
        ? "no tools." : "\(tools.count) tool\(tools.count == 1 ? "" : "s"): \(names).")
  }
}
