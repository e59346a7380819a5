import DataSourceInterface

extension Timetable {
  /// A timetable without trains, of stations with one platform each.
  static func platforms(_ platforms: [(platform: String, station: String)]) -> Timetable {
    let none = Column<Int32>([])
    let texts = TextColumn([String]())
    let stops = platforms.flatMap { [$0.station, $0.platform] }
    let owners = platforms.indices.flatMap { [Int32($0), Int32($0)] }
    return Timetable(
      city: .builtIn, name: "Sample", agency: "", timeZone: "UTC",
      stations: Stations(firstStop: Column((0...platforms.count).map { Int32(2 * $0) })),
      stops: Stops(
        id: TextColumn(stops), name: TextColumn(stops), station: Column(owners),
        latitude: Column(stops.map { _ in .nan }), longitude: Column(stops.map { _ in .nan })),
      routes: Routes(id: texts, name: texts, color: none),
      patterns: Patterns(
        route: none, direction: Column<Int8>([]), firstCall: none, firstTrip: none, stop: none,
        allows: Column<CallRules>([])),
      trips: Trips(
        start: none, service: none, times: none, label: none, arrival: none, departure: none,
        id: texts, headsign: texts),
      services: Services(
        firstDay: none, lastDay: none, weekdays: Column<UInt8>([]), firstException: none,
        exceptionDay: none, exceptionAdds: Column<UInt8>([])),
      transfers: Transfers(first: none, to: none, seconds: none))
  }
}
