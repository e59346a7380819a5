public import ModuleManager

/// An option that may be given before a command, such as `--account work orders`. Each command that
/// declares an argument of the same name receives the value; for other commands, the option is an
/// error.
public struct GlobalOption: Contribution {
  /// The option, as commands declare it.
  public let argument: Argument

  /// Declares a global option.
  public init(_ argument: Argument) {
    self.argument = argument
  }
}
