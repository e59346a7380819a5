import Console
import Documents
import Foundation
import Mediator
import Plugins

/// Tests a plug-in in the folder of its author, as the app uses it: starts the program, negotiates,
/// lists its tools, and calls those that the file `cases.json` names.
struct PluginTest: Sendable {
  let host: CommandLineHost
  /// The mediator of the session, through which the plug-in may call the app.
  let session: Mediator

  /// - Throws: `PluginFileError`, `PluginConflict`, `PluginTestError.badCases`, `PluginError`.
  func run(_ query: PluginTestQuery) async throws -> PluginTestReport {
    let folder = URL(filePath: query.folder, directoryHint: .isDirectory)
    let uninstalled = try UninstalledPlugin(
      in: folder, home: host.folder, environment: host.environment.all)
    let manifest = uninstalled.plugin.manifest
    try manifest.check(in: host.app.withoutPlugins)
    let cases = try PluginCase.all(inFolder: folder)
    host.showVariables(of: uninstalled)
    // Which actions the plug-in answers is known when its tools are.
    let plugin = try await host.run(uninstalled, calling: session) { _ in }.plugin
    try manifest.checkTools(plugin.tools)
    let results = try await host.run(uninstalled, as: plugin, calling: session) { mediator in
      var results: [PluginTestReport.CaseResult] = []
      for test in cases {
        let problem = try await test.problem(calling: plugin, through: mediator)
        results.append(
          .init(tool: test.tool, arguments: test.arguments ?? .object([:]), problem: problem))
      }
      return results
    }.result
    return PluginTestReport(
      name: manifest.name, tools: plugin.tools.map(\.name),
      warnings: ToolNames(of: plugin).warnings, cases: results)
  }
}

/// The input of `Host.testPlugin`.
struct PluginTestQuery: Codable, SchemaDescribing {
  let folder: String

  static var fieldDescriptions: FieldDescriptions { ["folder": .pluginFolder] }
}

extension FieldDescription {
  /// The folder of a plug-in that is not installed.
  static let pluginFolder = FieldDescription(
    "the folder with the file plugin.json; its program runs without being trusted, because you "
      + "name it",
    suggestions: .files)
}

/// What the test of a plug-in has found.
struct PluginTestReport: Codable, Sendable {
  /// The result of a case.
  struct CaseResult: Codable, Sendable {
    let tool: String
    let arguments: JSONValue
    /// How the answer differs from what is expected; nil if it does not.
    let problem: String?
  }

  let name: String
  /// The names of its tools.
  let tools: [String]
  /// What is not as its author expects, such as two tools whose commands would have one name.
  let warnings: [String]
  let cases: [CaseResult]

  /// The error of a test with cases that failed; nil if all passed.
  var error: PluginTestError? {
    let count = cases.count { $0.problem != nil }
    return count == 0 ? nil : .failed(plugin: name, count: count, total: cases.count)
  }

  /// A line for the tools, and one for each case.
  var document: Document {
    let tools = tools.isEmpty ? "no tools" : tools.joined(separator: ", ")
    let results = cases.map { result in
      let arguments = (try? JSON.encode(result.arguments)).map {
        String(decoding: $0, as: UTF8.self)
      }
      let text = "\(result.tool) \(arguments ?? "")" + (result.problem.map { ": \($0)" } ?? "")
      return Self.line(result.problem == nil ? "✓" : "✗", text)
    }
    let hint =
      cases.isEmpty
      ? [Self.line("!", "no cases to test; write some in \(PluginCase.fileName)")] : []
    return [
      .group(
        [Self.line("✓", "\(name): \(tools)")] + warnings.map { Self.line("!", $0) } + results
          + hint)
    ]
  }

  private static func line(_ mark: String, _ text: String) -> Block {
    .item(mark: Text(verbatim: "\(mark) "), Document(Text(verbatim: text.printable)))
  }
}
