import DataSourceInterface

/// For each stop, the calls at which routes can be boarded there.
struct StopRoutes: Sendable {
  /// A call at which one route can be boarded. A loop line may call at a stop several times.
  struct Entry: Sendable {
    var route: Int32
    var position: Int32
    /// When the first trip departs.
    var firstDeparture: Int32
    /// When the last trip departs.
    var lastDeparture: Int32
  }

  /// By stop, the index of its first entry, and at the end the number of entries.
  private let firstEntry: [Int32]
  /// All entries, grouped by stop.
  let entries: [Entry]

  init(
    _ routes: [RaptorRoute], _ trips: [RaptorNetwork.Trip], _ calls: [RaptorNetwork.Call],
    _ times: RaptorNetwork.Times, stopCount: Int
  ) {
    var found: [(stop: Int, entry: Entry)] = []
    var offsets = [Int32](repeating: 0, count: stopCount + 1)
    for (number, route) in routes.enumerated() {
      let first = trips[Int(route.firstTrip)]
      let last = trips[Int(route.firstTrip + route.rowCount - 1)]
      for position in 0..<max(0, route.positionCount - 1) {
        let call = calls[Int(route.firstCall + position)]
        guard call.mayBoard else { continue }
        let skipped = route.skippedCalls + position
        let entry = Entry(
          route: Int32(number), position: position,
          firstDeparture: first.start + times.departures[Int(first.firstTime + skipped)],
          lastDeparture: last.start + times.departures[Int(last.firstTime + skipped)])
        found.append((Int(call.stop), entry))
        offsets[Int(call.stop) + 1] += 1
      }
    }
    // A counting sort by stop.
    for stop in 0..<stopCount { offsets[stop + 1] += offsets[stop] }
    firstEntry = offsets
    let placeholder = Entry(route: 0, position: 0, firstDeparture: 0, lastDeparture: 0)
    var sorted = [Entry](repeating: placeholder, count: found.count)
    for (stop, entry) in found {
      sorted[Int(offsets[stop])] = entry
      offsets[stop] += 1
    }
    entries = sorted
  }

  /// The calls at which routes can be boarded at a stop.
  @inline(__always)
  func at(_ stop: Int) -> ArraySlice<Entry> { entries[indices(at: stop)] }

  /// The indexes in `entries` of these calls.
  @inline(__always)
  func indices(at stop: Int) -> Range<Int> { Int(firstEntry[stop])..<Int(firstEntry[stop + 1]) }
}

extension RaptorNetwork {
  /// All departures from some stops for journeys that begin within a time span, the last one first.
  /// A journey begins with the walk to its first stop.
  func departures(
    from stops: AccessStops, within span: ClosedRange<Int32>
  ) -> [(begin: Int32, stop: Int, time: Int32)] {
    var found: [(begin: Int32, stop: Int, time: Int32)] = []
    for (stop, walk) in stops.stops {
      for entry in stopRoutes.at(stop) {
        let route = routes[Int(entry.route)]
        for row in 0..<route.rowCount {
          let time = departure(route, row, at: entry.position)
          if span.contains(time - walk) { found.append((time - walk, stop, time)) }
        }
      }
    }
    return found.sorted { $0.begin > $1.begin }
  }
}
