public import Mediator

/// What a command line asks for.
public struct ParsedCommand: Sendable {
  /// What the host is to do.
  public enum Request: Sendable {
    /// Runs a command.
    case run(Command)
    /// Shows the help for a command, or for all whose words begin so; no words mean the host.
    case help(words: [String])
    /// Whatever the host does without a command.
    case nothing
  }

  /// What the host is to do.
  public let request: Request
  /// The values given to the command, by field; whether they fit, its action decides.
  public let parameters: Parameters
  /// The values given to the host, by field; a flag's is `true`.
  public let globals: Parameters

  /// Whether a global option is given, or a flag and not denied.
  public func has(_ global: Argument) -> Bool {
    globals[global.field].map { $0 != ["false"] } ?? false
  }
}
