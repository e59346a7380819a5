public import ListScene

/// A scene in which a person chooses a station, to be pushed wherever one is wanted.
///
/// ```swift
/// let choice = try await mediator.perform(Stations.choice, nil)
/// scene.push { end in choice.scene("From", end) } onResult: { origin = $0 }
/// ```
public struct StationChoice: Sendable {
  /// Makes a scene of a title, and ends it with the station that is chosen.
  public typealias Scene =
    @MainActor @Sendable (
      _ title: String, _ end: @escaping @MainActor (FoundStation) -> Void
    ) -> ListScene

  /// Makes the scene.
  public let scene: Scene

  /// Offers what `scene` makes.
  public init(scene: @escaping Scene) {
    self.scene = scene
  }
}
