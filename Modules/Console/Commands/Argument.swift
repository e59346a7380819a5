/// One thing that a command takes from the command line: a field of its action's input.
public struct Argument: Sendable {
  /// How it is given.
  public enum Kind: Sendable, Hashable {
    /// By its place.
    case positional
    /// As `--name value` or `--name=value`.
    case option
    /// As `--name`, which stands for true.
    case flag
  }

  /// Asks for help instead of an answer; every command line may have it, also as `-h`.
  public static let help = flag("help", "show how to call a command", letter: "h")

  /// How it is given.
  public let kind: Kind
  /// Its name in help; options and flags have it behind two hyphens.
  public let name: String
  /// What stands for its value in help, such as `time` in `--depart <time>`.
  public let value: String
  /// What it means, in a few words.
  public let summary: String
  /// Whether it may be left out.
  public let isOptional: Bool
  /// What stands for an option's name behind one hyphen, as in `-o`.
  public var letter: Character?
  /// What a shell offers while it is being typed, besides the choices of an enum.
  public var completion: Completion?
  /// Whether what the command takes by its place belongs to the option.
  var takesPositionals = false
  private var otherField: String?

  /// The field of the input that it fills: `change-time` fills `changeTime` unless it says another.
  public var field: String {
    if let otherField { return otherField }
    guard name.contains("-") else { return name }
    let words = name.split(separator: "-")
    return words.prefix(1).joined()
      + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// Its place in a usage line, such as `<from>`, `[<to>]` or `--depart <time>`.
  var usage: String {
    switch kind {
    case .positional: isOptional ? "[<\(name)>]" : "<\(name)>"
    case .option: "\(letters)\(typed) <\(value)>"
    case .flag: letters + typed
    }
  }

  private var letters: String { letter.map { "-\($0), " } ?? "" }

  /// Its name as one types it: options and flags have two hyphens before it.
  var typed: String { kind == .positional ? name : "--\(name)" }

  /// Whether `text` is how one types it, hyphens included.
  func isCalled(_ text: String) -> Bool {
    kind != .positional && (text == typed || letter.map { text == "-\($0)" } == true)
  }

  /// An argument that is given by its place.
  public static func positional(
    _ name: String, _ summary: String, isOptional: Bool = false, completes: Completion? = nil
  ) -> Argument {
    Argument(
      kind: .positional, name: name, value: name, summary: summary, isOptional: isOptional,
      completion: completes)
  }

  /// An argument that is given as `--name value` and may be left out; it fills `field` where that is
  /// not called like it. With `takesPositionals`, what the command takes by its place has no sense
  /// without it: `map [--route <from> <to>]`.
  public static func option(
    _ name: String, _ summary: String, value: String = "value", letter: Character? = nil,
    completes: Completion? = nil, fills field: String? = nil, takesPositionals: Bool = false
  ) -> Argument {
    Argument(
      kind: .option, name: name, value: value, summary: summary, isOptional: true, letter: letter,
      completion: completes, takesPositionals: takesPositionals, otherField: field)
  }

  /// An argument that is given as `--name`, or as `--no-name` for false.
  public static func flag(
    _ name: String, _ summary: String, letter: Character? = nil
  ) -> Argument {
    Argument(
      kind: .flag, name: name, value: "", summary: summary, isOptional: true, letter: letter)
  }
}

extension [Argument] {
  /// The arguments, with `--help` among them.
  var includingHelp: [Argument] {
    contains { $0.name == Argument.help.name } ? self : self + [.help]
  }
}
