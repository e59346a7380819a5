import Channel
import Console
import Documents
import Foundation
import Mediator

/// The command-line host: parses the arguments, runs the command of a module and prints its answer.
struct CommandLineHost: Sendable {
  /// With the plug-ins as further modules, unless the line asks for the version only.
  var app: CommandLineApp
  let folder: URL
  var output: Terminal
  var errors: Terminal
  var environment: Environment = [:]
  /// The screen for the browser; nil unless input and output are a terminal.
  var screen: Screen?
  /// The signals of the process; nil where the host does not handle them, as in tests.
  var signals: HostSignals?
  /// Reports when memory is low; nil where the host does not react to it, as in tests.
  var memoryMonitor: MemoryMonitor?
  /// Receives all calls and events, in tests.
  var interceptor: (any Interceptor)?
  /// The path of the page that `web` prints in place of serving all of them, in tests.
  var pagePath: String?
  /// Opens the streams of `mcp`; empty ones where the host has no such client, as in most tests.
  var openClientStreams: @Sendable () throws(HostError) -> ChannelTransport = {
    () throws(HostError) in
    try .empty
  }
  /// Returns the path of the program that started this process, of which a client of `mcp` is a
  /// part; nil if it is not known.
  var clientProgram: @Sendable () -> String? = { nil }
  var now: @Sendable () -> Date = { Date() }
  /// Waits until a watched command is due again.
  var clock: any Clock<Duration> = ContinuousClock()

  /// Runs one command line, which does not include the name of the host.
  func run(_ line: [String]) async -> ExitCode {
    // Answered before the commands of all modules are collected, which takes longer.
    guard line != ["--version"] else { return print("\(app.name) \(app.version)") }
    return await withPlugins.answer(line)
  }

  /// Runs one command line with the modules that the app has now.
  func answer(_ line: [String]) async -> ExitCode {
    let commands = HostCommands(app)
    do {
      let parsed = try commands.parser.parse(line)
      switch parsed.request {
      case .nothing where parsed.has(HostCommands.version):
        return print(
          CommandResult(["version": app.version]) { _ in "\(app.name) \(app.version)" },
          parsed)
      case .nothing:
        if let option = commands.optionsOfCommands.first(where: { parsed.has($0) }) {
          throw CommandLineError.missingCommand(
            option: "--\(option.name)", example: commands.example(for: option))
        }
        if let screen,
          parsed.globals.values.keys.allSatisfy({
            [HostCommands.language.field, HostCommands.scene.field].contains($0)
          })
        {
          return try await browse(on: screen, parsed, from: try browserStart(parsed))
        }
        guard !parsed.has(HostCommands.scene) else { throw HostError.terminalUnavailable }
        return try withConfiguredTheme.printHelp(for: [], of: commands, parsed)
      case .help(let words):
        return try withConfiguredTheme.printHelp(for: words, of: commands, parsed)
      case .run(let command):
        // A command that declares the option has its value among its own parameters.
        let others = commands.contributedGlobals + [HostCommands.scene]
        if let unused = others.first(where: { parsed.has($0) }) {
          throw CommandLineError.unusedOption("--\(unused.name)", command: command.name)
        }
        // The doctor must also work when the modules do not fit together, so it begins without a
        // session.
        guard command.words != Command.doctor.words else {
          return try await withConfiguredTheme.runDoctor(parsed)
        }
        if let screen, let link = linkToBrowse(command, parsed) {
          return try await browse(on: screen, parsed, from: .link(link))
        }
        return try await run(command, parsed)
      }
    } catch CommandLineError.unknownCommand(let name, let group, let nearest) {
      if let error = pluginError(for: String(name.prefix { $0 != " " })) { return report(error) }
      return await runDefaultCommand(
        for: line, of: commands,
        otherwise: CommandLineError.unknownCommand(name, group: group, nearest: nearest))
    } catch {
      return report(error)
    }
  }

  private func browse(
    on screen: Screen, _ parsed: ParsedCommandLine, from start: BrowserStart
  ) async throws -> ExitCode {
    let configuration = try configuration
    return try await Language.$current.withValue(language(parsed, configuration)) {
      try await with(configuration.theme).browse(on: screen, configuration, from: start)
    }
  }

  private func run(_ command: Command, _ parsed: ParsedCommandLine) async throws -> ExitCode {
    let configuration = try configuration
    return try await Language.$current.withValue(language(parsed, configuration)) {
      try await with(configuration.theme).run(command, parsed, configuration)
    }
  }

