public import ModuleManager

/// A module that can be configured.
public protocol ConfigurableModule: Module {
  /// Its settings, read without creating the module.
  static var settings: [Setting] { get }
}
