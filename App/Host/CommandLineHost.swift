import Console
import Foundation
import Mediator
import ModuleManager

/// The command-line host: parses the arguments, runs the command of a module and prints its answer.
struct CommandLineHost: Sendable {
  static let name = "metro"
  static let summary = "a metro navigator for the terminal"
  static let version = "\(name) \(Release.latest.version)"
  static let city = Argument.option(
    "city", "the city to use (default: the current city)", valueName: "id")
  static let json = Argument.flag("json", "print the answer as JSON")
  static let trace = Argument.flag("trace", "print calls and events with their durations")
  static let versionFlag = Argument.flag("version", "print the version")

  let modules: [any Module.Type]
  let folder: URL
  let output: Terminal
  let errors: Terminal
  var environment: Environment = [:]
  /// The screen for the browser; nil unless input and output are a terminal.
  var screen: Screen?
  /// The signals of the process; nil where the host does not handle them, as in tests.
  var signals: HostSignals?
  var now: @Sendable () -> Date = { Date() }

  /// Runs one command line, which does not include the name of the host.
  func run(_ line: [String]) async -> ExitCode {
    do {
      // Answered before the commands of all modules are collected, which takes longer.
      guard line != ["--version"] else { return print(Self.version) }
      let parsed = try parser.parse(line)
      switch parsed.request {
      case .nothing where parsed.has(Self.versionFlag):
        return print(
          try CommandResult(["version": Release.latest.version]) { _, _ in Self.version }, parsed)
      case .nothing:
        if let screen, parsed.globals.values.isEmpty { return try await browse(on: screen) }
        return try printHelp(for: [], parsed)
      case .help(let words): return try printHelp(for: words, parsed)
      case .run(let command):
        // A command that takes a city has '--city' among its own parameters.
        guard !parsed.has(Self.city) else {
          throw CommandLineError.unusedOption(
            "--city", command: command.words.joined(separator: " "))
        }
        return try await run(command, parsed)
      }
    } catch {
      return report(error)
    }
  }

  /// The documented commands, in alphabetical order.
  var commands: [Command] {
    let contributed = modules.compactMap { $0 as? any CommandModule.Type }.flatMap { $0.commands }
    return (contributed + Command.host + [.open(by: contributed)])
      .sorted { $0.words.lexicographicallyPrecedes($1.words) }
  }

  private var parser: CommandParser {
    let commands = commands
    let completer = Completer(commands: commands, globals: globals)
    return CommandParser(
      commands: commands, hidden: [.complete(completer), .easterEgg], globals: globals)
  }

  private var globals: [Argument] { [Self.city, Self.json, Self.trace, Self.versionFlag] }

  private func printHelp(for words: [String], _ parsed: ParsedCommandLine) throws -> ExitCode {
    let help = Help(
      host: Self.name, summary: Self.summary, commands: commands,
      globals: [Self.json, Self.trace, Self.versionFlag],
      examples: [
        "route Trindade \"Casa da Música\"", "stations casa", "city add beijing beijing.zip",
        "--city porto route Aeroporto Trindade --json",
      ], withoutCommand: "open the full-screen browser")
    guard parsed.has(Self.json) else { return print(help.text(for: words, on: output.page)) }
    return print(try CommandResult(help.descriptions(for: words)) { _, _ in "" }, parsed)
  }

  /// Prints the result of a command, as JSON if the command line asks for it.
  func print(_ result: CommandResult, _ parsed: ParsedCommandLine) -> ExitCode {
    let isJSON = parsed.has(Self.json)
    let code = print(
      isJSON ? String(decoding: result.json, as: UTF8.self) : result.text(output.page))
    return code == .answered ? result.failure.map { ExitCode($0) } ?? code : code
  }

  private func print(_ text: String) -> ExitCode {
    switch output.write(text.isEmpty ? "" : text + "\n") {
    case .written, .closed: .answered
    case .failed(let code):
      report(HostError.outputFailed(reason: String(cString: strerror(code)).lowercased()))
    }
  }

  /// Prints an error in one sentence on the standard error output.
  func report(_ error: any Error) -> ExitCode {
    let code = ExitCode(error)
    let sentence = code == .interrupted ? "interrupted" : "\(error)".printable
    let columns = errors.isTerminal ? errors.page.columns : .max
    errors.write("metro: \(sentence)".wrapped(to: columns).joined(separator: "\n") + "\n")
    return code
  }
}
