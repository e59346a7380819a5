import Console
import Mediator

/// The actions that every host answers.
enum Host: Interface {
  /// Lists the modules in start order.
  static let modules = Action<ModulesQuery, [ModuleListing]>(Host.self, "modules")
  /// Checks modules, configuration, data folder and terminal.
  static let doctor = Action<DoctorQuery, Diagnosis>(Host.self, "doctor")
  /// Lists the tools of MCP clients: the remote actions.
  static let tools = Action<ToolsQuery, [ToolDefinition]>(Host.self, "tools")
  /// Returns the completion script for a shell.
  static let completions = Action<CompletionsQuery, CompletionScript>(Host.self, "completions")
  /// Returns the manual page of the host.
  static let manual = Action<Empty, ManualPage>(Host.self, "manual")
}

/// The input of `Host.modules`.
struct ModulesQuery: Codable, Sendable {
  /// Whether to start every module first.
  let start: Bool?
  /// Whether the command prints the graph instead of the list.
  let graph: Bool?
  /// Whether the command prints the Markdown page instead of the list.
  let markdown: Bool?
  /// The path of a Markdown file that precedes the graph and the sections of the page.
  let introduction: String?
}

/// The input of `Host.doctor`.
struct DoctorQuery: Codable, Sendable {
  /// Whether to remove temporary files of killed processes, and permissions of other users, first.
  let fix: Bool?
}

/// The input of `Host.tools`.
struct ToolsQuery: Codable, Sendable {
  /// Whether the command lists the tools instead of serving a client.
  let list: Bool?
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

/// A manual page in the format of `man`.
struct ManualPage: Codable, Sendable {
  let page: String
}
