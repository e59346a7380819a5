import DataSourceInterface

extension Timetable.Stops {
  init?(from reader: inout SectionReader) {
    guard let id = reader.texts(), let name = reader.texts(),
      let station = reader.column(of: Int32.self), let latitude = reader.column(of: Double.self),
      let longitude = reader.column(of: Double.self)
    else { return nil }
    self.init(id: id, name: name, station: station, latitude: latitude, longitude: longitude)
  }
}

extension Timetable.Routes {
  init?(from reader: inout SectionReader) {
    guard let id = reader.texts(), let name = reader.texts(),
      let color = reader.column(of: Int32.self)
    else { return nil }
    self.init(id: id, name: name, color: color)
  }
}

extension Timetable.Patterns {
  init?(from reader: inout SectionReader) {
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
  init?(from reader: inout SectionReader) {
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
  init?(from reader: inout SectionReader) {
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
  init?(from reader: inout SectionReader) {
    guard let first = reader.column(of: Int32.self), let to = reader.column(of: Int32.self),
      let seconds = reader.column(of: Int32.self)
    else { return nil }
    self.init(first: first, to: to, seconds: seconds)
  }
}
