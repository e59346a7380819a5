import Mediator

/// What can be known of a command line before its last word is typed; whatever is wrong in it is
/// passed over.
struct TypedLine {
  /// The words that stand by their place, those of the command first.
  private(set) var words: [String] = []
  /// Whether `--` has ended the options.
  private(set) var isEnded = false
  /// The option that still waits for its value.
  private(set) var waitingOption: Argument?
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

  /// The argument that the next word would fill by its place.
  var nextPositional: Argument? {
    guard let command else { return nil }
    let place = words.count - command.words.count
    guard place >= command.positionals.count else { return command.positionals[place] }
    return command.positionals.last.flatMap { command.isRepeated($0) ? $0 : nil }
  }

  /// The values given so far, by field.
  var given: Parameters {
    var given = Parameters()
    for option in options { given.append(option.value, for: option.field) }
    guard let command else { return given }
    for (argument, value) in zip(command.positionals, words.dropFirst(command.words.count)) {
      given.append(value, for: argument.field)
    }
    return given
  }

  /// The options that may be given yet.
  var freeOptions: [Candidate] {
    let given = options.map(\.field)
    return known.filter { option in
      option.kind != .positional
        && (!given.contains(option.field) || command?.isRepeated(option) == true)
    }.map { Candidate($0.typed, $0.summary) }
  }

  func option(called name: String) -> Argument? { known.option(called: name)?.0 }

  private var known: [Argument] {
    let own = (command?.arguments ?? []) + (command?.derivedOptions ?? [])
    return own + globals.filter { global in !own.contains { $0.typed == global.typed } }
  }

  private mutating func read(_ text: String) {
    if let option = waitingOption {
      waitingOption = nil
      return options.append((option.field, text))
    }
    guard !isEnded else { return words.append(text) }
    switch text == "--" ? .end : ArgumentToken(text) {
    case .word(let word): words.append(word)
    case .option(let name, let value):
      guard let (option, isDenied) = known.option(called: name) else { return }
      switch option.kind {
      case .option where value == nil: waitingOption = option
      case .option, .positional: options.append((option.field, value ?? ""))
      case .flag: options.append((option.field, "\(!isDenied)"))
      }
    case .end: isEnded = true
    }
  }
}
