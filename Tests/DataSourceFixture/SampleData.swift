package import DataSourceInterface
package import Documents

// Hand-made sample data: no real city, agency or timetable.

extension SampleNetwork {
  /// One line through the stations A, B and C; its only train leaves A at 9:00 every day.
  package static let sample = SampleNetwork(
    stations: [("A", []), ("B", []), ("C", [])],
    trips: [.init("sample", line: "1", "A 9:00,B 9:10,C 9:20")])
}

extension City {
  /// A city with sample values; the built-in one is the current city.
  package static func sample(
    _ id: CityID = .builtIn, name: String = "Sample", agency: String = "Sample agency",
    timeZone: String = "UTC", firstDate: CalendarDate = CalendarDate(day: 0),
    lastDate: CalendarDate = CalendarDate(day: 100_000), stations: Int = 3, lines: Int = 1,
    isExpired: Bool = false
  ) -> City {
    City(
      id: id, name: name, agency: agency, timeZone: timeZone, firstDate: firstDate,
      lastDate: lastDate, stations: stations, lines: lines, isBuiltIn: id == .builtIn,
      isCurrent: id == .builtIn, isExpired: isExpired)
  }
}

extension Station {
  /// A station with sample values; its name is its id unless given.
  package static func sample(
    _ id: String, name: String? = nil, at coordinate: Coordinate? = nil, lines: [Line] = []
  ) -> Station {
    Station(id: id, name: TranslatedName(name ?? id), coordinate: coordinate, lines: lines)
  }
}

extension LineDetails {
  /// A line whose courses, or loops, call at stations named by their ids, in alternating
  /// directions; earlier courses have more trips.
  package static func sample(
    _ name: String, color: UInt32? = nil, courses: [[String]], isLoop: Bool = false,
    kind: LineKind = .metro
  ) -> LineDetails {
    LineDetails(
      line: Line(
        id: "line-\(name)", name: TranslatedName(name), color: color.map { LineColor(rgb: $0) }),
      longName: nil, kind: kind,
      courses: courses.enumerated().map { index, stations in
        Course(
          direction: index % 2, headsigns: stations.last.map { [TranslatedName($0)] } ?? [],
          stations: stations.map { StopReference(id: $0, name: TranslatedName($0)) },
          isLoop: isLoop,
          trips: 10 - index)
      })
  }
}

extension StationDetails {
  /// A station of which only its departures are known.
  package static func sample(
    _ station: Station, date: CalendarDate? = nil, departures: [DepartureSpan] = []
  ) -> StationDetails {
    StationDetails(
      station: station, otherNames: [], platforms: [], entrances: [], facilities: [],
      isStepFree: nil, date: date ?? CalendarDate(day: 0), departures: departures)
  }
}
