public import Mediator

/// An import came further.
public struct ImportProgressed: Event {
  /// The city that is being imported.
  public let city: CityID
  /// How much is done, 0 to 1.
  public let fraction: Double

  /// Composes the event.
  public init(city: CityID, fraction: Double) {
    self.city = city
    self.fraction = fraction
  }
}
