import Mediator

/// One word of a command line, classified.
enum ArgumentToken: Equatable {
  case word(String)
  /// The name includes its hyphens; the value is the text after `=`.
  case option(name: String, value: String?)
  /// The `--` that ends the options.
  case end

  var word: String? {
    if case .word(let word) = self { word } else { nil }
  }

  /// Classifies a word before `--`. A single hyphen and a negative number are not options.
  init(_ text: String) {
    let letters = text.unicodeScalars
    let second = letters.dropFirst().first
    guard letters.first == "-", let second, second != ".", !("0"..."9").contains(second) else {
      self = .word(text)
      return
    }
    let parts = text.split(at: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    let hasName = name != "--"
    self = .option(
      name: hasName ? name : text, value: hasName && parts.count > 1 ? String(parts[1]) : nil)
  }

  static func tokens(of line: [String]) -> [ArgumentToken] {
    let end = line.firstIndex(of: "--") ?? line.endIndex
    return line[..<end].map { ArgumentToken($0) }
      + (end < line.endIndex ? [.end] : []) + line[end...].dropFirst().map(ArgumentToken.word)
  }
}

/// Reads a command line from left to right.
struct ArgumentReader {
  private var tokens: ArraySlice<ArgumentToken>
  /// The values of the options read so far, with the names of the options, in their order.
  private(set) var options: [(name: String, field: String, value: String)] = []
  /// The positional arguments read so far.
  private(set) var positionals: [String] = []

  init(_ line: [String]) {
    tokens = ArgumentToken.tokens(of: line)[...]
  }

  /// Whether the line contains `--help` or `-h`.
  var asksForHelp: Bool {
    let isAhead = tokens.contains {
      if case .option(let name, _) = $0 { Argument.help.matches(name) } else { false }
    }
    return isAhead || options.contains { $0.field == Argument.help.field }
  }

  /// The words up to the next option.
  var words: [String] {
    tokens.drop { $0 == .end }.prefix { $0.word != nil }.compactMap(\.word)
  }

  /// The options read so far, and the flags of `arguments` in the rest of the line.
  func flags(of arguments: [Argument]) -> Parameters {
    var flags = Parameters()
    for option in options { flags.append(option.value, for: option.field) }
    for case .option(let name, nil) in tokens {
      guard let (flag, isNegated) = arguments.option(named: name), flag.kind == .flag else {
        continue
      }
      flags.append("\(!isNegated)", for: flag.field)
    }
    return flags
  }

  /// Reads the next options, up to a word.
  mutating func readOptions(of arguments: [Argument]) throws(CommandLineError) {
    while case .option(let name, let value) = tokens.first {
      tokens.removeFirst()
      try readOption(name, value, of: arguments)
    }
  }

  /// Reads the rest of the line. The words that call `command` do not become positional arguments.
  mutating func read(_ command: Command, globals: [Argument]) throws(CommandLineError) {
    let declared = command.arguments + globals
    let positional = command.positionals
    let limit = command.words.count + positional.count
    while let token = tokens.popFirst() {
      switch token {
      case .end: continue
      case .option(let name, let value):
        let isDeclared = declared.option(named: name) != nil
        let known = isDeclared ? declared : declared + command.derivedOptions
        try readOption(name, value, of: known, for: command)
      case .word(let word):
        guard positionals.count < limit || command.lastPositionalIsRepeatable else {
          throw .unexpectedArgument(word, usage: command.usage)
        }
        positionals.append(word)
      }
    }
    positionals.removeFirst(command.words.count)
    let left = positional.filter { !isGivenAsOption($0) }
    if positionals.count > left.count, left.count < positional.count {
      throw .unexpectedArgument(positionals[left.count], usage: command.usage)
    }
    guard !command.options.contains(where: { $0.role == .all && isGiven($0) }) else { return }
    for argument in left.dropFirst(positionals.count) where !argument.isOptional {
      throw .missingArgument(argument.name, usage: command.usage)
    }
    for argument in command.options where !argument.isOptional && !isGiven(argument) {
      throw .missingArgument(argument.typed, usage: command.usage)
    }
  }

  private mutating func readOption(
    _ name: String, _ value: String?, of arguments: [Argument], for command: Command? = nil
  ) throws(CommandLineError) {
    guard let (option, isNegated) = arguments.option(named: name) else {
      let known = arguments.filter { $0.kind != .positional }.map(\.typed)
      throw .unknownOption(name, nearest: known.nearest(to: name).first)
    }
    guard !isGiven(option) || command?.isRepeatable(option) == true else {
      throw .repeatedOption(name)
    }
    let text = try isNegated ? negatedValue(value, of: name) : readValue(value, of: option)
    options.append((option.name, option.field, text))
  }

  /// Whether an argument that could have been given by its position is given as an option.
  func isGivenAsOption(_ argument: Argument) -> Bool {
    argument.role == .positionalOrOption && isGiven(argument)
  }

  /// Whether an option is given.
  private func isGiven(_ option: Argument) -> Bool { options.contains { $0.name == option.name } }

  private func negatedValue(_ value: String?, of name: String) throws(CommandLineError) -> String {
    guard value == nil else { throw .unexpectedValue(name) }
    return "false"
  }

  private mutating func readValue(
    _ value: String?, of option: Argument
  ) throws(CommandLineError) -> String {
    guard option.kind != .flag else {
      if option.isNegatable, let value, ["true", "false"].contains(value) { return value }
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
  fileprivate var lastPositionalIsRepeatable: Bool {
    positionals.last.map { isRepeatable($0) } ?? false
  }
}
