import DataSourceInterface

// The order of columns in a city file. If you change it, increase `CityFile.version`.

extension CompiledCity {
  /// Writes all columns.
  func write(to writer: inout ColumnWriter) {
    writer.add(TextColumn([timetable.agency, timetable.timeZone]))
    writer.add(Column([Int64(importCounts.dropped), Int64(importCounts.repaired)]))
    writer.add(timetable.stations.firstStop)
    let stops = timetable.stops
    writer.add(stops.id)
    writer.add(stops.name)
    writer.add(stops.station)
    writer.add(stops.latitude)
    writer.add(stops.longitude)
    writer.add(timetable.routes.id)
    writer.add(timetable.routes.name)
    writer.add(timetable.routes.longName)
    writer.add(timetable.routes.color)
    writer.add(timetable.routes.textColor)
    writer.add(timetable.routes.sortOrder)
    writer.add(timetable.routes.phone)
    writer.add(timetable.routes.agency)
    let patterns = timetable.patterns
    writer.add(patterns.route)
    writer.add(patterns.direction)
    writer.add(patterns.firstCall)
    writer.add(patterns.firstTrip)
    writer.add(patterns.stop)
    writer.add(patterns.allows)
    let trips = timetable.trips
    writer.add(trips.start)
    writer.add(trips.service)
    writer.add(trips.headway)
    writer.add(trips.times)
    writer.add(trips.label)
    writer.add(trips.arrival)
    writer.add(trips.departure)
    writer.add(trips.id)
    writer.add(trips.headsign)
    writer.add(trips.block)
    let services = timetable.services
    writer.add(services.firstDay)
    writer.add(services.lastDay)
    writer.add(services.weekdays)
    writer.add(services.firstException)
    writer.add(services.exceptionDay)
    writer.add(services.exceptionAdds)
    let transfers = timetable.transfers
    writer.add(transfers.first)
    writer.add(transfers.to)
    writer.add(transfers.seconds)
    writer.add(transfers.rank)
    writer.add(transfers.conditions)
    writer.add(timetable.walkways)
    writer.add(timetable.stepFree.stops)
    writer.add(timetable.stepFree.trips)
    writer.add(timetable.stepFree.detours)
    writer.add(timetable.stepFree.detourAccess)
    writer.add(timetable.trainSigns.texts)
    writer.add(timetable.trainSigns.number)
    writer.add(timetable.trainSigns.firstHeadsign)
    writer.add(timetable.trainSigns.headsign)
    writer.add(timetable.inSeatTransfers.from)
    writer.add(timetable.inSeatTransfers.to)
    writer.add(timetable.inSeatTransfers.isAllowed)
    writer.add(names.firstKey)
    writer.add(names.kind)
    writer.add(names.key)
    writer.add(names.rank)
    writer.add(names.distinction)
    writer.add(names.departures)
    writer.add(timetable.signs)
    writer.add(timetable.translations)
    writer.add(entrances.first)
    writer.add(entrances.id)
    writer.add(entrances.name)
    writer.add(entrances.latitude)
    writer.add(entrances.longitude)
    writer.add(entranceWays)
    writer.add(facilities)
    writer.add(routeTypes)
    writer.add(stationRoutes.first)
    writer.add(stationRoutes.route)
    writer.add(information.credits)
    writer.add(
      Column(
        [
          information.lastDay ?? -1, timetable.describesChanges ? 1 : 0,
          information.hasOtherClocks ? 1 : 0,
        ].map { Int64($0) }))
    // A city without fares has no columns for them.
    if let fares = timetable.fares { fares.encode(to: &writer) }
  }

