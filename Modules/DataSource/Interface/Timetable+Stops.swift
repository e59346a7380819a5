extension Timetable {
  /// The stations: stops without a parent station, each with the stops below it.
  public struct Stations: Sendable {
    /// The first stop of each station, and one more entry. Station `s` owns the stops
    /// `firstStop[s]..<firstStop[s + 1]`; the first of them is the station itself.
    public let firstStop: Column<Int32>

    /// Creates the stations.
    public init(firstStop: Column<Int32>) {
      self.firstStop = firstStop
    }

    /// The number of stations.
    public var count: Int { Swift.max(0, firstStop.count - 1) }

    /// Returns the stops that a station owns; the first is the station itself.
    public func stops(of station: Int) -> Range<Int> {
      Int(firstStop[station])..<Int(firstStop[station + 1])
    }
  }

  /// The stops: platforms and stations.
  public struct Stops: Sendable {
    /// The feed's `stop_id` of each stop.
    public let id: TextColumn
    /// The name of each stop for people.
    public let name: TextColumn
    /// The station of each stop.
    public let station: Column<Int32>
    /// Degrees north of each stop; not a number when the feed does not give them.
    public let latitude: Column<Double>
    /// Degrees east of each stop; not a number when the feed does not give them.
    public let longitude: Column<Double>

    /// Creates the stops from columns of equal length.
    public init(
      id: TextColumn, name: TextColumn, station: Column<Int32>, latitude: Column<Double>,
      longitude: Column<Double>
    ) {
      self.id = id
      self.name = name
      self.station = station
      self.latitude = latitude
      self.longitude = longitude
    }

    /// The number of stops.
    public var count: Int { station.count }
  }
}
