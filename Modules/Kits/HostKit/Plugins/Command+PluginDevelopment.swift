import Console
import Documents
import Mediator

/// The commands of every app for those who write plug-ins.
extension Command {
  static let pluginsTest = Command(
    "plugins test",
    "Test a plug-in in its folder: its tools, and the calls that its cases.json describes",
    action: Host.testPlugin, arguments: ["folder"],
    examples: ["plugins test ../weather", "plugins test ../weather --json"]
  ) { invocation in
    let query = try invocation.input(PluginTestQuery.self)
    let report = try await invocation.mediator.perform(Host.testPlugin, query)
    let result = CommandResult(report) { $0.document }
    return report.error.map { result.failing(with: $0) } ?? result
  }

  static let pluginsDev = Command(
    "plugins dev",
    "Run a plug-in in its folder, and a command line with it, again after each change",
    calls: Host.developPlugin, arguments: ["folder", .positional("line", isOptional: true)],
    examples: ["plugins dev ../weather", "plugins dev ../weather -- weather Porto --json"]
  ) { _ in [] }
}
