extension Timetable {
  /// The stations: roots of the feed's chains of parent stations, and stops that stand alone.
  public struct Stations: Sendable {
    /// The first stop of each station, and one entry more: station `s` owns the stops
    /// `firstStop[s]..<firstStop[s + 1]`, of which the first is the station itself.
    public let firstStop: Column<Int32>

    /// Composes the stations.
    public init(firstStop: Column<Int32>) {
      self.firstStop = firstStop
    }

    /// How many there are.
    public var count: Int { Swift.max(0, firstStop.count - 1) }

    /// The stops that a station owns, itself first.
    public func stops(of station: Int) -> Range<Int> {
      Int(firstStop[station])..<Int(firstStop[station + 1])
    }
  }

  /// The stops, platforms and stations.
  public struct Stops: Sendable {
    /// The feed's `stop_id`.
    public let id: TextColumn
    /// The name for people.
    public let name: TextColumn
    /// The station each belongs to.
    public let station: Column<Int32>
    /// Degrees north; not a number where the feed says nothing.
    public let latitude: Column<Double>
    /// Degrees east; not a number where the feed says nothing.
    public let longitude: Column<Double>

    /// Composes the stops; all columns are of one length.
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

    /// How many there are.
    public var count: Int { station.count }
  }

  /// A stop as journeys name it: its own id, and the name of its station.
  public func place(ofStop stop: Int) -> Place {
    let station = stations.stops(of: Int(stops.station[stop])).lowerBound
    return Place(id: stops.id[stop], name: stops.name[station])
  }

  /// A station as journeys name it.
  public func place(ofStation station: Int) -> Place {
    place(ofStop: Int(stations.firstStop[station]))
  }
}