  /// Reads all columns in the order of `write`; returns nil when they are not a valid city.
  init?(from reader: inout ColumnReader, as city: CityID, name: String) {
    guard let agency = reader.texts(), agency.count == 2,
      let counts = reader.column(of: Int64.self), counts.count == 2,
      let firstStop = reader.column(of: Int32.self),
      let stops = Timetable.Stops(from: &reader),
      let routes = Timetable.Routes(from: &reader),
      let patterns = Timetable.Patterns(from: &reader),
      let trips = Timetable.Trips(from: &reader),
      let services = Timetable.Services(from: &reader),
      let transfers = Timetable.Transfers(from: &reader),
      let walkways = Timetable.Walkways(from: &reader),
      let stepFree = Timetable.StepFreeAccess(from: &reader),
      let trainSigns = Timetable.TrainSigns(from: &reader),
      let inSeatTransfers = Timetable.InSeatTransfers(from: &reader),
      let names = StationNames(from: &reader),
      let signs = Timetable.Signs(from: &reader),
      let translations = Timetable.Translations(from: &reader),
      let entrances = Entrances(from: &reader),
      let entranceWays = Timetable.Walkways(from: &reader),
      let facilities = reader.column(of: UInt8.self),
      let routeTypes = reader.column(of: Int32.self),
      let stationRoutes = StationRoutes(from: &reader),
      let credits = reader.texts(), credits.count.isMultiple(of: 3),
      let information = reader.column(of: Int64.self), information.count == 3
    else { return nil }
    let fares = Timetable.Fares(from: &reader)
    guard fares != nil || reader.isAtEnd else { return nil }
    timetable = Timetable(
      city: city, name: name, agency: agency[0], timeZone: agency[1],
      stations: Timetable.Stations(firstStop: firstStop), stops: stops, routes: routes,
      patterns: patterns, trips: trips, trainSigns: trainSigns, services: services,
      transfers: transfers, describesChanges: information[1] == 1, walkways: walkways,
      stepFree: stepFree, inSeatTransfers: inSeatTransfers, fares: fares, signs: signs,
      translations: translations)
    self.names = names
    self.entrances = entrances
    self.entranceWays = entranceWays
    self.facilities = facilities
    self.routeTypes = routeTypes
    self.stationRoutes = stationRoutes
    self.information = FeedInformation(
      credits: credits,
      lastDay: information[0] < 0 ? nil : Int(Int32(clamping: information[0])),
      hasOtherClocks: information[2] == 1)
    importCounts = ImportCounts(dropped: Int(counts[0]), repaired: Int(counts[1]))
    guard timetable.isValid, isValid else { return nil }
  }
}

extension Timetable.Stops {
  init?(from reader: inout ColumnReader) {
    guard let id = reader.texts(), let name = reader.texts(),
      let station = reader.column(of: Int32.self), let latitude = reader.column(of: Double.self),
      let longitude = reader.column(of: Double.self)
    else { return nil }
    self.init(id: id, name: name, station: station, latitude: latitude, longitude: longitude)
  }
}

extension Timetable.Routes {
  init?(from reader: inout ColumnReader) {
    guard let id = reader.texts(), let name = reader.texts(), let longName = reader.texts(),
      let color = reader.column(of: Int32.self), let textColor = reader.column(of: Int32.self),
      let sortOrder = reader.column(of: Int32.self), let phone = reader.texts(),
      let agency = reader.texts()
    else { return nil }
    self.init(
      id: id, name: name, longName: longName, color: color, textColor: textColor,
      sortOrder: sortOrder, phone: phone, agency: agency)
  }
}

extension Timetable.Patterns {
  init?(from reader: inout ColumnReader) {
    guard let route = reader.column(of: Int32.self), let direction = reader.column(of: Int8.self),
      let firstCall = reader.column(of: Int32.self), let firstTrip = reader.column(of: Int32.self),
      let stop = reader.column(of: Int32.self),
      let allows = reader.column(of: Timetable.CallRules.self)
    else { return nil }
    self.init(
      route: route, direction: direction, firstCall: firstCall, firstTrip: firstTrip, stop: stop,
      allows: allows)
  }
}

extension Timetable.Trips {
  init?(from reader: inout ColumnReader) {
    guard let start = reader.column(of: Int32.self), let service = reader.column(of: Int32.self),
      let headway = reader.column(of: Int32.self), let times = reader.column(of: Int32.self),
      let label = reader.column(of: Int32.self), let arrival = reader.column(of: Int32.self),
      let departure = reader.column(of: Int32.self),
      let id = reader.texts(), let headsign = reader.texts(),
      let block = reader.column(of: Int32.self)
    else { return nil }
    self.init(
      start: start, service: service, headway: headway, times: times, label: label,
      arrival: arrival, departure: departure, id: id, headsign: headsign, block: block)
  }
}

