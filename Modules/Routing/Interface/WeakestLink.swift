public import DataSourceInterface

/// The boarding without slack: the train taken there is the last that leads to the destination, and
/// whoever leaves later comes too late for it.
public struct WeakestLink: Codable, Hashable, Sendable {
  /// Which ride of the journey begins there, counted from 0.
  public let ride: Int
  /// The platform.
  public let place: Place
  /// The line.
  public let line: Line
  /// When the train leaves.
  public let departure: ServiceTime
  /// What still works for those who miss the train; nil where nothing brings them nearer.
  public let otherwise: Otherwise?

  /// Composes a link.
  public init(
    ride: Int, place: Place, line: Line, departure: ServiceTime, otherwise: Otherwise?
  ) {
    self.ride = ride
    self.place = place
    self.line = line
    self.departure = departure
    self.otherwise = otherwise
  }
}
