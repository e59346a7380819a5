import DataSourceInterface

extension CompiledCity {
  /// Compiles a feed. The result does not depend on the order of its rows.
  ///
  /// Rows that cannot be used are left out; the feed is refused only when no network remains.
  /// - Parameter progress: Told now and then how much is done, 0 to 1.
  init(
    _ feed: Feed, as city: CityID, name: String, progress: (Double) -> Void = { _ in }
  ) throws(Refusal) {
    let stops = try StopImport(feed)
    var lines = try RouteImport(feed)
    let services = try ServiceImport(feed)
    let trips = try TripImport(feed, routes: &lines, services: services)
    let agency = try AgencyImport(feed, linesByAgency: lines.linesByAgency)
    let frequencies = try FrequencyImport(feed, trips: trips.index)
    let transfers = try TransferImport(feed, stops: stops.index, count: stops.stops.count)
    let translations = try TranslationImport(feed, stops: stops)
    let facilities = try FacilityImport(
      feed, stations: stops.stationIndex, count: stops.stations.count)
    progress(0.1)
    let calls = try StopTimeImport(
      feed, trips: trips.index, count: trips.count, stops: stops.index
    ) { progress(0.1 + 0.7 * $0) }
    let used = Set(
      (0..<trips.count).filter { calls.calls(of: $0).count > 1 }.map { trips.route[$0] })
    let routes = lines.sorted { used.contains(Int32($0)) }
    let (patterns, runs) = try TripCompiler.compile(
      trips, with: calls, routes: routes.places, frequencies: frequencies)
    if runs.count == 0 { feed.findings.file("stop_times.txt").add(.noTrip, "") }
    progress(0.9)
    timetable = Timetable(
      city: city, name: name, agency: agency.name, timeZone: agency.timeZone,
      stations: stops.stations, stops: stops.stops, routes: routes.routes, patterns: patterns,
      trips: runs, services: services.services, transfers: transfers.transfers)
    names = StationNames(timetable, translations: translations.names)
    stopFacts = stops.facts
    entrances = stops.entrances
    self.facilities = Column(facilities.bits)
    routeFacts = routes.facts
    stationRoutes = StationRoutes(timetable)
    losses = Losses(feed.findings.all)
  }
}

extension TripCompiler {
  /// The trips with their times.
  fileprivate static func compile(
    _ trips: TripImport, with calls: StopTimeImport, routes: [Int32], frequencies: FrequencyImport
  ) throws(Refusal) -> (patterns: Timetable.Patterns, trips: Timetable.Trips) {
    var compiler = TripCompiler()
    for trip in 0..<trips.count {
      if trip.isMultiple(of: 1024), Task.isCancelled { throw .cancelled }
      let own = calls.calls(of: trip)
      if own.isEmpty { trips.found(.emptyTrip, of: trip) }
      let run = Run(own) { problem, call in calls.found(problem, at: call, trips.id[trip]) }
      guard let run else { continue }
      compiler.add(
        run, starts: frequencies.starts(of: trip, at: run.start),
        route: routes[Int(trips.route[trip])], direction: trips.direction[trip],
        service: trips.service[trip], label: Int32(trip))
    }
    return compiler.finish(id: trips.id, headsign: trips.headsign)
  }
}

extension CompiledCity.Losses {
  fileprivate init(_ findings: [FeedFinding]) {
    func count(_ remedy: FeedProblem.Remedy) -> Int {
      findings.filter { $0.remedy == remedy }.map(\.count).reduce(0, +)
    }
    self.init(dropped: count(.dropped), repaired: count(.repaired))
  }
}
