public import ModuleManager

/// A module that offers scenes to whoever shows them interactively.
public protocol SceneModule: Module {
  /// Its scenes, read without creating the module.
  static var scenes: [SceneDescription] { get }
}
