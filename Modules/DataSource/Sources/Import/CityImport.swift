import DataSourceInterface

extension CompiledCity {
  /// Compiles a feed. The result does not depend on the order of the rows.
  ///
  /// Rows that cannot be used are left out.
  /// - Parameter progress: Called repeatedly with the completed part of the work, 0 to 1.
  /// - Throws: `FeedRejection` when a required file or column is missing, stops.txt, routes.txt or
  ///   trips.txt has no usable row, the feed exceeds a limit, or the task is cancelled.
  init(
    _ feed: Feed, as city: CityID, name: String, progress: (Double) -> Void = { _ in }
  ) throws(FeedRejection) {
    let stops = try StopImport(feed)
    var lines = try RouteImport(feed)
    let services = try ServiceImport(feed)
    let trips = try TripImport(feed, routes: &lines, services: services)
    let agency = try AgencyImport(feed, linesByAgency: lines.linesByAgency)
    let frequencies = try FrequencyImport(feed, trips: trips.index)
    let transfers = try TransferImport(feed, stops: stops.index, count: stops.stops.count)
    let translations = try TranslationImport(feed, stops: stops)
    let pathways = try PathwayImport(
      feed, stations: stops.stationIndex, count: stops.stations.count)
    progress(0.1)
    let calls = try StopTimeImport(
      feed, trips: trips.index, count: trips.count, stops: stops.index
    ) { progress(0.1 + 0.7 * $0) }
    let usedRoutes = Set(
      (0..<trips.count).filter { calls.calls(of: $0).count > 1 }.map { trips.route[$0] })
    let routes = lines.sorted { usedRoutes.contains(Int32($0)) }
    let (patterns, compiledTrips) = try TripCompiler.compile(
      trips, with: calls, routes: routes.ranks, frequencies: frequencies)
    if compiledTrips.count == 0 { feed.diagnostics.file("stop_times.txt").add(.noTrip, "") }
    let fares = try FareImport(feed, stops: stops, lines: lines, order: routes.order)
    progress(0.9)
    timetable = Timetable(
      city: city, name: name, agency: agency.name, timeZone: agency.timeZone,
      stations: stops.stations, stops: stops.stops, routes: routes.routes, patterns: patterns,
      trips: compiledTrips, services: services.services, transfers: transfers.transfers,
      fares: fares.fares)
    stopAttributes = stops.attributes
    entrances = stops.entrances
    facilities = Column(pathways.facilities)
    routeTypes = routes.types
    stationRoutes = StationRoutes(timetable)
    names = StationNames(timetable, stationRoutes, translations: translations.names)
    importCounts = ImportCounts(feed.diagnostics.all)
  }
}

extension TripCompiler {
  /// Compiles all trips with their times.
  fileprivate static func compile(
    _ trips: TripImport, with calls: StopTimeImport, routes: [Int32], frequencies: FrequencyImport
  ) throws(FeedRejection) -> (patterns: Timetable.Patterns, trips: Timetable.Trips) {
    var compiler = TripCompiler()
    for trip in 0..<trips.count {
      if trip.isMultiple(of: 1024), Task.isCancelled { throw .cancelled }
      let callsOfTrip = calls.calls(of: trip)
      if callsOfTrip.isEmpty { trips.report(.emptyTrip, of: trip) }
      let times = TripTimes(callsOfTrip) { problem, call in
        calls.report(problem, at: call, trips.id[trip])
      }
      guard let times else { continue }
      compiler.add(
        times, departures: frequencies.departures(of: trip, at: times.start),
        route: routes[Int(trips.route[trip])], direction: trips.direction[trip],
        service: trips.service[trip], label: Int32(trip))
    }
    return compiler.finish(id: trips.id, headsign: trips.headsign)
  }
}

extension CompiledCity.ImportCounts {
  fileprivate init(_ diagnostics: [FeedDiagnostic]) {
    func count(_ remedy: FeedProblem.Remedy) -> Int {
      diagnostics.filter { $0.remedy == remedy }.map(\.count).reduce(0, +)
    }
    self.init(dropped: count(.dropped), repaired: count(.repaired))
  }
}
