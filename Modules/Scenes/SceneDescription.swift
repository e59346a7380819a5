public import Mediator
public import ModuleManager

/// A module that contributes scenes, which the host shows interactively.
public protocol SceneModule: Module {
  /// The scenes of the module; the host reads them without creating the module.
  static var scenes: [SceneDescription] { get }
}

/// A scene that a module offers.
///
/// ```swift
/// public static let scenes = [
///   SceneDescription("Orders", "see your orders") { try OrdersScenes.list(page: 1, through: $0) }
/// ]
/// ```
public struct SceneDescription: Sendable {
  /// The title of the scene.
  public let title: String
  /// What the scene is for, in a few words.
  public let summary: String
  /// Creates the scene. The module starts with the scene's first call, not before.
  public let makeScene: @MainActor @Sendable (Mediator) throws -> ListScene
  private let makeSceneForValue: @MainActor @Sendable (any Sendable, Mediator) throws -> ListScene?

  /// Declares a scene.
  public init(
    _ title: String, _ summary: String,
    scene make: @escaping @MainActor @Sendable (Mediator) throws -> ListScene
  ) {
    self.title = title
    self.summary = summary
    makeScene = make
    makeSceneForValue = { _, _ in nil }
  }

  /// Declares a scene that can also show a value of type `type`, which a scene of another module
  /// sends.
  public init<Value: Sendable>(
    _ title: String, _ summary: String, shows type: Value.Type,
    scene make: @escaping @MainActor @Sendable (Value?, Mediator) throws -> ListScene
  ) {
    self.title = title
    self.summary = summary
    makeScene = { try make(nil, $0) }
    makeSceneForValue = { value, mediator in
      try (value as? Value).map { try make($0, mediator) }
    }
  }

  /// Creates the scene that shows `value`, the content of a `.custom` event; nil if this scene does
  /// not show values of its type.
  @MainActor
  public func makeScene(for value: any Sendable, _ mediator: Mediator) throws -> ListScene? {
    try makeSceneForValue(value, mediator)
  }
}

extension SceneDescription: Contribution {
  /// Returns the scenes that a module type declares.
  public static func contributions(of module: any Module.Type) -> [SceneDescription] {
    (module as? any SceneModule.Type)?.scenes ?? []
  }
}
