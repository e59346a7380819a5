import Console
import Foundation

/// Modules for people.
enum ModulesView {
  /// Each module with its state, and what it answers, announces, follows, requires and uses.
  static func list(_ modules: [ModuleListing], on page: Page) -> String {
    modules.map { module in
      let facts = [
        ("state", state(of: module)), ("answers", names(module.actions.map(\.path))),
        ("announces", module.publishes.joined(separator: ", ")),
        ("follows", module.follows.joined(separator: ", ")),
        ("requires", module.requires.joined(separator: ", ")),
        ("uses", module.uses.joined(separator: ", ")),
      ]
      return page.paint(module.name, .bold) + "\n"
        + page.definitions(
          facts.filter { !$0.1.isEmpty }.map { (term: $0.0.padded(to: 9), meaning: $0.1) })
    }.joined(separator: "\n\n")
  }

  /// The graph in Mermaid's language: requirements as arrows, events as dotted ones.
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

  private static func state(of module: ModuleListing) -> String {
    let took = module.milliseconds.map {
      let number = FloatingPointFormatStyle<Double>(locale: Locale(identifier: "en"))
      return " in \($0.formatted(number.precision(.fractionLength(1)))) ms"
    }
    let reason = (module.failure ?? module.reason).map { " (\($0.printable))" }
    return module.state + (took ?? "") + (reason ?? "")
  }

  /// Names of actions without their target, which is the module's.
  private static func names(_ paths: [String]) -> String {
    paths.map { $0.split(separator: "/").last.map(String.init) ?? $0 }.joined(separator: ", ")
  }
}
