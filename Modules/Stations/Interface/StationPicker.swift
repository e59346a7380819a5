public import DataSourceInterface
import Mediator
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
      _ title: String, _ end: @escaping @MainActor (PointOfInterest) -> Void
    ) -> ListScene

  /// Creates the scene.
  public let scene: Scene
  private let inCity: (@Sendable (CityID) -> StationPicker)?

  /// Creates a picker from the function that creates its scene.
  /// - Parameter inCity: Returns the picker of another city; nil if there is only this one.
  public init(
    inCity: (@Sendable (CityID) -> StationPicker)? = nil, scene: @escaping Scene
  ) {
    self.inCity = inCity
    self.scene = scene
  }

  /// Returns a picker for the field of a form. If the form has a field `city`, the stations are those of
  /// the city that the person has entered there.
  /// - Parameter initial: The station or place that the field has at first.
  public func field(initial: PointOfInterest? = nil) -> FieldPicker {
    FieldPicker(initial: initial.map { FieldValue($0) }) { title, values, end in
      let city = values["city"]?.last.flatMap { CityID($0) }
      let picker = city.flatMap { inCity?($0) } ?? self
      return picker.scene(title) { end(FieldValue($0)) }
    }
  }
}

extension FieldValue {
  fileprivate init(_ place: PointOfInterest) {
    self.init(place.reference, label: place.name)
  }
}
