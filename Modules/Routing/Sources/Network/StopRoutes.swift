/// For each stop, the routes that can be boarded there.
struct StopRoutes: Sendable {
  /// One route at one stop. A loop line may call at the stop several times.
  struct Entry: Sendable {
    var route: Int32
    /// The first position at which the route can be boarded there.
    var firstPosition: Int32
    /// The last such position.
    var lastPosition: Int32
    /// When the first trip departs from the first position.
    var firstDeparture: Int32
    /// When the last trip departs from the last position.
    var lastDeparture: Int32
  }

  /// By stop, the index of its first entry, and at the end the number of entries.
  private let firstEntry: [Int32]
  /// All entries, grouped by stop.
  let entries: [Entry]

  init(
    _ routes: [RaptorRoute], _ calls: [RaptorNetwork.Call], _ times: RaptorNetwork.Times,
    stopCount: Int
  ) {
    var found: [(stop: Int32, entry: Entry)] = []
    var latestEntry = [Int32](repeating: -1, count: stopCount)
    var offsets = [Int32](repeating: 0, count: stopCount + 1)
    for (number, route) in routes.enumerated() {
      let firstOfRoute = found.count
      for position in 0..<max(0, route.positionCount - 1) {
        let call = calls[Int(route.firstCall + position)]
        guard call.mayBoard else { continue }
        let column = Int(route.firstDeparture + position * route.rowCount)
        let lastDeparture = times.departures[column + Int(route.rowCount) - 1]
        let known = Int(latestEntry[Int(call.stop)])
        if known >= firstOfRoute {
          found[known].entry.lastPosition = position
          found[known].entry.lastDeparture = lastDeparture
        } else {
          latestEntry[Int(call.stop)] = Int32(found.count)
          offsets[Int(call.stop) + 1] += 1
          let entry = Entry(
            route: Int32(number), firstPosition: position, lastPosition: position,
            firstDeparture: times.departures[column], lastDeparture: lastDeparture)
          found.append((call.stop, entry))
        }
      }
    }
    // A counting sort by stop.
    for stop in 0..<stopCount { offsets[stop + 1] += offsets[stop] }
    firstEntry = offsets
    let placeholder = Entry(
      route: 0, firstPosition: 0, lastPosition: 0, firstDeparture: 0, lastDeparture: 0)
    var sorted = [Entry](repeating: placeholder, count: found.count)
    for (stop, entry) in found {
      sorted[Int(offsets[Int(stop)])] = entry
      offsets[Int(stop)] += 1
    }
    entries = sorted
  }

  /// The routes that can be boarded at a stop.
  @inline(__always)
  func at(_ stop: Int) -> ArraySlice<Entry> { entries[indices(at: stop)] }

  /// The indexes in `entries` of the routes that can be boarded at a stop.
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
        for position in entry.firstPosition...entry.lastPosition
        where self.stop(route, at: position) == stop {
          for row in 0..<route.rowCount {
            let time = departure(route, row, at: position)
            if span.contains(time - walk) { found.append((time - walk, stop, time)) }
          }
        }
      }
    }
    return found.sorted { $0.begin > $1.begin }
  }

  /// The last departure of a route at a stop before `time`; `Int32.min` if there is none.
  func latestDeparture(_ entry: StopRoutes.Entry, before time: Int32) -> Int32 {
    let route = routes[Int(entry.route)]
    let stop = stop(route, at: entry.firstPosition)
    var latest = Int32.min
    for position in entry.firstPosition...entry.lastPosition
    where self.stop(route, at: position) == stop {
      let row = earliestRow(route, at: position, departing: time, before: route.rowCount)
      if row > 0 { latest = max(latest, departure(route, row - 1, at: position)) }
    }
    return latest
  }
}
