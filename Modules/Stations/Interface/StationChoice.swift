public import ListScene

/// A scene in which a person chooses a station, to be pushed wherever one is wanted.
///
/// ```swift
/// let choice = try await mediator.perform(Stations.choice, nil)
/// scene.push(choice.scene) { station in origin = station }
/// ```
public struct StationChoice: Sendable {
  /// Makes the scene; the way to end it is told what was chosen.
  public let scene:
    @MainActor @Sendable (_ end: @escaping @MainActor (FoundStation) -> Void) -> ListScene

  /// Offers what `scene` makes.
  public init(
    scene:
      @escaping @MainActor @Sendable (
        _ end: @escaping @MainActor (FoundStation) -> Void
      ) -> ListScene
  ) {
    self.scene = scene
  }
}
