public import DataSourceInterface

/// A way from one station to another on trains of one service day.
public struct Journey: Codable, Hashable, Sendable {
  /// When the first train leaves.
  public let departure: ServiceTime
  /// When the last train arrives.
  public let arrival: ServiceTime
  /// How many trains it takes.
  public let rides: Int
  /// Rides, and one change between each two of them.
  public let legs: [Leg]

  /// Composes a journey.
  public init(departure: ServiceTime, arrival: ServiceTime, rides: Int, legs: [Leg]) {
    self.departure = departure
    self.arrival = arrival
    self.rides = rides
    self.legs = legs
  }
}
