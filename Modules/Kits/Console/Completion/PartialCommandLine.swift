import Mediator

/// A command line without its last, unfinished word, read for completion; mistakes are ignored.
struct PartialCommandLine {
  /// The words that are not options: the words of the command, then its positional arguments.
  private(set) var words: [String] = []
  /// Whether the line contains `--`, which ends the options.
  private(set) var hasEndOfOptions = false
  /// The option at the end of the line, if its value is still missing.
  private(set) var optionWithoutValue: Argument?
  private var options: [(field: String, value: String)] = []
  private let commands: [Command]
  private let globals: [Argument]

  init(_ line: some Collection<String>, commands: [Command], globals: [Argument]) {
    self.commands = commands
    self.globals = globals
    for word in line { read(word) }
  }

  /// The command that the words call.
  var command: Command? {
    commands.filter { words.starts(with: $0.words) }.max { $0.words.count < $1.words.count }
  }

  /// The positional argument that the next word sets.
  var nextPositional: Argument? {
    guard let command else { return nil }
    let position = words.count - command.words.count
    guard position >= command.positionals.count else { return command.positionals[position] }
    return command.positionals.last.flatMap { command.isRepeatable($0) ? $0 : nil }
  }

  /// The values typed so far, by field.
  var given: Parameters {
    var given = Parameters()
    for option in options { given.append(option.value, for: option.field) }
    guard let command else { return given }
    for (argument, value) in zip(command.positionals, words.dropFirst(command.words.count)) {
      given.append(value, for: argument.field)
    }
    return given
  }

  /// The options that can still be added.
  var availableOptions: [CompletionCandidate] {
    let given = options.map(\.field)
    return known.filter { option in
      option.kind != .positional
        && (!given.contains(option.field) || command?.isRepeatable(option) == true)
    }.flatMap { option in
      ([option.typed] + (option.isNegatable ? ["--no-\(option.name)"] : []))
        .map { CompletionCandidate($0, option.summary) }
    }
  }

  func option(named name: String) -> Argument? { known.option(named: name)?.0 }

  private var known: [Argument] {
    let own = (command?.arguments ?? []) + (command?.derivedOptions ?? [])
    return own + globals.filter { global in !own.contains { $0.typed == global.typed } }
  }

  private mutating func read(_ text: String) {
    if let option = optionWithoutValue {
      optionWithoutValue = nil
      return options.append((option.field, text))
    }
    guard !hasEndOfOptions else { return words.append(text) }
    switch text == "--" ? .end : ArgumentToken(text) {
    case .word(let word): words.append(word)
    case .option(let name, let value):
      guard let (option, isNegated) = known.option(named: name) else { return }
      switch option.kind {
      case .option where value == nil: optionWithoutValue = option
      case .option, .positional: options.append((option.field, value ?? ""))
      case .flag: options.append((option.field, "\(!isNegated)"))
      }
    case .end: hasEndOfOptions = true
    }
  }
}
