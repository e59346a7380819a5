import DataSourceInterface

extension CompiledCity {
  /// Compiles a feed. The result does not depend on the order of the rows, except those of
  /// transfers.txt.
  ///
  /// Rows that cannot be used are left out.
  /// - Parameter progress: Called repeatedly with the completed part of the work, 0 to 1.
  /// - Throws: `FeedRejection` when a required file or column is missing, stops.txt, routes.txt or
  ///   trips.txt has no usable row, the feed exceeds a limit, or the task is cancelled.
  init(
    _ feed: Feed, as city: CityID, name: String, progress: (Double) -> Void = { _ in }
  ) throws(FeedRejection) {
    let stops = try StopImport(feed)
    // Reading names in other scripts takes as long as half of the feed.
    let stationNames = stops.stationNames
    let nameForms = Prefetched { StationNameForms(stationNames) }
    var lines = try RouteImport(feed)
    let services = try ServiceImport(feed)
    let agency = try AgencyImport(
      feed, linesByAgency: lines.linesByAgency, days: services.services.days)
    let trips = try TripImport(
      feed, routes: &lines, services: services, otherClocks: agency.otherClocks)
    let frequencies = try FrequencyImport(feed, trips: trips.index)
    let translations = try TranslationImport(feed, stops: stops, lines: lines, trips: trips)
    let pathways = try PathwayImport(feed, stops: stops)
    progress(0.1)
    let calls = try StopTimeImport(
      feed, trips: trips, stops: stops.index, frequencies: frequencies
    ) { progress(0.1 + 0.7 * $0) }
    let routes = lines.sorted { calls.usedLines.contains(Int32($0)) }
    let trainSigns = Timetable.TrainSigns(trips, frequencies, calls.headsigns)
    let (patterns, compiledTrips) = calls.compiler.finish(
      ranks: routes.ranks, id: trips.id, headsign: trips.headsign, block: trips.block)
    let transfers = try TransferImport(
      feed, stops: stops, trips: trips, lines: lines, lineRanks: routes.ranks)
    if compiledTrips.count == 0 { feed.diagnostics.file("stop_times.txt").add(.noTrip, "") }
    let fares = try FareImport(
      feed, stops: stops, lines: lines, order: routes.order, services: services.index)
    let feedInformation = try FeedInformationImport(
      feed, trips: trips.index, lines: lines,
      hasOtherClocks: stops.reportOtherClocks(
        than: agency.timeZone, on: services.services.days, to: feed.diagnostics.file("stops.txt")))
    information = feedInformation.information
    progress(0.9)
    timetable = Timetable(
      city: city, name: name, agency: agency.name, timeZone: agency.timeZone,
      stations: stops.stations, stops: stops.stops,
      routes: patterns.needPhones
        ? routes.routes.with(
          // The phone number of a booking rule counts before that of the agency.
          try feed.table("booking_rules.txt") == nil ? agency.phones : [:],
          agency.names.count > 1 ? agency.names : [:],
          of: routes.order.map { agency.id(of: lines.agency(of: $0)) })
        : routes.routes,
      patterns: patterns, trips: compiledTrips, trainSigns: trainSigns,
      callNumbers: calls.numbers.columns, services: services.services,
      transfers: transfers.transfers, describesChanges: transfers.describesChanges,
      walkways: pathways.walkways,
      stepFree: Timetable.StepFreeAccess(pathways, trains: trips.trains),
      inSeatTransfers: transfers.inSeatTransfers, fares: fares.fares, signs: stops.signs,
      translations: try translations.translations(
        stops: stops.stops, routes: routes.routes, order: routes.order,
        languages: feedInformation.languages))
    if timetable.hasTooManyContinuations {
      feed.diagnostics.file("transfers.txt").add(.tooManyContinuations, "")
    }
    timetable.reportUnconnectedStations(to: feed.diagnostics.file("stops.txt"))
    entrances = stops.entrances
    entranceWays = pathways.entranceWays
    facilities = Column(pathways.facilities)
    routeTypes = routes.types
    stationRoutes = StationRoutes(timetable)
    names = StationNames(timetable, stationRoutes, nameForms.value)
    importCounts = ImportCounts(feed.diagnostics.all)
  }
}

extension Timetable.Patterns {
  /// Whether passengers must phone the agency for any call.
  fileprivate var needPhones: Bool {
    allows.contains { !$0.isDisjoint(with: [.phoneToBoard, .phoneToAlight]) }
  }
}

extension Timetable.Routes {
  /// The same lines with the phone numbers and names of their agencies, as far as they are known.
  /// - Parameter agencies: The agency of each line.
  fileprivate func with(
    _ phones: [String: String], _ names: [String: String], of agencies: [String]
  ) -> Timetable.Routes {
    func column(_ texts: [String: String]) -> TextColumn {
      TextColumn(texts.isEmpty ? [] : agencies.map { texts[$0] ?? "" })
    }
    return Timetable.Routes(
      id: id, name: name, longName: longName, color: color, textColor: textColor,
      sortOrder: sortOrder, phone: column(phones), agency: column(names))
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
