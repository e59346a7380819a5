import DataSourceInterface

/// What distinguishes stations with the same name: their lines; or else their neighbours; or else
/// their ids.
struct StationDistinctions {
  /// The largest number of lines or neighbours in one text.
  private static let maxLines = 4
  private static let maxNeighbours = 2

  /// The text of each station; empty when no other station has its name.
  private(set) var texts: [String]

  private let timetable: Timetable
  private let stationRoutes: StationRoutes
  private let names: [String]

  /// - Parameter names: The folded name of each station.
  init(_ timetable: Timetable, _ stationRoutes: StationRoutes, names: [String]) {
    self.timetable = timetable
    self.stationRoutes = stationRoutes
    self.names = names
    texts = names.map { _ in "" }
    let groups = Dictionary(grouping: names.indices) { names[$0] }.values.filter { $0.count > 1 }
    for group in groups {
      // Searches find a station without trains only if no station of its name has trains.
      let served = group.filter { !stationRoutes.routes(of: $0).isEmpty }
      for station in group where !served.contains(station) { texts[station] = "no trains" }
      for station in served where served.count > 1 { texts[station] = lines(of: station) }
    }
    let sameLines = repetitions(in: groups)
    let neighbours = neighbours(of: Set(sameLines.joined()))
    for group in sameLines {
      // By name, how many stations of the group have a neighbour with it.
      var counts: [String: Int] = [:]
      for station in group {
        for name in Set((neighbours[station] ?? [:]).keys.map { names[$0] }) {
          counts[name, default: 0] += 1
        }
      }
      for station in group {
        texts[station] = text(of: neighbours[station] ?? [:], of: station, counts)
      }
    }
    for group in repetitions(in: groups) {
      for station in group { texts[station] = id(of: station) }
    }
  }

  /// The stations of each group that have the same text.
  private func repetitions(in groups: [[Int]]) -> [[Int]] {
    groups.flatMap { group in
      Dictionary(grouping: group.filter { !texts[$0].isEmpty }) { texts[$0].folded }.values
        .filter { $0.count > 1 }
    }
  }

  /// Returns the names of the first lines of a station.
  private func lines(of station: Int) -> String {
    var lines: [String] = []
    for route in stationRoutes.routes(of: station) where lines.count < Self.maxLines {
      let name = timetable.routes.name[route]
      if lines.last != name { lines.append(name) }
    }
    return lines.joined(separator: lines.allSatisfy { $0.count < 5 } ? " " : ", ")
  }

  /// Returns the stations before and after each of `stations` on its lines, with the number of
  /// trips between the two.
  private func neighbours(of stations: Set<Int>) -> [Int: [Int: Int]] {
    var neighbours: [Int: [Int: Int]] = [:]
    let patterns = timetable.patterns
    for pattern in stations.isEmpty ? 0..<0 : 0..<patterns.count {
      let calls = patterns.calls(of: pattern).map {
        Int(timetable.stops.station[Int(patterns.stop[$0])])
      }
      let trips = patterns.trips(of: pattern).count
      for (station, next) in zip(calls, calls.dropFirst()) where station != next {
        if stations.contains(station) {
          neighbours[station, default: [:]][next, default: 0] += trips
        }
        if stations.contains(next) {
          neighbours[next, default: [:]][station, default: 0] += trips
        }
      }
    }
    return neighbours
  }

  /// Returns the names of the most frequent neighbours of a station that are no neighbours of the
  /// others in the group.
  /// - Parameters:
  ///   - neighbours: The neighbours, with the number of trips to and from each.
  ///   - counts: By name, how many stations of the group have a neighbour with it.
  private func text(of neighbours: [Int: Int], of station: Int, _ counts: [String: Int]) -> String {
    let own = neighbours.filter {
      names[$0.key] != names[station] && counts[names[$0.key]] == 1
    }
    let nearest = own.sorted { ($1.value, names[$0.key]) < ($0.value, names[$1.key]) }
      .prefix(Self.maxNeighbours).map { timetable.stopReference(ofStation: $0.key).name }
    return nearest.isEmpty ? id(of: station) : "next to " + nearest.joined(separator: ", ")
  }

  private func id(of station: Int) -> String {
    "id:" + timetable.stopReference(ofStation: station).id
  }
}
