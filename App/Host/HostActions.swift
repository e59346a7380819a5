import Console
import Mediator

/// The actions of the host: about its modules, and about itself.
enum Host: Interface {
  /// Lists the modules in start order.
  static let modules = Action<ModulesQuery, [ModuleListing]>(Host.self, "modules")
  /// Checks modules, configuration, data folder and terminal.
  static let doctor = Action<Empty, Diagnosis>(Host.self, "doctor")
  /// Returns the completion script for a shell.
  static let completions = Action<CompletionsQuery, CompletionScript>(Host.self, "completions")
  /// Returns the version, licence and data folder of the host.
  static let about = Action<Empty, About>(Host.self, "about")
  /// Lists the data sources that the modules use, with their licences.
  static let credits = Action<Empty, [Credit]>(Host.self, "credits")
  /// Lists the releases, the latest first.
  static let versions = Action<Empty, [Release]>(Host.self, "versions")
}

/// The input of `Host.modules`.
struct ModulesQuery: Codable, Sendable {
  /// Whether to start every module first.
  let start: Bool?
  /// Whether `metro modules` prints the graph instead of the list.
  let graph: Bool?
  /// Whether `metro modules` prints the Markdown page instead of the list.
  let cards: Bool?
}

/// The input of `Host.completions`.
struct CompletionsQuery: Codable, Sendable {
  let shell: Shell
}

/// A script that a shell reads once to complete command lines.
struct CompletionScript: Codable, Sendable {
  let shell: Shell
  let script: String
}
