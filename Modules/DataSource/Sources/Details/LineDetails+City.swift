import DataSourceInterface

extension CompiledCity {
  /// The lines by name, each with its stations in order.
  var lines: [LineDetails] {
    var courses = [[Course]](repeating: [], count: timetable.routes.count)
    for pattern in 0..<timetable.patterns.count {
      courses[Int(timetable.patterns.route[pattern])].append(course(ofPattern: pattern))
    }
    let ranks = timetable.routes.nameRanks
    return courses.indices.sorted { ranks[$0] < ranks[$1] }.map { route in
      LineDetails(
        line: timetable.line(ofRoute: route), longName: timetable.longName(ofRoute: route),
        kind: LineKind(routeType: Int(routeTypes[route])),
        courses: courses[route].merged.map { $0.details(in: timetable) })
    }
  }

  private func course(ofPattern pattern: Int) -> Course {
    let trips = timetable.patterns.trips(of: pattern)
    let stations = timetable.patterns.calls(of: pattern).map {
      timetable.stops.station[Int(timetable.patterns.stop[$0])]
    }
    var labels: [Int32: Int] = [:]
    for trip in trips { labels[timetable.trips.label[trip], default: 0] += 1 }
    let headsigns = labels.map { (timetable.trips.headsign[Int($0.key)], $0.value) }
    return Course(
      direction: timetable.patterns.direction[pattern], stations: stations, trips: trips.count,
      headsigns: Dictionary(headsigns, uniquingKeysWith: +))
  }
}

/// A sequence of stations, with the counts that change when courses are merged.
private struct Course {
  let direction: Int8
  let stations: [Int32]
  var trips: Int
  /// The number of trips with each headsign.
  var headsigns: [String: Int]

  /// Returns whether another course of the same direction serves all stations in the same order.
  func isPart(of other: Course) -> Bool {
    guard direction == other.direction, stations.count <= other.stations.count else { return false }
    var rest = stations[...]
    for station in other.stations where station == rest.first { rest.removeFirst() }
    return rest.isEmpty
  }

  /// The number of stations in one round of a loop; nil if the course is not a loop. Trains of a
  /// loop return to the first station, and may go on from there in the same order, to any station.
  /// Two stations are no loop: their trains go there and back.
  private var roundLength: Int? {
    guard let first = stations.first,
      let length = stations.dropFirst().firstIndex(of: first), length > 2,
      Set(stations[..<length]).count == length,
      zip(stations, stations[length...]).allSatisfy(==)
    else { return nil }
    return length
  }

  func details(in timetable: Timetable) -> LineDetails.Course {
    let roundLength = roundLength
    return LineDetails.Course(
      direction: direction < 0 ? nil : Int(direction),
      headsigns: headsigns.byFrequency.map { timetable.name(ofHeadsign: $0) },
      stations: stations.prefix(roundLength ?? stations.count).map {
        timetable.stopReference(ofStation: Int($0))
      }, isLoop: roundLength != nil, trips: trips)
  }
}

extension [Course] {
  /// How many stations are compared to find parts of other courses. Lines of real feeds need far
  /// fewer.
  private static var maximumComparisons: Int { 50_000_000 }

  /// The courses that are not part of another one, by direction, the most frequent first. The trips
  /// of a part are added to the most frequent course that contains it.
  fileprivate var merged: [Course] {
    var kept: [Course] = []
    var comparisons = 0
    // By station, the indexes of the courses of `kept` that serve it.
    var serving: [Int32: [Int]] = [:]
    let longestFirst = sorted {
      ($1.stations.count, $1.trips) < ($0.stations.count, $0.trips)
    }
    for course in longestFirst {
      // Only the courses that serve its rarest station can contain it.
      let candidates = course.stations.map { serving[$0] ?? [] }.min { $0.count < $1.count } ?? []
      let containing = candidates.filter { candidate in
        comparisons += kept[candidate].stations.count
        return comparisons <= Self.maximumComparisons && course.isPart(of: kept[candidate])
      }
      guard let most = containing.max(by: { kept[$0].trips < kept[$1].trips }) else {
        for station in Set(course.stations) { serving[station, default: []].append(kept.count) }
        kept.append(course)
        continue
      }
      kept[most].trips += course.trips
      kept[most].headsigns.merge(course.headsigns, uniquingKeysWith: +)
    }
    return kept.sorted {
      ($0.direction < 0 ? 2 : $0.direction, $1.trips) < (
        $1.direction < 0 ? 2 : $1.direction, $0.trips
      )
    }
  }
}