  /// Runs the first default command that takes the arguments of a line.
  /// - Parameter error: What is reported if there is none, or if it does not accept them.
  private func runDefaultCommand(
    for line: [String], of commands: HostCommands, otherwise error: any Error
  ) async -> ExitCode {
    for standard in commands.defaults {
      guard let parsed = try? commands.parser.parse(standard.command.words + line),
        case .run = parsed.request
      else { continue }
      do {
        return try await run(standard.command(otherwise: error), parsed)
      } catch {
        return report(error)
      }
    }
    return report(error)
  }

  var configuration: Configuration {
    get throws { try Configuration(of: app, folder: folder, environment: environment.all) }
  }

  /// The language of the person: that of the option, of the configuration or of the locale; nil if
  /// none says it.
  private func language(
    _ parsed: ParsedCommandLine, _ configuration: Configuration
  ) throws(CommandLineError) -> Language? {
    if let tag = parsed.globals[HostCommands.language.field]?.last {
      guard let language = Language(tag) else {
        throw .badValue("--language", reason: "'\(tag)' is not \(ConfigurationKey.languageTag)")
      }
      return language
    }
    // POSIX.1-2024, 8.2: the first of these variables that is set and not empty counts.
    return configuration.language
      ?? ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }
      .first { !$0.isEmpty }.flatMap { Language(locale: $0) }
  }

  /// The host with the theme that the user has chosen, without reading other settings.
  private var withConfiguredTheme: CommandLineHost {
    guard output.isTerminal else { return self }
    return with(Configuration.theme(of: app, folder: folder, environment: environment.all))
  }

  /// The host with a theme; nil for the one of the app.
  private func with(_ theme: Theme?) -> CommandLineHost {
    var host = self
    host.output.theme = theme ?? app.theme
    host.errors.theme = theme ?? app.theme
    return host
  }

  private func printHelp(
    for words: [String], of commands: HostCommands, _ parsed: ParsedCommandLine
  ) throws -> ExitCode {
    let help = help(
      of: commands, globals: HostCommands.ownGlobals, sharedOptions: commands.contributedGlobals)
    guard parsed.has(HostCommands.json) else {
      return print(output.page.text(of: help.document(for: words)))
    }
    return print(CommandResult(try help.descriptions(for: words)) { _ in [] }, parsed)
  }

  /// The help of the app, which lists `globals` as its own options, and `sharedOptions` as those of
  /// some commands.
  func help(
    of commands: HostCommands, globals: [Argument], sharedOptions: [Argument] = []
  ) -> Help {
    Help(
      host: app.name, summary: app.summary, commands: commands.documented, globals: globals,
      sharedOptions: sharedOptions,
      examples: app.examples.filter { !$0.hasPrefix("open ") },
      defaults: commands.defaults.map(\.command), withoutCommand: "open the full-screen browser")
  }

  /// Prints the result of a command, as JSON if the command line asks for it.
  func print(_ result: CommandResult, _ parsed: ParsedCommandLine) -> ExitCode {
    let code: ExitCode
    do {
      if parsed.has(HostCommands.json) {
        code = exitCode(of: output.write(json: try result.json + Data("\n".utf8)))
        for warning in result.warnings {
          write("\(app.name): \(warning)".printableError.withoutAddressSecrets, to: errors)
        }
      } else {
        if let text = result.clipboardText { try output.copy(text) }
        code = print(result.text(on: output.page))
      }
    } catch {
      return report(error)
    }
    if code == .answered, let error = result.error { return report(error) }
    return code == .answered ? result.failure.map { ExitCode($0) } ?? code : code
  }

  private func print(_ text: String) -> ExitCode {
    // Documents such as images end with a line break already.
    let isEnded = text.isEmpty || text.hasSuffix("\n") || text.hasSuffix("\r\n")
    return exitCode(of: output.write(isEnded ? text : text + "\n"))
  }

  private func exitCode(of result: Terminal.WriteResult) -> ExitCode {
    switch result {
    case .written, .closed: .answered
    case .failed(let code): report(HostError.outputFailed(code: code))
    }
  }

  /// Prints an error in one sentence on the standard error output.
  func report(_ error: any Error) -> ExitCode {
    let code = ExitCode(error)
    let sentence = code == .interrupted ? "interrupted" : error.sentence
    write("\(app.name): \(sentence)", to: errors)
    return code
  }

  /// Writes a paragraph, which is wrapped on a terminal.
  func write(_ paragraph: String, to terminal: Terminal) {
    let columns = terminal.isTerminal ? terminal.page.columns : .max
    terminal.write(paragraph.wrapped(to: columns).joined(separator: "\n") + "\n")
  }
}

extension Error {
  /// The error in one sentence for people, without secrets and with control characters escaped.
  var sentence: String { plainText.printableError.withoutAddressSecrets.shortened(to: 2000) }
}