extension Timetable.Services {
  init?(from reader: inout ColumnReader) {
    guard let firstDay = reader.column(of: Int32.self),
      let lastDay = reader.column(of: Int32.self), let weekdays = reader.column(of: UInt8.self),
      let firstException = reader.column(of: Int32.self),
      let day = reader.column(of: Int32.self), let adds = reader.column(of: UInt8.self)
    else { return nil }
    self.init(
      firstDay: firstDay, lastDay: lastDay, weekdays: weekdays, firstException: firstException,
      exceptionDay: day, exceptionAdds: adds)
  }
}

extension Timetable.Transfers {
  init?(from reader: inout ColumnReader) {
    guard let first = reader.column(of: Int32.self), let to = reader.column(of: Int32.self),
      let seconds = reader.column(of: Int32.self), let rank = reader.column(of: Int32.self),
      let conditions = reader.column(of: Condition.self)
    else { return nil }
    self.init(first: first, to: to, seconds: seconds, rank: rank, conditions: conditions)
  }
}

extension ColumnWriter {
  fileprivate mutating func add(_ walkways: Timetable.Walkways) {
    add(walkways.first)
    add(walkways.to)
    add(walkways.seconds)
    add(walkways.steps)
  }
}

extension Timetable.Walkways {
  init?(from reader: inout ColumnReader) {
    guard let first = reader.column(of: Int32.self), let to = reader.column(of: Int32.self),
      let seconds = reader.column(of: Int32.self), let steps = reader.texts()
    else { return nil }
    self.init(first: first, to: to, seconds: seconds, steps: steps)
  }
}

extension Timetable.StepFreeAccess {
  init?(from reader: inout ColumnReader) {
    guard let stops = reader.column(of: UInt8.self), let trips = reader.column(of: UInt8.self),
      let detours = Timetable.Walkways(from: &reader),
      let detourAccess = reader.column(of: UInt8.self)
    else { return nil }
    self.init(stops: stops, trips: trips, detours: detours, detourAccess: detourAccess)
  }
}

extension Timetable.TrainSigns {
  init?(from reader: inout ColumnReader) {
    guard let texts = reader.texts(), let number = reader.column(of: Int32.self),
      let firstHeadsign = reader.column(of: Int32.self),
      let headsign = reader.column(of: Int32.self)
    else { return nil }
    self.init(texts: texts, number: number, firstHeadsign: firstHeadsign, headsign: headsign)
  }
}

extension Timetable.InSeatTransfers {
  init?(from reader: inout ColumnReader) {
    guard let from = reader.column(of: Int32.self), let to = reader.column(of: Int32.self),
      let isAllowed = reader.column(of: UInt8.self)
    else { return nil }
    self.init(from: from, to: to, isAllowed: isAllowed)
  }
}

extension StationNames {
  init?(from reader: inout ColumnReader) {
    guard let firstKey = reader.column(of: Int32.self), let kind = reader.column(of: UInt8.self),
      let key = reader.texts(), let rank = reader.column(of: Int32.self),
      let distinction = reader.texts(), let departures = reader.column(of: Int32.self)
    else { return nil }
    self.init(
      firstKey: firstKey, kind: kind, key: key, rank: rank, distinction: distinction,
      departures: departures)
  }
}

extension Entrances {
  init?(from reader: inout ColumnReader) {
    guard let first = reader.column(of: Int32.self), let id = reader.texts(),
      let name = reader.texts(), let latitude = reader.column(of: Double.self),
      let longitude = reader.column(of: Double.self)
    else { return nil }
    self.init(first: first, id: id, name: name, latitude: latitude, longitude: longitude)
  }
}

extension StationRoutes {
  init?(from reader: inout ColumnReader) {
    guard let first = reader.column(of: Int32.self), let route = reader.column(of: Int32.self)
    else { return nil }
    self.init(first: first, route: route)
  }
}
