public import ModuleManager

/// A module that offers channels to share through.
public protocol ShareChannelModule: Module {
  /// Its channels, read without creating the module; each of their actions is among its answers.
  static var channels: [ShareChannel] { get }
}
