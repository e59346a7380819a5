public import Mediator

/// Another city became the current one.
public struct CityChanged: Event {
  /// The city concerned.
  public let city: CityID

  /// Composes the event.
  public init(city: CityID) {
    self.city = city
  }
}
