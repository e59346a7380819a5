public import DataSourceInterface

/// The next trains of one line to one destination.
public struct NextDepartures: Codable, Hashable, Sendable {
  /// A train that leaves.
  public struct Departure: Codable, Hashable, Sendable {
    /// The service day of the train.
    public let date: ServiceDate
    /// When it leaves on that day.
    public let time: ServiceTime
    /// How many seconds are left until then.
    public let wait: Int

    /// Composes a departure.
    public init(date: ServiceDate, time: ServiceTime, wait: Int) {
      self.date = date
      self.time = time
      self.wait = wait
    }
  }

  /// The line.
  public let line: Line
  /// Where the trains say they are going; their last stop where they say nothing.
  public let headsign: String
  /// Up to three trains within a day, the next one first; at least one.
  public let departures: [Departure]

  /// Composes the trains.
  public init(line: Line, headsign: String, departures: [Departure]) {
    self.line = line
    self.headsign = headsign
    self.departures = departures
  }
}
