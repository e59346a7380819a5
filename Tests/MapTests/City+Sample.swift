import DataSourceInterface

/// A line of a city that a test composes.
func line(
  _ name: String, _ color: UInt32? = nil, _ courses: [String]..., kind: LineKind = .metro
) -> LineDetails {
  line(name, color, courses: courses, kind: kind)
}

/// A line with so many ways, those of odd places in the other direction.
func line(
  _ name: String, _ color: UInt32?, courses: [[String]], kind: LineKind = .metro
) -> LineDetails {
  LineDetails(
    line: Line(id: "line-\(name)", name: name, color: color.map { LineColor(rgb: $0) }),
    longName: nil, kind: kind,
    courses: courses.enumerated().map { index, stations in
      LineDetails.Course(
        direction: index % 2, headsigns: stations.last.map { [$0] } ?? [],
        stations: stations.map { Place(id: $0, name: $0) }, trips: 10 - index)
    })
}

/// A station of a city that a test composes, named by its id.
func station(_ id: String, _ north: Double? = nil, _ east: Double? = nil) -> Station {
  let place = north.flatMap { north in east.map { Coordinate(latitude: north, longitude: $0) } }
  return Station(id: id, name: id, coordinate: place, lines: [])
}

extension City {
  /// A city of nothing but a name.
  static let sample = City(
    id: .builtIn, name: "Sample", agency: "Agency", timeZone: "UTC",
    firstDate: ServiceDate(day: 0), lastDate: ServiceDate(day: 9), stations: 0, lines: 0,
    isBuiltIn: true, isCurrent: true)
}
