public import Mediator

/// Why a command line cannot be read.
public enum CommandLineError: ModuleError {
  /// No command has the name, be it among all or among those whose words begin with `group`.
  case unknownCommand(String, group: String = "", nearest: String?)
  /// The words begin several commands and are none.
  case incompleteCommand(String, subcommands: [String])
  /// Neither the command nor the host has the option, which is written as typed.
  case unknownOption(String, nearest: String?)
  /// An option of a command stands before the command.
  case misplacedOption(String)
  /// A global option stands where the command has no use for it.
  case unusedOption(String, command: String)
  /// A required argument is left out.
  case missingArgument(String, usage: String)
  /// An option stands without its value.
  case missingValue(String)
  /// A flag is given a value.
  case unexpectedValue(String)
  /// There are more arguments than the command takes.
  case unexpectedArgument(String, usage: String)
  /// An option is given twice.
  case repeatedOption(String)
  /// An argument's value does not fit; options are written with their hyphens.
  case badValue(String, reason: String)

  /// What cannot be read is always the question.
  public var kind: FailureKind { .badInput }

  /// The failure in one sentence, with what would mend it.
  public var description: String {
    switch self {
    case .unknownCommand(let name, let group, let nearest):
      "no command \(quoted(name))"
        + nearest.suggestion(
          or: "'help\(group.isEmpty ? "" : " \(group)")' lists the commands")
    case .incompleteCommand(let words, let subcommands):
      "\(quoted(words)) is not a whole command; follow it with \(subcommands.choice)"
    case .unknownOption(let option, let nearest):
      "no option \(quoted(option))" + nearest.suggestion(or: "'--help' lists the options")
    case .unusedOption(let option, let command):
      "\(quoted(command)) takes no \(quoted(option)); leave it out"
    case .misplacedOption(let option):
      "\(quoted(option)) belongs to a command; write it after the command's name"
    case .missingArgument(let name, let usage):
      "\(quoted(name)) is missing; write '\(usage)'"
    case .missingValue(let option):
      "\(quoted(option)) needs a value; write it after, as in '\(option)=…'"
    case .unexpectedValue(let option):
      "\(quoted(option)) takes no value; write it alone"
    case .unexpectedArgument(let text, let usage):
      "\(quoted(text)) is more than '\(usage)' takes; put a name with spaces in quotes"
    case .repeatedOption(let option):
      "\(quoted(option)) is given twice; leave one of them out"
    case .badValue(let name, let reason):
      "bad value for \(quoted(name)): \(reason.printable)"
    }
  }
}

private func quoted(_ text: String) -> String {
  "'\(text.printable.truncated(to: 60))'"
}
