import Console
import Foundation
import Mediator
import ModuleManager

/// The command-line host: reads a line, runs the command that a module contributes, shows its
/// answer, and stops every module it started.
struct CommandLineHost: Sendable {
  static let name = "metro"
  static let summary = "a metro navigator for the terminal"
  static let version = "\(name) \(Release.latest.version)"
  static let city = Argument.option(
    "city", "the city meant; the current one unless given", value: "id")
  static let json = Argument.flag("json", "answer in JSON, for programs")
  static let trace = Argument.flag("trace", "show calls and events with how long they took")
  static let versionFlag = Argument.flag("version", "print the version")

  let modules: [any Module.Type]
  let folder: URL
  let output: Terminal
  let errors: Terminal
  var environment: Environment = [:]
  /// The whole of the terminal, where a person sits at both ends of it.
  var screen: Screen?
  /// The signals of the process, where it is the host's own.
  var signals: HostSignals?
  var now: @Sendable () -> Date = { Date() }

  /// Answers one command line, the host's own name left out.
  func answer(_ line: [String]) async -> ExitCode {
    do {
      // What all modules offer need not be known for this.
      guard line != ["--version"] else { return show(Self.version) }
      let parsed = try parser.parse(line)
      switch parsed.request {
      case .nothing where parsed.has(Self.versionFlag):
        return show(
          try Answer(["version": Release.latest.version]) { _, _ in Self.version }, parsed)
      case .nothing:
        if let screen, parsed.globals.values.isEmpty { return try await browse(on: screen) }
        return try showHelp(for: [], parsed)
      case .help(let words): return try showHelp(for: words, parsed)
      case .run(let command):
        // What the command takes is among its parameters.
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

  /// The commands that are told of.
  var commands: [Command] {
    let contributed = modules.compactMap { $0 as? any CommandModule.Type }.flatMap { $0.commands }
    return (contributed + Command.host + [.open(by: contributed)])
      .sorted { $0.words.lexicographicallyPrecedes($1.words) }
  }

  var parser: CommandParser {
    let commands = commands
    let completer = Completer(commands: commands, globals: globals)
    return CommandParser(
      commands: commands, hidden: [.complete(completer), .mindTheGap], globals: globals)
  }

  private var globals: [Argument] { [Self.city, Self.json, Self.trace, Self.versionFlag] }

  private var help: Help {
    Help(
      host: Self.name, summary: Self.summary, commands: commands,
      globals: [Self.json, Self.trace, Self.versionFlag],
      examples: [
        "route Trindade \"Casa da Música\"", "stations casa", "city add beijing beijing.zip",
        "--city porto route Aeroporto Trindade --json",
      ], alone: "opens a full-screen browser of it all")
  }

  private func showHelp(for words: [String], _ parsed: ParsedCommand) throws -> ExitCode {
    guard parsed.has(Self.json) else { return show(help.text(for: words, on: output.page)) }
    return show(try Answer(help.pages(for: words)) { _, _ in "" }, parsed)
  }

  func show(_ text: String) -> ExitCode {
    switch output.write(text.isEmpty ? "" : text + "\n") {
    case .written, .closed: .answered
    case .failed(let code):
      report(OutputFailed(reason: String(cString: strerror(code)).lowercased()))
    }
  }

  func report(_ error: any Error) -> ExitCode {
    let code = ExitCode(error)
    let sentence = code == .interrupted ? "interrupted" : "\(error)".printable
    let columns = errors.isTerminal ? errors.page.columns : .max
    errors.write("metro: \(sentence)".wrapped(to: columns).joined(separator: "\n") + "\n")
    return code
  }
}
