public import Mediator

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

  /// What is unusual about an argument of a command that was made for another program.
  package enum Role: Sendable, Hashable {
    case usual
    /// It is given by its position, or as an option.
    case positionalOrOption
    /// It contains all arguments, so that no other must be given.
    case all
  }

  /// The flag that asks for help; every command line accepts it, also as `-h`.
  public static let help = flag("help", "show help for a command", shortName: "h")

  /// The flag of commands that are `watchable`.
  public static let watch = flag("watch", "keep the answer up to date, until q or Ctrl-C")

  /// How the argument is given.
  public let kind: Kind
  /// The name in help, without the two hyphens of options and flags.
  public let name: String
  /// The field of the input that the argument sets: by default `pageSize` for `page-size`.
  public let field: String
  /// Whether the argument may be left out.
  public let isOptional: Bool
  /// The letter of the short form, such as `o` in `-o`.
  public let shortName: Character?
  /// Whether an argument that is given by its position may also be given as an option, or an option
  /// contains all arguments, so that no other must be given.
  package private(set) var role = Role.usual
  /// Whether the command's positional arguments only make sense together with this option.
  let takesPositionals: Bool
  /// What the argument means: by default the description of its field.
  public fileprivate(set) var description: FieldDescription?

  /// What the argument means, in a few words.
  package var summary: String { description.map { "\($0.text)" } ?? "" }

  /// The placeholder of the value in help, such as `time` in `--before <time>`.
  var valueName: String { description?.valueName ?? "value" }

  /// The argument in a usage line, such as `<from>`, `[<to>]` or `--before <time>`.
  var usage: String {
    switch kind {
    case .positional: isOptional ? "[<\(name)>]" : "<\(name)>"
    case .option: "\(shortForm)\(typed) <\(valueName)>"
    case .flag: shortForm + typed + (isNegatable ? ", --no-\(name)" : "")
    }
  }

  /// The argument in the usage line of its command.
  var usageInLine: String { isNegatable ? "(\(typed) | --no-\(name))" : usage }

  /// Whether help and completion show that the flag can also be false.
  var isNegatable: Bool { kind == .flag && description?.isNegatable == true }

  private var shortForm: String { shortName.map { "-\($0), " } ?? "" }

  /// The name as typed: with two hyphens for options and flags.
  package var typed: String { kind == .positional ? name : "--\(name)" }

  /// Whether `text` is the long or short form of the option or flag.
  func matches(_ text: String) -> Bool {
    switch role {
    case .positionalOrOption: text == "--\(name)"
    case .usual, .all:
      kind != .positional && (text == typed || shortName.map { text == "-\($0)" } == true)
    }
  }

  /// The argument in another role.
  package func with(_ role: Role) -> Argument {
    var argument = self
    argument.role = role
    return argument
  }

  private init(
    _ kind: Kind, _ name: String, _ description: FieldDescription?, field: String?,
    isOptional: Bool, shortName: Character? = nil, takesPositionals: Bool = false
  ) {
    self.kind = kind
    self.name = name
    self.field = field ?? name.camelCased
    self.isOptional = isOptional
    self.shortName = shortName
    self.takesPositionals = takesPositionals
    self.description = description
  }

  /// Declares an argument that is given by its position.
  /// - Parameters:
  ///   - description: What it means; nil if the input of the command describes its field.
  ///   - field: The field that it sets, if this is not derived from its name.
  public static func positional(
    _ name: String, _ description: FieldDescription? = nil, isOptional: Bool = false,
    field: String? = nil
  ) -> Argument {
    Argument(.positional, name, description, field: field, isOptional: isOptional)
  }

  /// Declares an argument that is given as `--name value`.
  /// - Parameters:
  ///   - description: What it means; nil if the input of the command describes its field.
  ///   - isOptional: Whether it may be left out, as most options may.
  ///   - field: The field that it sets, if this is not derived from its name.
  ///   - takesPositionals: Whether the command's positional arguments only make sense together with
  ///     this option, as in `draw [--path <from> <to>]`.
  public static func option(
    _ name: String, _ description: FieldDescription? = nil, shortName: Character? = nil,
    isOptional: Bool = true, field: String? = nil, takesPositionals: Bool = false
  ) -> Argument {
    Argument(
      .option, name, description, field: field, isOptional: isOptional, shortName: shortName,
      takesPositionals: takesPositionals)
  }

  /// Declares an argument that is given as `--name` for true or `--no-name` for false.
  /// - Parameters:
  ///   - description: What it means; nil if the input of the command describes its field.
  ///   - isOptional: Whether it may be left out, as most flags may.
  ///   - field: The field that it sets, if this is not derived from its name.
  public static func flag(
    _ name: String, _ description: FieldDescription? = nil, shortName: Character? = nil,
    isOptional: Bool = true, field: String? = nil
  ) -> Argument {
    Argument(
      .flag, name, description, field: field, isOptional: isOptional, shortName: shortName)
  }

  /// The option or flag that sets a field.
  fileprivate init(field: String, _ description: FieldDescription) {
    self.init(
      description.isFlag ? .flag : .option, field.kebabCased, description, field: field,
      isOptional: true)
  }
}

extension Argument: ExpressibleByStringLiteral {
  /// Declares an argument that is given by its position and must not be left out.
  public init(stringLiteral name: String) {
    self = .positional(name)
  }
}

extension [Argument] {
  var positionals: [Argument] { filter { $0.kind == .positional } }
  var options: [Argument] { filter { $0.kind != .positional } }

  /// The arguments with the descriptions of their fields: first those that are given by their
  /// positions, then one for each field that is described, which is an option or a flag of its name
  /// unless it is declared, and then the others.
  func described(by fields: FieldDescriptions) -> [Argument] {
    let declared = map { argument in
      var argument = argument
      argument.description = argument.description ?? fields[argument.field]
      return argument
    }
    let (positionals, options) = (declared.positionals, declared.options)
    let others = fields.names.filter { name in !positionals.contains { $0.field == name } }
    return positionals
      + others.flatMap { name in
        let declared = options.filter { $0.field == name }
        guard declared.isEmpty, let description = fields[name] else { return declared }
        return [Argument(field: name, description)]
      } + options.filter { fields[$0.field] == nil }
  }

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
