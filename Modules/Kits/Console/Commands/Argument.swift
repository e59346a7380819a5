/// An argument of a command: a field of its action's input, given on the command line.
public struct Argument: Sendable {
  /// How an argument is given.
  public enum Kind: Sendable, Hashable {
    /// By its position.
    case positional
    /// As `--name value` or `--name=value`.
    case option
    /// As `--name`, which means true.
    case flag
  }

  /// The flag that asks for help; every command line accepts it, also as `-h`.
  public static let help = flag("help", "show help for a command", shortName: "h")

  /// The flag of commands that are `watchable`.
  public static let watch = flag("watch", "keep the answer up to date, until q or Ctrl-C")

  /// How the argument is given.
  public let kind: Kind
  /// The name in help, without the two hyphens of options and flags.
  public let name: String
  /// The placeholder of the value in help, such as `time` in `--before <time>`.
  public let valueName: String
  /// What the argument means, in a few words.
  public let summary: String
  /// Whether the argument may be left out.
  public let isOptional: Bool
  /// The letter of the short form, such as `o` in `-o`.
  public private(set) var shortName: Character?
  /// What the shell suggests for the value, besides the choices of an enum.
  public private(set) var completion: CompletionKind?
  /// Whether the command's positional arguments only make sense together with this option.
  private(set) var takesPositionals = false
  private var explicitField: String?

  /// The field of the input that the argument sets: by default `pageSize` for `page-size`.
  public var field: String {
    explicitField ?? name.camelCased
  }

  /// The argument in a usage line, such as `<from>`, `[<to>]` or `--before <time>`.
  var usage: String {
    switch kind {
    case .positional: isOptional ? "[<\(name)>]" : "<\(name)>"
    case .option: "\(shortForm)\(typed) <\(valueName)>"
    case .flag: shortForm + typed
    }
  }

  private var shortForm: String { shortName.map { "-\($0), " } ?? "" }

  /// The name as typed: with two hyphens for options and flags.
  package var typed: String { kind == .positional ? name : "--\(name)" }

  /// Whether `text` is the long or short form of the option or flag.
  func matches(_ text: String) -> Bool {
    kind != .positional && (text == typed || shortName.map { text == "-\($0)" } == true)
  }

  /// Declares an argument that is given by its position.
  /// - Parameter field: The field that it sets, if this is not derived from its name.
  public static func positional(
    _ name: String, _ summary: String, isOptional: Bool = false, completion: CompletionKind? = nil,
    field: String? = nil
  ) -> Argument {
    Argument(
      kind: .positional, name: name, valueName: name, summary: summary, isOptional: isOptional,
      completion: completion, explicitField: field)
  }

  /// Declares an argument that is given as `--name value`.
  /// - Parameters:
  ///   - isOptional: Whether it may be left out, as most options may.
  ///   - field: The field that it sets, if this is not derived from its name.
  ///   - takesPositionals: Whether the command's positional arguments only make sense together with
  ///     this option, as in `draw [--path <from> <to>]`.
  public static func option(
    _ name: String, _ summary: String, valueName: String = "value", shortName: Character? = nil,
    isOptional: Bool = true, completion: CompletionKind? = nil, field: String? = nil,
    takesPositionals: Bool = false
  ) -> Argument {
    Argument(
      kind: .option, name: name, valueName: valueName, summary: summary, isOptional: isOptional,
      shortName: shortName, completion: completion, takesPositionals: takesPositionals,
      explicitField: field)
  }

  /// Declares an argument that is given as `--name` for true or `--no-name` for false.
  /// - Parameters:
  ///   - isOptional: Whether it may be left out, as most flags may.
  ///   - field: The field that it sets, if this is not derived from its name.
  public static func flag(
    _ name: String, _ summary: String, shortName: Character? = nil, isOptional: Bool = true,
    field: String? = nil
  ) -> Argument {
    Argument(
      kind: .flag, name: name, valueName: "", summary: summary, isOptional: isOptional,
      shortName: shortName, explicitField: field)
  }
}

extension [Argument] {
  /// The arguments, with `--help` added if it is missing.
  var includingHelp: [Argument] {
    contains { $0.name == Argument.help.name } ? self : self + [.help]
  }

  /// The option with the typed name, hyphens included; `isNegated` for the `--no-name` of a flag.
  func option(named name: String) -> (Argument, isNegated: Bool)? {
    if let option = first(where: { $0.matches(name) }) { return (option, false) }
    guard name.hasPrefix("--no-") else { return nil }
    let positive = "--" + name.dropFirst("--no-".count)
    return first { $0.kind == .flag && $0.typed == positive }.map { ($0, true) }
  }
}

extension String {
  /// Converts a kebab-case name to camel case: `page-size` becomes `pageSize`.
  var camelCased: String {
    var result = ""
    var startsWord = false
    for character in self {
      guard character != "-" else {
        startsWord = !result.isEmpty
        continue
      }
      if startsWord { result += character.uppercased() } else { result.append(character) }
      startsWord = false
    }
    return result
  }
}
