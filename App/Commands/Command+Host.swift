import Console
import Mediator

extension Command {
  /// The host's own commands.
  static let host: [Command] = [about, completions, credits, doctor, modules, versions]

  static let about = Command(
    "about", "Tell what this is", calls: Host.about, examples: ["about", "about --json"]
  ) { about, page in about.text(on: page) }

  static let completions = Command(
    "completions", "Print what a shell reads to complete command lines", calls: Host.completions,
    arguments: [.positional("shell", "the shell, whose script tells how to use it")],
    examples: ["completions bash", "completions zsh", "completions fish"]
  ) { completions, _ in completions.script }

  static let credits = Command(
    "credits", "Tell whose data the answers rest on, and on what terms", calls: Host.credits,
    examples: ["credits", "credits --json"], view: CreditsView.text)

  static let versions = Command(
    "versions", "Draw the releases as a metro line", calls: Host.versions,
    examples: ["versions", "versions --json"], view: VersionsView.text)

  static let modules = Command(
    "modules", "Show the modules, what they offer and what they need", shows: Host.modules,
    arguments: [
      .flag("start", "start them all first, which shows how long that takes"),
      .flag("graph", "draw who needs whom, in Mermaid's language"),
      .flag("cards", "write a page of Markdown with the graph and a card for each"),
    ],
    examples: [
      "modules", "modules --start", "modules --graph", "modules --cards", "modules --json",
    ]
  ) { invocation in
    let query = try invocation.input(ModulesQuery.self)
    let modules = try await invocation.mediator.perform(Host.modules, query)
    return try Answer(modules) { modules, page in
      switch (query.cards, query.graph) {
      case (true, _): ModuleCards.text(modules)
      case (_, true): ModulesView.graph(modules)
      case _: ModulesView.list(modules, on: page)
      }
    }
  }

  static let doctor = Command(
    "doctor", "Check that modules, configuration, data folder and terminal are in order",
    shows: Host.doctor, examples: ["doctor", "doctor --json"]
  ) { invocation in
    let diagnosis = try await invocation.mediator.perform(Host.doctor)
    let failure: FailureKind? = diagnosis.isHealthy ? nil : .failed
    return try Answer(diagnosis, failure: failure, view: Diagnosis.text)
  }
}
