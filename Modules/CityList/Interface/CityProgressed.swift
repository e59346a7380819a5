public import DataSourceInterface
public import Mediator

/// A city came further on its way to this machine, told at most ten times a second.
public struct CityProgressed: Event {
  /// The city concerned.
  public let city: CityID
  /// Where it is now.
  public let state: CityState
  /// How far that is, 0 to 1, where it is known.
  public let fraction: Double?
  /// How many bytes of the feed are there; nil when it is not downloading.
  public let received: Int?
  /// How long the download goes on at its rate; nil when that is not known.
  public let remaining: Duration?

  /// Composes the event.
  public init(
    city: CityID, state: CityState, fraction: Double? = nil, received: Int? = nil,
    remaining: Duration? = nil
  ) {
    self.city = city
    self.state = state
    self.fraction = fraction
    self.received = received
    self.remaining = remaining
  }
}
