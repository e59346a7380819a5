import Console
import Documents
import Foundation
import Mediator

/// Draws the modules as a list, as a graph and as a page of Markdown.
enum ModulesView {
  /// The modules with their state, actions, events and dependencies.
  static func list(_ modules: [ModuleListing], on page: Page) -> String {
    modules.map { module in
      let attributes = [
        ("state", state(of: module)), ("actions", names(module.actions.map(\.path))),
        ("publishes", module.publishes.joined(separator: ", ")),
        ("follows", module.follows.joined(separator: ", ")),
        ("requires", module.requires.joined(separator: ", ")),
        ("uses", module.uses.joined(separator: ", ")),
      ]
      return page.paint(module.name, .title) + "\n"
        + page.definitions(
          attributes.filter { !$0.1.isEmpty }.map { (term: $0.0.padded(to: 9), definition: $0.1) })
    }.joined(separator: "\n\n")
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
    let sections = modules.sorted { $0.name < $1.name }.map { section($0, among: modules) }
    return ([head] + sections).joined(separator: "\n\n")
  }

  private static func section(_ module: ModuleListing, among modules: [ModuleListing]) -> String {
    let head = ["| action | exposure | input | output |", "|---|---|---|---|"]
    let rows = module.actions.map { action in
      "| `\(action.path)` | \(action.exposure) | `\(action.input)` | `\(action.output)` |"
    }
    let table = rows.isEmpty ? "" : (head + rows).joined(separator: "\n")
    let follows = module.follows.map { event in
      let publisher = modules.first { $0.publishes.contains(event) }
      return "`\(event)`" + (publisher.map { " of \($0.name)" } ?? "")
    }
    let attributes = [
      ("Publishes", module.publishes.map { "`\($0)`" }), ("Follows", follows),
      ("Requires", module.requires), ("Uses if available", module.uses),
    ]
    let list = attributes.filter { !$0.1.isEmpty }
      .map { "- \($0): \($1.joined(separator: ", "))" }.joined(separator: "\n")
    return ["## \(module.name)", "\(module.summary).", table, list].filter { !$0.isEmpty }
      .joined(separator: "\n\n")
  }

  private static func state(of module: ModuleListing) -> String {
    let took = module.milliseconds.map { " in \(Duration.milliseconds($0).milliseconds) ms" }
    let reason = (module.failure ?? module.reason).map { " (\($0.printable))" }
    return module.state + (took ?? "") + (reason ?? "")
  }

  /// The names of actions without their target, which is that of the module.
  private static func names(_ paths: [String]) -> String {
    paths.map { $0.split(at: "/").last.map(String.init) ?? $0 }.joined(separator: ", ")
  }
}
