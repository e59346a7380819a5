import Console
import Mediator

extension Command {
  /// The documented commands of the host, except `open`.
  static let host: [Command] = [about, completions, credits, doctor, modules, versions]

  static let about = Command(
    "about", "Show the version, licence and data folder", calls: Host.about,
    examples: ["about", "about --json"]
  ) { about, page in about.text(on: page) }

  static let completions = Command(
    "completions", "Print the completion script for a shell", calls: Host.completions,
    arguments: [.positional("shell", "the shell")],
    examples: ["completions bash", "completions zsh", "completions fish"]
  ) { completions, _ in completions.script }

  static let credits = Command(
    "credits", "Show data sources and licences", calls: Host.credits,
    examples: ["credits", "credits --json"], view: CreditsView.text)

  static let versions = Command(
    "versions", "Show the release history", calls: Host.versions,
    examples: ["versions", "versions --json"], view: VersionsView.text)

  static let modules = Command(
    "modules", "List modules with their state, actions and dependencies", action: Host.modules,
    arguments: [
      .flag("start", "start all modules first and show how long each took"),
      .flag("graph", "print the dependency graph for Mermaid"),
      .flag("cards", "print a Markdown page with the graph and a section for each module"),
    ],
    examples: [
      "modules", "modules --start", "modules --graph", "modules --cards", "modules --json",
    ]
  ) { invocation in
    let query = try invocation.input(ModulesQuery.self)
    let modules = try await invocation.mediator.perform(Host.modules, query)
    return try CommandResult(modules) { modules, page in
      switch (query.cards, query.graph) {
      case (true, _): ModulesView.cards(modules)
      case (_, true): ModulesView.graph(modules)
      case _: ModulesView.list(modules, on: page)
      }
    }
  }

  static let doctor = Command(
    "doctor", "Check modules, configuration, data folder and terminal for problems",
    action: Host.doctor, examples: ["doctor", "doctor --json"]
  ) { invocation in
    let diagnosis = try await invocation.mediator.perform(Host.doctor)
    let failure: FailureKind? = diagnosis.isHealthy ? nil : .failed
    return try CommandResult(diagnosis, failure: failure, view: Diagnosis.text)
  }

  /// `open`: runs the command that calls the action of a link; without such a command, prints the
  /// JSON that the action returns.
  static func open(by commands: [Command]) -> Command {
    Command(
      "open", "Open a metro:// link",
      arguments: [.positional("link", "the link, in quotes because of the '&'")],
      examples: [
        "open \"metro://routing/plan?from=Trindade&to=Aliados\"",
        "open \"metro://data-source/city\" --json",
      ]
    ) { invocation in
      let link = try invocation.input(OpenArguments.self).link
      let (action, parameters) = try invocation.mediator.resolve(url: link)
      guard let command = commands.first(where: { $0.action?.id == action.id }) else {
        return CommandResult(json: try await invocation.mediator.perform(url: link))
      }
      return try await command.run(invocation.forwarded(to: command, parameters: parameters))
    }
  }

  private struct OpenArguments: Decodable {
    let link: String
  }

  /// `complete`: the hidden command that the completion scripts call. It prints lines in the form
  /// that the shell reads, and none after an error, because an error would appear in the prompt.
  static func complete(_ completer: Completer) -> Command {
    Command(
      "complete", "Complete a command line for a shell",
      arguments: [
        .option("line", "the line up to the cursor", valueName: "text"),
        .option("breaks", "the characters at which bash splits words", valueName: "text"),
      ], examples: []
    ) { invocation in
      let input = try invocation.input(CompleteArguments.self)
      let line = ShellLine(input.line ?? "", wordBreaks: input.breaks ?? "")
      let words = Array(line.words.dropFirst())
      let completions = try? await completer.completions(for: words, through: invocation.mediator)
      let lines = lines(for: completions, of: line, isBash: input.breaks != nil)
      return try CommandResult(lines) { lines, _ in lines.joined(separator: "\n") }
    }
  }

  private struct CompleteArguments: Decodable {
    let line: String?
    let breaks: String?
  }

  private static func lines(
    for completions: Completer.Completions?, of line: ShellLine, isBash: Bool
  ) -> [String] {
    switch completions {
    case nil: []
    case .files: [":files"]
    case .candidates(let candidates) where isBash: line.insertions(of: candidates.map(\.text))
    case .candidates(let candidates):
      candidates.map { $0.summary.isEmpty ? $0.text : "\($0.text)\t\($0.summary)" }
    }
  }

  /// `mind the gap`: a hidden command that neither help nor completion mentions.
  static let easterEgg = Command("mind the gap", "Mind it", examples: []) { _ in
    try CommandResult(["gap": "minded"]) { _, page in
      let train = [
        "  ┌─────────────────────────────────╮ ",
        "  │ ▢ ▢ │▯▯│ ▢ ▢ │▯▯│ ▢ ▢ │▯▯│ ▢ ▢  ╲",
        "──┤─────┴──┴─────┴──┴─────┴──┴───────┤",
        "  └─◯─◯───────────◯─◯───────────◯─◯──┘",
      ]
      let sign = page.paint(Badge(" M I N D   T H E   G A P ", rgb: 0xFF_D500))
      let isWide = page.columns >= 40
      return ((isWide ? train : []) + ["", sign]).joined(separator: "\n")
    }
  }
}
