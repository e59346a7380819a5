public import ModuleManager

/// A module that offers commands.
public protocol CommandModule: Module {
  /// Its commands, read without creating the module.
  static var commands: [Command] { get }
}
