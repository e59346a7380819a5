import Documents
import Mediator

/// The modules as a list, as a graph and as a page of Markdown.
enum ModulesView {
  /// The modules with their state, actions, events and dependencies, as a document.
  static func document(of modules: [ModuleListing]) -> Document {
    Document(
      modules.map { module in
        .group([
          .heading(LocalizedText(verbatim: module.name)),
          .definitions([
            "state": state(of: module), "actions": names(module.actions.map(\.path)),
            "publishes": list(module.publishes), "follows": list(module.follows),
            "requires": list(module.requires), "uses": list(module.uses),
            "rows": list(module.rows.map(\.slot)),
          ]),
        ])
      })
  }

  /// The graph in Mermaid's language, with requirements as solid arrows, and optional calls and
  /// events as dotted ones.
  static func graph(_ modules: [ModuleListing]) -> String {
    let requirements = modules.flatMap { module in
      module.requires.map { "  \(module.name) --> \($0)" }
        + module.uses.map { "  \(module.name) -. calls .-> \($0)" }
    }
    let events = modules.flatMap { publisher in
      publisher.publishes.flatMap { event in
        modules.filter { $0.follows.contains(event) }.map {
          "  \(publisher.name) -. \(event) .-> \($0.name)"
        }
      }
    }
    return (["graph TD"] + modules.map { "  \($0.name)" } + requirements + events)
      .joined(separator: "\n")
  }

  /// A page of Markdown with an introduction, the graph and a section for each module.
  static func markdown(_ modules: [ModuleListing], introduction: String) -> String {
    let head = """
      \(introduction)

      ```mermaid
      \(graph(modules))
      ```
      """
    let sections = modules.sorted { $0.name < $1.name }.flatMap { section($0, among: modules) }
    return head + "\n\n" + Document(sections).markdown
  }

  private static func section(_ module: ModuleListing, among modules: [ModuleListing]) -> [Block] {
    var actions = Table(
      .init("action"), .init("effect"), .init("exposure"), .init("input"), .init("output"))
    for action in module.actions {
      actions.append(
        .init(verbatim: action.path, .code), .init(verbatim: action.effect),
        .init(verbatim: action.exposure),
        .init(verbatim: action.input, .code), .init(verbatim: action.output, .code))
    }
    let follows = module.follows.map { event in
      let publisher = modules.first { $0.publishes.contains(event) }
      return Text(verbatim: event, .code) + (publisher.map { " of \($0.name)" } ?? "")
    }
    return [
      .heading(LocalizedText(verbatim: module.name)),
      .sentence(verbatim: module.summary),
      .table(actions),
      .definitions([
        "Publishes": list(module.publishes, .code),
        "Follows": follows.joined(separator: ", "), "Requires": list(module.requires),
        "Uses if available": list(module.uses),
      ]),
    ]
  }

  private static func state(of module: ModuleListing) -> Text {
    let took = module.milliseconds.map { " in \(Duration.milliseconds($0).milliseconds) ms" }
    let reason = (module.failure ?? module.reason).map { " (\($0))" }
    return Text(verbatim: module.state + (took ?? "") + (reason ?? ""))
  }

  /// The names of actions without their target, which is that of the module.
  private static func names(_ paths: [String]) -> Text {
    list(paths.map { $0.split(at: "/").last.map(String.init) ?? $0 })
  }

  private static func list(_ names: [String], _ role: TextRole = .plain) -> Text {
    names.map { Text(verbatim: $0, role) }.joined(separator: ", ")
  }
}
