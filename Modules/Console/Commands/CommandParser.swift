import Mediator

/// Reads command lines: which command is meant, and what it is given. Nothing is run.
///
/// A command is called by its words, which stand together; the longest match counts. Global options
/// stand before or after it, its own options anywhere after it. `--` ends the options. Nothing is
/// guessed from abbreviations.
public struct CommandParser: Sendable {
  private let commands: [Command]
  private let hidden: [Command]
  private let globals: [Argument]

  /// A parser of lines that call one of `commands`.
  ///
  /// `globals` are the host's own options. One that the command declares too goes to the command:
  /// so `--city` reaches whatever takes a city. The `hidden` commands can be called, and are never
  /// suggested.
  public init(commands: [Command], hidden: [Command] = [], globals: [Argument]) {
    self.commands = commands
    self.hidden = hidden
    self.globals = globals.includingHelp
  }

  /// Reads a line, the host's own name left out.
  public func parse(_ line: [String]) throws(CommandLineError) -> ParsedCommand {
    var reader = ArgumentReader(line)
    try readGlobals(&reader)
    let words = reader.words
    if words.first == "help" || reader.asksForHelp {
      return try help(Array(words.drop { $0 == "help" }), flags: reader.flags(of: globals))
    }
    guard !words.isEmpty else { return parsed(.nothing, from: reader) }
    guard let command = try command(words) else {
      let next = commands.filter { $0.words.starts(with: words) }.map { $0.words[words.count] }
      throw .incompleteCommand(
        words.joined(separator: " "), subcommands: Set(next).sorted())
    }
    do {
      try reader.read(command, globals: globals)
    } catch .unexpectedArgument(let word, _) where command.positionals.isEmpty && isGroup(command) {
      throw unknown(command.words + [word])
    }
    return parsed(.run(command), from: reader, for: command)
  }

  /// Whether the words of longer commands begin with those of this one.
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
  ) throws(CommandLineError) -> ParsedCommand {
    let words = try words.isEmpty ? [] : command(words)?.words ?? words
    return ParsedCommand(request: .help(words: words), parameters: [:], globals: flags)
  }

  /// The command that `words` begin with; nil when they only begin a command.
  private func command(_ words: [String]) throws(CommandLineError) -> Command? {
    let called = (commands + hidden).filter { words.starts(with: $0.words) }
    if let command = called.max(by: { $0.words.count < $1.words.count }) { return command }
    guard !commands.contains(where: { $0.words.starts(with: words) }) else { return nil }
    throw unknown(words)
  }

  private func unknown(_ words: [String]) -> CommandLineError {
    func continuations(of known: ArraySlice<String>) -> [Command] {
      commands.filter { $0.words.count > known.count && $0.words.starts(with: known) }
    }
    let place = words.indices.last { !continuations(of: words[..<$0]).isEmpty } ?? 0
    let known = words[..<place]
    // Only what may stand in the place of the wrong word is a suggestion.
    let nearest = Set(continuations(of: known).map { $0.words[place] }).nearest(to: words[place])
    return .unknownCommand(
      words[...place].joined(separator: " "), group: known.joined(separator: " "),
      nearest: nearest.first.map { (known + [$0]).joined(separator: " ") })
  }

  private func parsed(
    _ request: ParsedCommand.Request, from reader: ArgumentReader, for command: Command? = nil
  ) -> ParsedCommand {
    var parameters = Parameters()
    var globals = Parameters()
    let own = command?.options.map(\.field) ?? []
    let others = Set(self.globals.map(\.field)).subtracting(own)
    for (field, value) in reader.options {
      if others.contains(field) {
        globals.append(value, for: field)
      } else {
        parameters.append(value, for: field)
      }
    }
    let fields = command?.positionals.map(\.field) ?? []
    for (index, value) in reader.positionals.enumerated() {
      // What is more than there are places belongs to the last one, which takes many.
      parameters.append(value, for: fields[min(index, fields.count - 1)])
    }
    return ParsedCommand(request: request, parameters: parameters, globals: globals)
  }
}
