public import Mediator

/// The result of parsing a command line.
public struct ParsedCommandLine: Sendable {
  /// What the host has to do.
  public enum Request: Sendable {
    /// Run a command.
    case run(Command)
    /// Show help for the command, or for all commands that begin with the words; no words mean the
    /// host itself.
    case help(words: [String])
    /// Do what the host does without a command.
    case nothing
  }

  /// What the host has to do.
  public let request: Request
  /// The command's values by field, not validated yet.
  public let parameters: Parameters
  /// The values of global options by field; `true` for a flag.
  public let globals: Parameters

  /// Whether a global option is given; false for a negated flag.
  public func has(_ global: Argument) -> Bool {
    globals[global.field].map { $0 != ["false"] } ?? false
  }
}

/// Parses command lines, without running anything.
///
/// A command is called by its consecutive words; the longest match wins. Global options may come
/// before or after it, its own options anywhere after it. `--` ends the options. Abbreviations are
/// not accepted.
public struct CommandParser: Sendable {
  private let commands: [Command]
  private let hidden: [Command]
  private let globals: [Argument]

  /// Creates a parser for `commands`.
  /// - Parameters:
  ///   - commands: The commands that can be called and suggested.
  ///   - hidden: Commands that can be called, but are never suggested.
  ///   - globals: The host's own options. A command that declares one of them, such as `--shop`,
  ///     receives its value instead of the host.
  public init(commands: [Command], hidden: [Command] = [], globals: [Argument]) {
    self.commands = commands
    self.hidden = hidden
    self.globals = globals.includingHelp
  }

  /// Parses a line, without the host's own name.
  public func parse(_ line: [String]) throws(CommandLineError) -> ParsedCommandLine {
    // Before it is compared with anything.
    if let word = line.first(where: { !$0.isStreamSafe }) {
      throw .badValue(String(word.unicodeScalars.prefix(30)), reason: StreamSafeText.reason)
    }
    var reader = ArgumentReader(line)
    try readGlobals(&reader)
    let words = reader.words
    if words.first == "help" || reader.asksForHelp {
      let topic = Array(words.drop { $0 == "help" })
      if topic.count < words.count { try checkLastWord(of: topic) }
      return try help(topic, flags: reader.flags(of: globals))
    }
    guard !words.isEmpty else { return parsed(.nothing, from: reader) }
    guard let command = try command(words) else {
      let next = commands.filter { $0.words.starts(with: words) }.map { $0.words[words.count] }
      throw .incompleteCommand(
        words.joined(separator: " "), subcommands: Set(next).sorted())
    }
    do {
      try reader.read(command, globals: globals)
    } catch .unexpectedArgument(let word, let usage) where isGroup(command) {
      if command.positionals.isEmpty { throw unknownCommand(command.words + [word]) }
      // A misspelt last word of a longer command was read as the first positional argument.
      let error = unknownCommand(Array(reader.positionals.prefix(command.words.count + 1)))
      if case .unknownCommand(_, _, nearest: .some) = error { throw error }
      throw .unexpectedArgument(word, usage: usage)
    }
    return parsed(.run(command), from: reader, for: command)
  }

  /// Whether longer commands begin with the words of this one.
  private func isGroup(_ command: Command) -> Bool {
    commands.contains { $0.words.starts(with: command.words) && $0.words != command.words }
  }

  private func readGlobals(_ reader: inout ArgumentReader) throws(CommandLineError) {
    do {
      try reader.readOptions(of: globals)
    } catch .unknownOption(let name, _)
      where commands.contains(where: { $0.options.contains { $0.typed == name } })
    {
      throw .misplacedOption(name)
    }
  }

  private func help(
    _ words: [String], flags: Parameters
  ) throws(CommandLineError) -> ParsedCommandLine {
    let words = try words.isEmpty ? [] : command(words)?.words ?? words
    return ParsedCommandLine(request: .help(words: words), parameters: [:], globals: flags)
  }

  /// Throws an error for the last word of a longer command that is misspelt.
  private func checkLastWord(of topic: [String]) throws(CommandLineError) {
    guard !topic.isEmpty, let command = try command(topic), command.positionals.isEmpty,
      topic.count > command.words.count, isGroup(command)
    else { return }
    throw unknownCommand(topic)
  }

  /// The command that `words` begin with; nil if a longer command begins with `words`.
  private func command(_ words: [String]) throws(CommandLineError) -> Command? {
    let matches = (commands + hidden).filter { words.starts(with: $0.words) }
    if let command = matches.max(by: { $0.words.count < $1.words.count }) { return command }
    guard !commands.contains(where: { $0.words.starts(with: words) }) else { return nil }
    throw unknownCommand(words)
  }

  private func unknownCommand(_ words: [String]) -> CommandLineError {
    func continuations(of known: ArraySlice<String>) -> [Command] {
      commands.filter { $0.words.count > known.count && $0.words.starts(with: known) }
    }
    let longest = commands.map(\.words.count).max() ?? 0
    let wrong = words.indices.prefix(longest).last { !continuations(of: words[..<$0]).isEmpty } ?? 0
    let known = words[..<wrong]
    let nearest = Set(continuations(of: known).map { $0.words[wrong] }).nearest(to: words[wrong])
    return .unknownCommand(
      words[...wrong].joined(separator: " "), group: known.joined(separator: " "),
      nearest: nearest.first.map { (known + [$0]).joined(separator: " ") })
  }

  private func parsed(
    _ request: ParsedCommandLine.Request, from reader: ArgumentReader, for command: Command? = nil
  ) -> ParsedCommandLine {
    var parameters = Parameters()
    var globals = Parameters()
    let ownNames = command?.arguments.filter { $0.matches("--\($0.name)") }.map(\.name) ?? []
    let globalNames = self.globals.map(\.name).filter { !ownNames.contains($0) }
    for (name, field, value) in reader.options {
      if globalNames.contains(name) {
        globals.append(value, for: field)
      } else {
        parameters.append(value, for: field)
      }
    }
    let fields = command?.positionals.filter { !reader.isGivenAsOption($0) }.map(\.field) ?? []
    for (index, value) in reader.positionals.enumerated() {
      // The last positional argument is repeatable if there are more values than arguments.
      parameters.append(value, for: fields[min(index, fields.count - 1)])
    }
    return ParsedCommandLine(request: request, parameters: parameters, globals: globals)
  }
}
