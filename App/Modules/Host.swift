import Console
import Mediator

/// What the host itself answers: about its modules, and about itself.
enum Host: Interface {
  /// Every module, in start order.
  static let modules = Action<ModulesQuery, [ModuleListing]>(Host.self, "modules")
  /// Whether all is in order.
  static let doctor = Action<Empty, Diagnosis>(Host.self, "doctor")
  /// What a shell reads to complete command lines.
  static let completions = Action<CompletionsQuery, CompletionScript>(Host.self, "completions")
  /// What the host is.
  static let about = Action<Empty, About>(Host.self, "about")
  /// Whose work the answers rest on.
  static let credits = Action<Empty, [Credit]>(Host.self, "credits")
  /// The releases, the latest first.
  static let versions = Action<Empty, [Release]>(Host.self, "versions")
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
