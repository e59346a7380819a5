import DataSourceInterface
import Documents

/// A city ready for use: its timetable, and the attributes of stations and lines that journey
/// searches do not need.
struct CompiledCity: Sendable {
  let timetable: Timetable
  let names: StationNames
  let entrances: Entrances
  /// The ways from each entrance to the platforms of its station.
  let entranceWays: Timetable.Walkways
  /// The bits of each station's facilities.
  let facilities: Column<UInt8>
  /// The feed's `route_type` of each route.
  let routeTypes: Column<Int32>
  let stationRoutes: StationRoutes
  let information: FeedInformation
  let importCounts: ImportCounts

  /// The number of rows and trips of the feed that the import dropped or repaired.
  struct ImportCounts: Hashable, Sendable {
    let dropped: Int
    let repaired: Int
  }
}

/// What a feed says about itself.
struct FeedInformation: Sendable {
  /// Three texts for each organization: the work, such as `timetable`, the organization, and its
  /// address, which may be empty.
  let credits: TextColumn
  /// The last day for which the publisher vouches, in days after 1970-01-01; nil when the feed does
  /// not give it.
  let lastDay: Int?
  /// Whether the clocks at a stop differ from those of the agency.
  let hasOtherClocks: Bool
}

extension CompiledCity {
  /// The days from the first service to the last one, or to the earlier end of the feed.
  var days: ClosedRange<CalendarDate> {
    let days = timetable.services.days
    guard let end = information.lastDay.map({ CalendarDate(day: $0) }), days.contains(end) else {
      return days
    }
    return days.lowerBound...end
  }

  /// The organizations that made the feed, or run what it describes.
  var credits: [Credit] {
    stride(from: 0, to: information.credits.count, by: 3).map { index in
      let address = information.credits[index + 2]
      return Credit(
        work: "\(timetable.name): \(information.credits[index])",
        author: information.credits[index + 1], source: address.isEmpty ? nil : address)
    }
  }
}

/// The entrances of stations, grouped by station.
struct Entrances: Sendable {
  /// The first entrance of each station, and one more entry.
  let first: Column<Int32>
  let id: TextColumn
  let name: TextColumn
  /// Degrees north; not a number when the feed does not give them.
  let latitude: Column<Double>
  /// Degrees east; not a number when the feed does not give them.
  let longitude: Column<Double>
}

/// The lines that stop at each station.
struct StationRoutes: Sendable {
  /// The first entry of `route` for each station, and one more entry.
  let first: Column<Int32>
  /// The routes, grouped by station and ordered by name within a station.
  let route: Column<Int32>

  /// Returns the routes that stop at a station.
  func routes(of station: Int) -> [Int] {
    (Int(first[station])..<Int(first[station + 1])).map { Int(route[$0]) }
  }
}

extension StationRoutes {
  /// Collects the routes of each station from the calls of the timetable.
  init(_ timetable: Timetable) {
    var routes = [[Int32]](repeating: [], count: timetable.stations.count)
    // The patterns of one route are adjacent, so a comparison with the last route finds duplicates.
    for pattern in 0..<timetable.patterns.count {
      let route = timetable.patterns.route[pattern]
      for call in timetable.patterns.calls(of: pattern) {
        let stop = Int(timetable.patterns.stop[call])
        let station = Int(timetable.stops.station[stop])
        if routes[station].last != route { routes[station].append(route) }
      }
    }
    let ranks = timetable.routes.nameRanks
    for station in routes.indices {
      routes[station].sort { ranks[Int($0)] < ranks[Int($1)] }
    }
    first = Column(startsOfGroups: routes.map(\.count))
    route = Column(routes.joined())
  }
}
