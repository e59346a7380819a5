import Console
import Mediator

/// The actions that every host answers.
enum Host: Interface {
  /// Lists the modules in start order.
  static let modules = Action<ModulesQuery, [ModuleListing]>(Host.self, "modules", .reads)
  /// Checks modules, configuration, data folder and terminal.
  static let doctor = Action<DoctorQuery, Diagnosis>(Host.self, "doctor", .changes)
  /// Lists the tools of MCP clients: the actions that are open to assistants.
  static let tools = Action<ToolsQuery, [ToolDefinition]>(Host.self, "tools", .reads)
  /// Returns the completion script for a shell.
  static let completions = Action<CompletionsQuery, CompletionScript>(
    Host.self, "completions", .reads)
  /// Returns the manual page of the host.
  static let manual = Action<Empty, ManualPage>(Host.self, "manual", .reads)
}

/// The input of `Host.modules`.
struct ModulesQuery: Codable, Sendable {
  let start: Bool?
  let graph: Bool?
  let markdown: Bool?
  let introduction: String?
}

extension ModulesQuery: SchemaDescribing {
  static var fieldDescriptions: FieldDescriptions {
    [
      "start": .flag("start all modules first and show how long each took"),
      "graph": .flag("print the dependency graph for Mermaid"),
      "markdown": .flag("print a Markdown page with the graph and a section for each module"),
      "introduction": .init(
        "the file that precedes the graph on the Markdown page", valueName: "file",
        suggestions: .files),
    ]
  }
}

/// The input of `Host.doctor`.
struct DoctorQuery: Codable, SchemaDescribing {
  let fix: Bool?

  static var fieldDescriptions: FieldDescriptions {
    ["fix": .flag("remove temporary files of killed processes, and permissions of other users")]
  }
}

/// The input of `Host.tools`.
struct ToolsQuery: Codable, SchemaDescribing {
  let list: Bool?

  static var fieldDescriptions: FieldDescriptions {
    ["list": .flag("list the tools that a client may call, and serve none")]
  }
}

/// The input of `Host.completions`.
struct CompletionsQuery: Codable, SchemaDescribing {
  let shell: Shell

  static var fieldDescriptions: FieldDescriptions { ["shell": "the shell"] }
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
