import DataSourceInterface

// The order of columns in a city file. If you change it, increase `CityFile.version`.

extension CompiledCity {
  /// Writes all columns.
  func add(to writer: inout ColumnWriter) {
    writer.add(
      TextColumn([timetable.agency, timetable.timeZone]),
      Column([Int64(importCounts.dropped), Int64(importCounts.repaired)]),
      timetable.stations.firstStop, timetable.stops, timetable.routes, timetable.patterns,
      timetable.trips, timetable.services, timetable.transfers, timetable.walkways,
      timetable.stepFree, timetable.trainSigns, timetable.callNumbers, timetable.inSeatTransfers,
      names, timetable.signs,
      timetable.translations, entrances, entranceWays, facilities, routeTypes, stationRoutes,
      information.credits,
      Column(
        [
          information.lastDay ?? -1, timetable.describesChanges ? 1 : 0,
          information.hasOtherClocks ? 1 : 0,
        ].map { Int64($0) }))
    // A city without fares has no columns for them.
    if let fares = timetable.fares { writer.add(fares) }
  }

  /// Reads all columns in the order of `add`.
  /// - Throws: `ColumnError` when they are not a valid city.
  init(from reader: inout ColumnReader, as city: CityID, name: String) throws(ColumnError) {
    let agency: TextColumn = try reader.next()
    let counts: Column<Int64> = try reader.next()
    let firstStop: Column<Int32> = try reader.next()
    let (stops, routes): (Timetable.Stops, Timetable.Routes) = try (reader.next(), reader.next())
    let patterns: Timetable.Patterns = try reader.next()
    let trips: Timetable.Trips = try reader.next()
    let services: Timetable.Services = try reader.next()
    let transfers: Timetable.Transfers = try reader.next()
    let walkways: Timetable.Walkways = try reader.next()
    let stepFree: Timetable.StepFreeAccess = try reader.next()
    let trainSigns: Timetable.TrainSigns = try reader.next()
    let callNumbers: Timetable.CallNumbers = try reader.next()
    let inSeatTransfers: Timetable.InSeatTransfers = try reader.next()
    names = try reader.next()
    let signs: Timetable.Signs = try reader.next()
    let translations: Timetable.Translations = try reader.next()
    entrances = try reader.next()
    entranceWays = try reader.next()
    facilities = try reader.next()
    routeTypes = try reader.next()
    stationRoutes = try reader.next()
    let credits: TextColumn = try reader.next()
    let information: Column<Int64> = try reader.next()
    let fares: Timetable.Fares? = reader.isAtEnd ? nil : try reader.next()
    guard agency.count == 2, counts.count == 2, credits.count.isMultiple(of: 3),
      information.count == 3
    else { throw ColumnError() }
    timetable = Timetable(
      city: city, name: name, agency: agency[0], timeZone: agency[1],
      stations: Timetable.Stations(firstStop: firstStop), stops: stops, routes: routes,
      patterns: patterns, trips: trips, trainSigns: trainSigns, callNumbers: callNumbers,
      services: services,
      transfers: transfers, describesChanges: information[1] == 1, walkways: walkways,
      stepFree: stepFree, inSeatTransfers: inSeatTransfers, fares: fares, signs: signs,
      translations: translations)
    self.information = FeedInformation(
      credits: credits,
      lastDay: information[0] < 0 ? nil : Int(Int32(clamping: information[0])),
      hasOtherClocks: information[2] == 1)
    importCounts = ImportCounts(dropped: Int(counts[0]), repaired: Int(counts[1]))
    guard timetable.isValid, isValid else { throw ColumnError() }
  }
}

extension Timetable.Stops: ColumnCodable {
  func add(to writer: inout ColumnWriter) { writer.add(id, name, station, latitude, longitude) }

  init(from reader: inout ColumnReader) throws(ColumnError) {
    try self.init(
      id: reader.next(), name: reader.next(), station: reader.next(), latitude: reader.next(),
      longitude: reader.next())
  }
}

extension Timetable.Routes: ColumnCodable {
  func add(to writer: inout ColumnWriter) {
    writer.add(id, name, longName, color, textColor, sortOrder, phone, agency)
  }

  init(from reader: inout ColumnReader) throws(ColumnError) {
    try self.init(
      id: reader.next(), name: reader.next(), longName: reader.next(), color: reader.next(),
      textColor: reader.next(), sortOrder: reader.next(), phone: reader.next(),
      agency: reader.next())
  }
}

extension Timetable.Patterns: ColumnCodable {
  func add(to writer: inout ColumnWriter) {
    writer.add(route, direction, firstCall, firstTrip, stop, allows)
  }

  init(from reader: inout ColumnReader) throws(ColumnError) {
    try self.init(
      route: reader.next(), direction: reader.next(), firstCall: reader.next(),
      firstTrip: reader.next(), stop: reader.next(), allows: reader.next())
  }
}

