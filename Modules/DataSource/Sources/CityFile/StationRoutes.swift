import DataSourceInterface

/// The lines that stop at each station.
struct StationRoutes: Sendable {
  /// The first line of each station, and one entry more.
  let first: Column<Int32>
  /// The route of each line; among those of one station by name.
  let route: Column<Int32>

  /// The routes that stop at a station.
  func routes(of station: Int) -> [Int] {
    (Int(first[station])..<Int(first[station + 1])).map { Int(route[$0]) }
  }
}

extension StationRoutes {
  init(_ timetable: Timetable) {
    var routes = [[Int32]](repeating: [], count: timetable.stations.count)
    // The patterns of one route are side by side.
    for pattern in 0..<timetable.patterns.count {
      let route = timetable.patterns.route[pattern]
      for call in timetable.patterns.calls(of: pattern) {
        let stop = Int(timetable.patterns.stop[call])
        let station = Int(timetable.stops.station[stop])
        if routes[station].last != route { routes[station].append(route) }
      }
    }
    let place = timetable.routes.placesByName
    for station in routes.indices {
      routes[station].sort { place[Int($0)] < place[Int($1)] }
    }
    first = Column(
      routes.reduce(into: [Int32(0)]) { $0.append($0[$0.count - 1] + Int32($1.count)) })
    route = Column(routes.joined())
  }
}
