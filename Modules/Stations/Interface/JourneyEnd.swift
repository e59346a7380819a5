public import DataSourceInterface

/// A station or place at which a person wants to begin or end a journey. A scene sends it to open
/// the scene that plans journeys, which knows or asks for the other end.
public struct JourneyEnd: Hashable, Sendable {
  /// Which end of the journey it is.
  public enum Role: Hashable, Sendable {
    case start, destination
  }

  /// The city of the station; nil for the current one.
  public let city: CityID?
  /// The station or place.
  public let place: PointOfInterest
  /// Which end of the journey it is.
  public let role: Role

  /// Creates an end of a journey.
  public init(_ place: PointOfInterest, _ role: Role, in city: CityID? = nil) {
    self.place = place
    self.role = role
    self.city = city
  }
}
