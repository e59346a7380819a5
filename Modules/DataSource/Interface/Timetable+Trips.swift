extension Timetable {
  /// The trips, and the times they share.
  public struct Trips: Sendable {
    /// Departure from the first call.
    public let start: Column<Int32>
    /// The service each runs with.
    public let service: Column<Int32>
    /// Where its times begin in `arrival` and `departure`: one entry for each call of its pattern.
    public let times: Column<Int32>
    /// The entry of `id` and `headsign` that names it.
    public let label: Column<Int32>
    /// Arrivals at calls, relative to `start`.
    public let arrival: Column<Int32>
    /// Departures from calls, relative to `start`.
    public let departure: Column<Int32>
    /// The feed's `trip_id`, by label.
    public let id: TextColumn
    /// Where the train says it is going, by label; empty where the feed says nothing.
    public let headsign: TextColumn

    /// Composes the trips: columns by trip, then by time, then by label.
    public init(
      start: Column<Int32>, service: Column<Int32>, times: Column<Int32>, label: Column<Int32>,
      arrival: Column<Int32>, departure: Column<Int32>, id: TextColumn, headsign: TextColumn
    ) {
      self.start = start
      self.service = service
      self.times = times
      self.label = label
      self.arrival = arrival
      self.departure = departure
      self.id = id
      self.headsign = headsign
    }

    /// How many there are.
    public var count: Int { start.count }

    /// When a trip arrives at the call `position` of its pattern, counted from 0.
    public func arrival(of trip: Int, at position: Int) -> Int {
      Int(start[trip] + arrival[Int(times[trip]) + position])
    }

    /// When a trip departs from the call `position` of its pattern, counted from 0.
    public func departure(of trip: Int, at position: Int) -> Int {
      Int(start[trip] + departure[Int(times[trip]) + position])
    }
  }
}
