public import Mediator

/// A city was removed with all its files.
public struct CityRemoved: Event {
  /// The city concerned.
  public let city: CityID

  /// Composes the event.
  public init(city: CityID) {
    self.city = city
  }
}
