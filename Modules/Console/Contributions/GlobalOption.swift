public import ModuleManager

/// A module that contributes global options.
public protocol GlobalOptionModule: Module {
  /// The global options of the module; the host reads them without creating the module.
  static var globalOptions: [GlobalOption] { get }
}

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

  /// Returns the global options that a module type declares.
  public static func contributions(of module: any Module.Type) -> [GlobalOption] {
    (module as? any GlobalOptionModule.Type)?.globalOptions ?? []
  }
}
