import Mediator

/// What the host itself answers: about its modules.
enum Host: Interface {
  /// Every module, in start order.
  static let modules = Action<ModulesQuery, [ModuleListing]>(Host.self, "modules")
  /// Whether all is in order.
  static let doctor = Action<Empty, Diagnosis>(Host.self, "doctor")
}

/// Which modules to tell of, and how.
struct ModulesQuery: Codable, Sendable {
  /// Whether to start every module first.
  let start: Bool?
  /// Whether a person wants a graph in place of the table.
  let graph: Bool?
  /// Whether a person wants the page of cards in place of the table.
  let cards: Bool?
}