extension Timetable.Trips: ColumnCodable {
  func add(to writer: inout ColumnWriter) {
    writer.add(start, service, headway, times, label, arrival, departure, id, headsign, block)
  }

  init(from reader: inout ColumnReader) throws(ColumnError) {
    try self.init(
      start: reader.next(), service: reader.next(), headway: reader.next(), times: reader.next(),
      label: reader.next(), arrival: reader.next(), departure: reader.next(), id: reader.next(),
      headsign: reader.next(), block: reader.next())
  }
}

extension Timetable.Services: ColumnCodable {
  func add(to writer: inout ColumnWriter) {
    writer.add(firstDay, lastDay, weekdays, firstException, exceptionDay, exceptionAdds)
  }

  init(from reader: inout ColumnReader) throws(ColumnError) {
    try self.init(
      firstDay: reader.next(), lastDay: reader.next(), weekdays: reader.next(),
      firstException: reader.next(), exceptionDay: reader.next(), exceptionAdds: reader.next())
  }
}

extension Timetable.Transfers: ColumnCodable {
  func add(to writer: inout ColumnWriter) { writer.add(first, to, seconds, rank, conditions) }

  init(from reader: inout ColumnReader) throws(ColumnError) {
    try self.init(
      first: reader.next(), to: reader.next(), seconds: reader.next(), rank: reader.next(),
      conditions: reader.next())
  }
}

extension Timetable.Walkways: ColumnCodable {
  func add(to writer: inout ColumnWriter) { writer.add(first, to, seconds, steps) }

  init(from reader: inout ColumnReader) throws(ColumnError) {
    try self.init(
      first: reader.next(), to: reader.next(), seconds: reader.next(), steps: reader.next())
  }
}

extension Timetable.StepFreeAccess: ColumnCodable {
  func add(to writer: inout ColumnWriter) { writer.add(stops, trips, detours, detourAccess) }

  init(from reader: inout ColumnReader) throws(ColumnError) {
    try self.init(
      stops: reader.next(), trips: reader.next(), detours: reader.next(),
      detourAccess: reader.next())
  }
}

extension Timetable.TrainSigns: ColumnCodable {
  func add(to writer: inout ColumnWriter) { writer.add(texts, number, firstHeadsign, headsign) }

  init(from reader: inout ColumnReader) throws(ColumnError) {
    try self.init(
      texts: reader.next(), number: reader.next(), firstHeadsign: reader.next(),
      headsign: reader.next())
  }
}

extension Timetable.CallNumbers: ColumnCodable {
  func add(to writer: inout ColumnWriter) { writer.add(first, list, numbers) }

  init(from reader: inout ColumnReader) throws(ColumnError) {
    try self.init(first: reader.next(), list: reader.next(), numbers: reader.next())
  }
}

extension Timetable.InSeatTransfers: ColumnCodable {
  func add(to writer: inout ColumnWriter) { writer.add(from, to, isAllowed) }

  init(from reader: inout ColumnReader) throws(ColumnError) {
    try self.init(from: reader.next(), to: reader.next(), isAllowed: reader.next())
  }
}

extension Timetable.Signs: ColumnCodable {
  func add(to writer: inout ColumnWriter) { writer.add(platform, code, spokenName) }

  init(from reader: inout ColumnReader) throws(ColumnError) {
    try self.init(platform: reader.next(), code: reader.next(), spokenName: reader.next())
  }
}

extension Timetable.Translations: ColumnCodable {
  func add(to writer: inout ColumnWriter) {
    writer.add(languages, headsigns, first, language, text)
  }

  init(from reader: inout ColumnReader) throws(ColumnError) {
    try self.init(
      languages: reader.next(), headsigns: reader.next(), first: reader.next(),
      language: reader.next(), text: reader.next())
  }
}

extension StationNames: ColumnCodable {
  func add(to writer: inout ColumnWriter) {
    writer.add(firstKey, kind, key, rank, distinction, departures)
  }

  init(from reader: inout ColumnReader) throws(ColumnError) {
    try self.init(
      firstKey: reader.next(), kind: reader.next(), key: reader.next(), rank: reader.next(),
      distinction: reader.next(), departures: reader.next())
  }
}

extension Entrances: ColumnCodable {
  func add(to writer: inout ColumnWriter) { writer.add(first, id, name, latitude, longitude) }

  init(from reader: inout ColumnReader) throws(ColumnError) {
    try self.init(
      first: reader.next(), id: reader.next(), name: reader.next(), latitude: reader.next(),
      longitude: reader.next())
  }
}

extension StationRoutes: ColumnCodable {
  func add(to writer: inout ColumnWriter) { writer.add(first, route) }

  init(from reader: inout ColumnReader) throws(ColumnError) {
    try self.init(first: reader.next(), route: reader.next())
  }
}
