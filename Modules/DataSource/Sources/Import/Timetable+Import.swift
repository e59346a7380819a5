import DataSourceInterface

extension Timetable {
  /// Compiles a feed. The result does not depend on the order of its rows.
  ///
  /// Rows that cannot be used are left out; the feed is refused only when no network remains.
  /// - Parameter progress: Told now and then how much is done, 0 to 1.
  init(
    _ feed: Feed, as city: CityID, name: String, progress: (Double) -> Void = { _ in }
  ) throws(Refusal) {
    let stops = try StopImport(feed)
    let routes = try RouteImport(feed)
    let agency = try AgencyImport(feed, linesByAgency: routes.linesByAgency)
    let services = try ServiceImport(feed)
    let trips = try TripImport(feed, routes: routes.index, services: services.index)
    let frequencies = try FrequencyImport(feed, trips: trips.index)
    progress(0.1)
    let calls = try StopTimeImport(
      feed, trips: trips.index, count: trips.count, stops: stops.index
    ) { progress(0.1 + 0.7 * $0) }
    let transfers = try TransferImport(feed, stops: stops.index, count: stops.stops.count)
    var compiler = TripCompiler()
    for trip in 0..<trips.count {
      guard let run = Run(calls.calls(of: trip)) else { continue }
      compiler.add(
        run, starts: frequencies.starts(of: trip, at: run.start), route: trips.route[trip],
        direction: trips.direction[trip], service: trips.service[trip], label: Int32(trip))
    }
    let (patterns, runs) = compiler.finish(id: trips.id, headsign: trips.headsign)
    guard runs.count > 0 else {
      throw Refusal("stop_times.txt leaves no trip with two known stops and its times")
    }
    progress(0.9)
    self.init(
      city: city, name: name, agency: agency.name, timeZone: agency.timeZone,
      stations: stops.stations, stops: stops.stops, routes: routes.routes, patterns: patterns,
      trips: runs, services: services.services, transfers: transfers.transfers)
  }
}
