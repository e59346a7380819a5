import DataSourceInterface

extension CompiledCity {
  /// The lines by name, each with its stations in order.
  var lines: [LineDetails] {
    var courses = [[Course]](repeating: [], count: timetable.routes.count)
    for pattern in 0..<timetable.patterns.count {
      courses[Int(timetable.patterns.route[pattern])].append(course(ofPattern: pattern))
    }
    let places = timetable.routes.placesByName
    return courses.indices.sorted { places[$0] < places[$1] }.map { route in
      let longName = routeFacts.longName[route]
      return LineDetails(
        line: timetable.line(ofRoute: route), longName: longName.isEmpty ? nil : longName,
        kind: LineKind(routeType: Int(routeFacts.type[route])),
        courses: courses[route].merged.map { $0.value(in: timetable) })
    }
  }

  private func course(ofPattern pattern: Int) -> Course {
    let trips = timetable.patterns.trips(of: pattern)
    let stations = timetable.patterns.calls(of: pattern).map {
      timetable.stops.station[Int(timetable.patterns.stop[$0])]
    }
    var labels: [Int32: Int] = [:]
    for trip in trips { labels[timetable.trips.label[trip], default: 0] += 1 }
    let signs = labels.map { (timetable.trips.headsign[Int($0.key)], $0.value) }
    return Course(
      direction: timetable.patterns.direction[pattern], stations: stations, trips: trips.count,
      headsigns: Dictionary(signs, uniquingKeysWith: +))
  }
}

/// A way that trains take, while those of a line are merged.
private struct Course {
  let direction: Int8
  let stations: [Int32]
  var trips: Int
  var headsigns: [String: Int]

  /// Whether another course calls at its stations in the same order, at some more besides.
  func isPart(of other: Course) -> Bool {
    guard direction == other.direction, stations.count <= other.stations.count else { return false }
    var rest = stations[...]
    for station in other.stations where station == rest.first { rest.removeFirst() }
    return rest.isEmpty
  }

  func value(in timetable: Timetable) -> LineDetails.Course {
    LineDetails.Course(
      direction: direction < 0 ? nil : Int(direction), headsigns: headsigns.byFrequency,
      stations: stations.map { timetable.place(ofStation: Int($0)) }, trips: trips)
  }
}

extension [Course] {
  /// The courses that are not part of another one, by direction, the most frequent first; the trips
  /// of a part are counted with the whole that most trips take.
  fileprivate var merged: [Course] {
    var kept: [Course] = []
    let longestFirst = sorted {
      ($1.stations.count, $1.trips) < ($0.stations.count, $0.trips)
    }
    for course in longestFirst {
      let wholes = kept.indices.filter { course.isPart(of: kept[$0]) }
      guard let whole = wholes.max(by: { kept[$0].trips < kept[$1].trips }) else {
        kept.append(course)
        continue
      }
      kept[whole].trips += course.trips
      kept[whole].headsigns.merge(course.headsigns, uniquingKeysWith: +)
    }
    return kept.sorted {
      ($0.direction < 0 ? 2 : $0.direction, $1.trips) < (
        $1.direction < 0 ? 2 : $1.direction, $0.trips
      )
    }
  }
}
