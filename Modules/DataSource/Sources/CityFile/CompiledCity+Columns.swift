import DataSourceInterface

/// The one order of columns in a city file. Whoever changes it changes `CityFile.version`.
extension CompiledCity {
  func write(to writer: inout SectionWriter) {
    writer.add(TextColumn([timetable.agency, timetable.timeZone]))
    writer.add(Column([Int64(losses.dropped), Int64(losses.repaired)]))
    writer.add(timetable.stations.firstStop)
    let stops = timetable.stops
    writer.add(stops.id)
    writer.add(stops.name)
    writer.add(stops.station)
    writer.add(stops.latitude)
    writer.add(stops.longitude)
    writer.add(timetable.routes.id)
    writer.add(timetable.routes.name)
    writer.add(timetable.routes.color)
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
    writer.add(trips.times)
    writer.add(trips.label)
    writer.add(trips.arrival)
    writer.add(trips.departure)
    writer.add(trips.id)
    writer.add(trips.headsign)
    let services = timetable.services
    writer.add(services.firstDay)
    writer.add(services.lastDay)
    writer.add(services.weekdays)
    writer.add(services.firstException)
    writer.add(services.exceptionDay)
    writer.add(services.exceptionAdds)
    writer.add(timetable.transfers.first)
    writer.add(timetable.transfers.to)
    writer.add(timetable.transfers.seconds)
    writer.add(names.firstOther)
    writer.add(names.other)
    writer.add(names.firstKey)
    writer.add(names.kind)
    writer.add(names.key)
    writer.add(names.rank)
    writer.add(stopFacts.platform)
    writer.add(stopFacts.access)
    writer.add(entrances.first)
    writer.add(entrances.id)
    writer.add(entrances.name)
    writer.add(entrances.latitude)
    writer.add(entrances.longitude)
    writer.add(facilities)
    writer.add(routeFacts.longName)
    writer.add(routeFacts.type)
    writer.add(stationRoutes.first)
    writer.add(stationRoutes.route)
  }

  /// Reads what `write` wrote; nil when it does not make a sound city.
  init?(from reader: inout SectionReader, as city: CityID, name: String) {
    guard let facts = reader.texts(), facts.count == 2,
      let losses = reader.column(of: Int64.self), losses.count == 2,
      let firstStop = reader.column(of: Int32.self),
      let stops = Timetable.Stops(from: &reader),
      let routes = Timetable.Routes(from: &reader),
      let patterns = Timetable.Patterns(from: &reader),
      let trips = Timetable.Trips(from: &reader),
      let services = Timetable.Services(from: &reader),
      let transfers = Timetable.Transfers(from: &reader),
      let names = StationNames(from: &reader),
      let stopFacts = StopFacts(from: &reader),
      let entrances = Entrances(from: &reader),
      let facilities = reader.column(of: UInt8.self),
      let routeFacts = RouteFacts(from: &reader),
      let stationRoutes = StationRoutes(from: &reader)
    else { return nil }
    timetable = Timetable(
      city: city, name: name, agency: facts[0], timeZone: facts[1],
      stations: Timetable.Stations(firstStop: firstStop), stops: stops, routes: routes,
      patterns: patterns, trips: trips, services: services, transfers: transfers)
    self.names = names
    self.stopFacts = stopFacts
    self.entrances = entrances
    self.facilities = facilities
    self.routeFacts = routeFacts
    self.stationRoutes = stationRoutes
    self.losses = Losses(dropped: Int(losses[0]), repaired: Int(losses[1]))
    guard timetable.isSound, isSound else { return nil }
  }
}
