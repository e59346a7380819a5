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

  /// Declares a scene.
  public init(
    _ title: String, _ summary: String,
    scene make: @escaping @MainActor @Sendable (Mediator) throws -> ListScene
  ) {
    self.title = title
    self.summary = summary
    self.make = make
  }
}
