import Console
import Mediator

extension Command {
  /// The host's own commands.
  static let host: [Command] = [modules, doctor]

  static let modules = Command(
    "modules", "Show the modules, what they offer and what they need",
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
      case _: ModulesView.table(modules, on: page)
      }
    }
  }

  static let doctor = Command(
    "doctor", "Check that modules, configuration, data folder and terminal are in order",
    examples: ["doctor", "doctor --json"]
  ) { invocation in
    let diagnosis = try await invocation.mediator.perform(Host.doctor)
    let failure: FailureKind? = diagnosis.isHealthy ? nil : .failed
    return try Answer(diagnosis, failure: failure, view: Diagnosis.text)
  }
}
