import Console
import Foundation

/// Modules for people.
enum ModulesView {
  static func table(_ modules: [ModuleListing], on page: Page) -> String {
    var table = Table(
      .init("module"), .init("state"), .init("ms", .right), .init("reason", isFlexible: true),
      .init("actions", isFlexible: true), .init("publishes", isFlexible: true),
      .init("follows", isFlexible: true), .init("requires", isFlexible: true))
    for module in modules {
      table.append(
        "\(module.name)", "\(module.state)", "\(module.milliseconds.map(milliseconds) ?? "")",
        "\(module.failure ?? module.reason ?? "")", "\(names(module.actions.map(\.path)))",
        "\(module.publishes.joined(separator: " "))", "\(module.follows.joined(separator: " "))",
        "\(module.requires.joined(separator: " "))")
    }
    return table.text(on: page)
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

  private static func milliseconds(_ value: Double) -> String {
    value.formatted(.number.precision(.fractionLength(1)).locale(Locale(identifier: "en")))
  }

  /// Names of actions without their target, which is the module's.
  private static func names(_ paths: [String]) -> String {
    paths.map { $0.split(separator: "/").last.map(String.init) ?? $0 }.joined(separator: " ")
  }
}
