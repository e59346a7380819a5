public import DataSourceInterface

/// Two stations between which a person means to travel. A scene sends it up the responder chain to
/// have the journey screen opened.
public struct JourneyEnds: Hashable, Sendable {
  /// The city.
  public let city: CityID
  /// Where to start.
  public let from: Place
  /// Where to go.
  public let to: Place

  /// Composes a pair of stations of `city`.
  public init(city: CityID, from: Place, to: Place) {
    self.city = city
    self.from = from
    self.to = to
  }
}
