public import DataSourceInterface
public import Mediator
public import Scenes

/// A scene in which the user picks a station, or a place by its coordinate.
///
/// ```swift
/// let picker = try await mediator.perform(Stations.picker, nil)
/// scene.push { end in picker.scene("From", end) } onResult: { origin = $0 }
/// ```
public struct StationPicker: Sendable {
  /// Returns a scene with a title; the scene calls `end` with what the user picks.
  public typealias Scene =
    @MainActor @Sendable (
      _ title: LocalizedText, _ end: @escaping @MainActor (PointOfInterest) -> Void
    ) -> ListScene

  /// Creates the scene.
  public let scene: Scene

  /// Creates a picker from the function that creates its scene.
  public init(scene: @escaping Scene) {
    self.scene = scene
  }
}
