import DataSourceInterface

/// The one order of columns in a city file. Whoever changes it changes `CityFile.version`.
extension CompiledCity {
  func write(to writer: inout SectionWriter) {
    writer.add(TextColumn([timetable.agency, timetable.timeZone]))
    writer.add(searchNames)
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
  }

  /// Reads what `write` wrote; nil when it does not make a sound timetable.
  init?(from reader: inout SectionReader, as city: CityID, name: String) {
    guard let facts = reader.texts(), facts.count == 2, let searchNames = reader.texts(),
      let firstStop = reader.column(of: Int32.self),
      let stops = Timetable.Stops(from: &reader),
      let routes = Timetable.Routes(from: &reader),
      let patterns = Timetable.Patterns(from: &reader),
      let trips = Timetable.Trips(from: &reader),
      let services = Timetable.Services(from: &reader),
      let transfers = Timetable.Transfers(from: &reader)
    else { return nil }
    timetable = Timetable(
      city: city, name: name, agency: facts[0], timeZone: facts[1],
      stations: Timetable.Stations(firstStop: firstStop), stops: stops, routes: routes,
      patterns: patterns, trips: trips, services: services, transfers: transfers)
    self.searchNames = searchNames
    guard timetable.isSound, searchNames.count == timetable.stations.count else { return nil }
  }
}

extension Timetable.Stops {
  fileprivate init?(from reader: inout SectionReader) {
    guard let id = reader.texts(), let name = reader.texts(),
      let station = reader.column(of: Int32.self), let latitude = reader.column(of: Double.self),
      let longitude = reader.column(of: Double.self)
    else { return nil }
    self.init(id: id, name: name, station: station, latitude: latitude, longitude: longitude)
  }
}

extension Timetable.Routes {
  fileprivate init?(from reader: inout SectionReader) {
    guard let id = reader.texts(), let name = reader.texts(),
      let color = reader.column(of: Int32.self)
    else { return nil }
    self.init(id: id, name: name, color: color)
  }
}

extension Timetable.Patterns {
  fileprivate init?(from reader: inout SectionReader) {
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
  fileprivate init?(from reader: inout SectionReader) {
    guard let start = reader.column(of: Int32.self), let service = reader.column(of: Int32.self),
      let times = reader.column(of: Int32.self), let label = reader.column(of: Int32.self),
      let arrival = reader.column(of: Int32.self), let departure = reader.column(of: Int32.self),
      let id = reader.texts(), let headsign = reader.texts()
    else { return nil }
    self.init(
      start: start, service: service, times: times, label: label, arrival: arrival,
      departure: departure, id: id, headsign: headsign)
  }
}

extension Timetable.Services {
  fileprivate init?(from reader: inout SectionReader) {
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
  fileprivate init?(from reader: inout SectionReader) {
    guard let first = reader.column(of: Int32.self), let to = reader.column(of: Int32.self),
      let seconds = reader.column(of: Int32.self)
    else { return nil }
    self.init(first: first, to: to, seconds: seconds)
  }
}
