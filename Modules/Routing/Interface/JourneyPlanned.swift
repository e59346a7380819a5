public import DataSourceInterface
public import Mediator

/// A person asked for a journey and got an answer.
public struct JourneyPlanned: Event {
  /// The city.
  public let city: CityID
  /// Where it starts.
  public let from: Place
  /// Where it ends.
  public let to: Place

  /// Composes the event.
  public init(city: CityID, from: Place, to: Place) {
    self.city = city
    self.from = from
    self.to = to
  }
}
