public import Mediator

/// A scene that a person may open, declared statically by the module that offers it.
///
/// ```swift
/// public static let scenes = [
///   SceneDescription("News", "read the notices") { try NewsScene.list(page: 1, through: $0) }
/// ]
/// ```
public struct SceneDescription: Sendable {
  /// What it is called.
  public let title: String
  /// What one finds there, in a few words.
  public let summary: String
  /// Makes the scene; the module itself starts with the first call that the scene makes.
  public let make: @MainActor @Sendable (Mediator) throws -> ListScene
  /// Makes the scene that shows a value which another module's scene sends up the responder chain
  /// as `.custom`; nil where it is none that this scene shows.
  public let show: @MainActor @Sendable (any Sendable, Mediator) throws -> ListScene?

  /// Declares a scene.
  public init(
    _ title: String, _ summary: String,
    scene make: @escaping @MainActor @Sendable (Mediator) throws -> ListScene
  ) {
    self.title = title
    self.summary = summary
    self.make = make
    show = { _, _ in nil }
  }

  /// Declares a scene that begins with a value where another scene sends one.
  public init<Value: Sendable>(
    _ title: String, _ summary: String, shows type: Value.Type,
    scene make: @escaping @MainActor @Sendable (Value?, Mediator) throws -> ListScene
  ) {
    self.title = title
    self.summary = summary
    self.make = { try make(nil, $0) }
    show = { value, mediator in
      try (value as? Value).map { try make($0, mediator) }
    }
  }
}
