import DataSourceInterface

extension Timetable {
  /// The most pairs of neighbouring stations for which it is checked what connects stations.
  private static let maximumWalks = 4_000_000

  /// Reports the stations that no train and no change connects with most of the other ones.
  func reportUnconnectedStations(to diagnostics: FileDiagnostics) {
    guard let largest = connectedStations, largest.count > 1 else { return }
    for station in 0..<stations.count where !largest.contains(station) {
      diagnostics.add(.unconnectedStation, stops.id[Int(stations.firstStop[station])])
    }
  }

  /// The largest set of stations that trains and changes connect with each other, in any direction;
  /// nil if there are too many changes on foot.
  private var connectedStations: Set<Int>? {
    var sets = DisjointSets(count: stations.count)
    func station(_ stop: Int32) -> Int { Int(stops.station[Int(stop)]) }
    for pattern in 0..<patterns.count {
      let calls = patterns.calls(of: pattern)
      for call in calls.dropFirst() {
        sets.join(station(patterns.stop[call - 1]), station(patterns.stop[call]))
      }
    }
    for stop in 0..<stops.count {
      for row in transfers.rows(from: stop)
      where transfers.seconds[row] != Transfers.forbidden {
        sets.join(Int(stops.station[stop]), station(transfers.to[row]))
      }
    }
    guard !describesChanges else { return sets.largest }
    var walks = 0
    visitStations(within: Double(Self.defaultWalk)) { one, other, _ in
      sets.join(one, other)
      walks += 1
      return walks <= Self.maximumWalks
    }
    return walks <= Self.maximumWalks ? sets.largest : nil
  }
}

/// A partition of numbers that joins sets quickly.
///
/// Source: R. E. Tarjan, "Efficiency of a good but not linear set union algorithm", Journal of the
/// ACM 22 (2), 1975.
private struct DisjointSets {
  private var parents: [Int]

  init(count: Int) {
    parents = Array(0..<count)
  }

  mutating func join(_ one: Int, _ other: Int) {
    let (root, otherRoot) = (root(of: one), root(of: other))
    parents[max(root, otherRoot)] = min(root, otherRoot)
  }

  /// The greatest set; of several, the one with the least number.
  var largest: Set<Int> {
    var sets = self
    let groups = Dictionary(grouping: parents.indices) { sets.root(of: $0) }
    let largest = groups.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }
    return Set(largest?.value ?? [])
  }

  private mutating func root(of number: Int) -> Int {
    var number = number
    while parents[number] != number {
      parents[number] = parents[parents[number]]
      number = parents[number]
    }
    return number
  }
}
