public import Mediator

/// Why a command line cannot be read.
public enum CommandLineError: ModuleError {
  /// No command has this name. `group` contains the words before it, with which other commands
  /// begin.
  case unknownCommand(String, group: String = "", nearest: String?)
  /// The words begin several commands, but are none of them.
  case incompleteCommand(String, subcommands: [String])
  /// Neither the command nor the host has this option, which includes its hyphens.
  case unknownOption(String, nearest: String?)
  /// An option of a command comes before the command.
  case misplacedOption(String)
  /// A global option of commands stands alone. `example` is a command that takes it.
  case missingCommand(option: String, example: String?)
  /// The command does not use this global option.
  case unusedOption(String, command: String)
  /// A required argument is missing.
  case missingArgument(String, usage: String)
  /// An option has no value.
  case missingValue(String)
  /// A flag has a value.
  case unexpectedValue(String)
  /// There are more arguments than the command takes.
  case unexpectedArgument(String, usage: String)
  /// An option is given twice.
  case repeatedOption(String)
  /// The value of an argument is not valid; the name of an option includes its hyphens.
  case badValue(String, reason: String)

  /// Creates the error for a value that cannot be decoded, with the name that the user types.
  /// - Parameter arguments: The arguments that are declared; another field counts as an option.
  public init(_ error: DecodingError, arguments: [Argument] = []) {
    let (field, reason) = error.problem
    let name = field.map { field in
      arguments.first { $0.field == field }?.typed ?? "--\(field.kebabCased)"
    }
    self = .badValue(name ?? "the arguments", reason: reason)
  }

  public var kind: FailureKind { .badInput }

  public var description: String {
    switch self {
    case .unknownCommand(let name, let group, let nearest):
      "no command \(quoted(name))"
        + nearest.suggestion(
          or: "run with 'help\(group.isEmpty ? "" : " \(group)")' for the list of commands")
    case .incompleteCommand(let words, let subcommands):
      "\(quoted(words)) is not a complete command; add one of: "
        + subcommands.joined(separator: ", ")
    case .unknownOption(let option, let nearest):
      "no option \(quoted(option))"
        + nearest.suggestion(or: "run with '--help' for the list of options")
    case .unusedOption(let option, let command):
      "\(quoted(option)) is not an option of \(quoted(command)); remove it"
    case .missingCommand(let option, let example):
      "\(quoted(option)) needs a command; "
        + (example.map { "add one, such as \(quoted($0))" }
          ?? "run with 'help' for the list of commands")
    case .misplacedOption(let option):
      "\(quoted(option)) is an option of a command; write it after the command"
    case .missingArgument(let name, let usage):
      "\(quoted(name)) is missing; write '\(usage)'"
    case .missingValue(let option):
      "\(quoted(option)) needs a value; write '\(option)=…'"
    case .unexpectedValue(let option):
      "\(quoted(option)) takes no value; write \(quoted(option)) without one"
    case .unexpectedArgument(let text, let usage) where !usage.contains("<"):
      "unexpected argument \(quoted(text)) after '\(usage)'; 'help \(usage)' lists its options"
    case .unexpectedArgument(let text, let usage):
      "unexpected argument \(quoted(text)) after '\(usage)'; put a name with spaces in quotes"
    case .repeatedOption(let option):
      "\(quoted(option)) is given twice; remove one"
    case .badValue(let name, let reason):
      "bad value for \(quoted(name)): \(reason.printableError)"
    }
  }
}

private func quoted(_ text: String) -> String { "'\(text.printableError.truncated(to: 60))'" }
