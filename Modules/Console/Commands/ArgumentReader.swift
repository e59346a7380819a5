import Mediator

/// Goes through a command line from left to right.
struct ArgumentReader {
  private var tokens: ArraySlice<ArgumentToken>
  /// The values of the options read so far, by field, in order.
  private(set) var options: [(field: String, value: String)] = []
  /// The words read so far.
  private(set) var positionals: [String] = []

  init(_ line: [String]) {
    tokens = ArgumentToken.tokens(of: line)[...]
  }

  /// Whether `--help` or `-h` comes anywhere, or came.
  var asksForHelp: Bool {
    let isAhead = tokens.contains {
      if case .option(let name, _) = $0 { Argument.help.isCalled(name) } else { false }
    }
    return isAhead || options.contains { $0.field == Argument.help.field }
  }

  /// The words that come next, up to an option.
  var words: [String] {
    tokens.drop { $0 == .end }.prefix { $0.word != nil }.compactMap(\.word)
  }

  /// The flags among `arguments` that are given anywhere.
  func flags(of arguments: [Argument]) -> Parameters {
    var flags = Parameters()
    for option in options { flags.append(option.value, for: option.field) }
    for case .option(let name, nil) in tokens {
      guard let (flag, isDenied) = arguments.option(called: name), flag.kind == .flag else {
        continue
      }
      flags.append("\(!isDenied)", for: flag.field)
    }
    return flags
  }

  /// Reads the options that come next.
  mutating func readOptions(of arguments: [Argument]) throws(CommandLineError) {
    while case .option(let name, let value) = tokens.first {
      tokens.removeFirst()
      try readOption(name, value, of: arguments)
    }
  }

  /// Reads everything else, which begins with the words of `command`; they are not kept.
  mutating func read(_ command: Command, globals: [Argument]) throws(CommandLineError) {
    let declared = command.arguments + globals
    let room = command.words.count + command.positionals.count
    while let token = tokens.popFirst() {
      switch token {
      case .end: continue
      case .option(let name, let value):
        let isDeclared = declared.option(called: name) != nil
        let known = isDeclared ? declared : declared + command.derivedOptions
        try readOption(name, value, of: known, for: command)
      case .word(let word):
        guard positionals.count < room || command.takesMany else {
          throw .unexpectedArgument(word, usage: command.usage)
        }
        positionals.append(word)
      }
    }
    positionals.removeFirst(command.words.count)
    for argument in command.positionals.dropFirst(positionals.count) where !argument.isOptional {
      throw .missingArgument(argument.name, usage: command.usage)
    }
  }

  private mutating func readOption(
    _ name: String, _ value: String?, of arguments: [Argument], for command: Command? = nil
  ) throws(CommandLineError) {
    guard let (option, isDenied) = arguments.option(called: name) else {
      let known = arguments.filter { $0.kind != .positional }.map(\.typed)
      throw .unknownOption(name, nearest: known.nearest(to: name).first)
    }
    let isGiven = options.contains { $0.field == option.field }
    guard !isGiven || command?.isRepeated(option) == true else { throw .repeatedOption(name) }
    let text = try isDenied ? denial(value, of: name) : read(value, of: option)
    options.append((option.field, text))
  }

  private func denial(_ value: String?, of name: String) throws(CommandLineError) -> String {
    guard value == nil else { throw .unexpectedValue(name) }
    return "false"
  }

  private mutating func read(
    _ value: String?, of option: Argument
  ) throws(CommandLineError) -> String {
    guard option.kind == .option else {
      guard value == nil else { throw .unexpectedValue(option.typed) }
      return "true"
    }
    if let value { return value }
    guard case .word(let word) = tokens.first else { throw .missingValue(option.typed) }
    tokens.removeFirst()
    return word
  }
}

extension Command {
  /// Whether the last argument given by its place takes all that follow.
  fileprivate var takesMany: Bool {
    positionals.last.map { isRepeated($0) } ?? false
  }
}

extension [Argument] {
  /// The option that one types as `name`, hyphens included; denied where it is a flag's `--no-name`.
  func option(called name: String) -> (Argument, isDenied: Bool)? {
    if let option = first(where: { $0.isCalled(name) }) { return (option, false) }
    guard name.hasPrefix("--no-") else { return nil }
    let denied = "--" + name.dropFirst("--no-".count)
    return first { $0.kind == .flag && $0.typed == denied }.map { ($0, true) }
  }
}
