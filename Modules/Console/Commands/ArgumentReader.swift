import Mediator

/// Goes through a command line from left to right.
struct ArgumentReader {
  private var tokens: ArraySlice<Token>
  /// The values of the options read so far, by field.
  private(set) var options: [String: String] = [:]
  /// The words read so far.
  private(set) var positionals: [String] = []

  init(_ line: [String]) {
    let end = line.firstIndex(of: "--") ?? line.endIndex
    tokens =
      line[..<end].map(Self.token) + (end < line.endIndex ? [.end] : [])
      + line[end...].dropFirst().map(Token.word)
  }

  /// Whether `--help` or `-h` comes anywhere, or came.
  var asksForHelp: Bool {
    let isAhead = tokens.contains {
      if case .option(let name, _) = $0 { name == Argument.help.typed } else { false }
    }
    return isAhead || options[Argument.help.field] != nil
  }

  /// The words that come next, up to an option.
  var words: [String] {
    tokens.drop { $0 == .end }.prefix { $0.word != nil }.compactMap(\.word)
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
    let room = command.words.count + command.positionals.count
    while let token = tokens.popFirst() {
      switch token {
      case .end: continue
      case .option(let name, let value):
        try readOption(name, value, of: command.arguments + globals)
      case .word(let word):
        guard positionals.count < room else {
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
    _ name: String, _ value: String?, of arguments: [Argument]
  ) throws(CommandLineError) {
    let known = arguments.filter { $0.kind != .positional }
    guard let option = known.first(where: { $0.typed == name }) else {
      throw .unknownOption(name, nearest: known.map(\.typed).nearest(to: name).first)
    }
    guard options[option.field] == nil else { throw .repeatedOption(name) }
    options[option.field] = try read(value, of: option)
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

  /// A hyphen alone and a negative number are words.
  private static func token(_ text: String) -> Token {
    let letters = text.unicodeScalars
    let second = letters.dropFirst().first
    guard letters.first == "-", let second, second != ".", !("0"..."9").contains(second) else {
      return .word(text)
    }
    guard text != "-h" else { return .option(name: Argument.help.typed, value: nil) }
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard name != "--" else { return .option(name: text, value: nil) }
    return .option(name: name, value: parts.count > 1 ? String(parts[1]) : nil)
  }
}

private enum Token: Equatable {
  case word(String)
  /// The name has its hyphens; the value is what follows `=`.
  case option(name: String, value: String?)
  /// The `--` after which everything is a word.
  case end

  var word: String? {
    if case .word(let word) = self { word } else { nil }
  }
}
