public import Mediator

/// A city was installed, or installed anew.
public struct CityInstalled: Event {
  /// The city concerned.
  public let city: CityID

  /// Composes the event.
  public init(city: CityID) {
    self.city = city
  }
}
