extension Network {
  /// When trains leave some stops within a span, the last of them first.
  func departures(
    from stops: Range<Int>, within span: ClosedRange<Int32>
  ) -> [(stop: Int, time: Int32)] {
    var found: [(stop: Int, time: Int32)] = []
    for stop in stops {
      for entry in boardings.at(stop) {
        let lane = lanes[Int(entry.lane)]
        for position in entry.first...entry.last where self.stop(lane, at: position) == stop {
          for row in 0..<lane.rows {
            let time = departure(lane, row, at: position)
            if span.contains(time) { found.append((stop, time)) }
          }
        }
      }
    }
    return found.sorted { $0.time > $1.time }
  }

  /// When the last train leaves at an entry of `boardings` before `time`; `Int32.min` where none does.
  func latestDeparture(_ entry: Boardings.Entry, before time: Int32) -> Int32 {
    let lane = lanes[Int(entry.lane)]
    let stop = stop(lane, at: entry.first)
    var latest = Int32.min
    for position in entry.first...entry.last where self.stop(lane, at: position) == stop {
      let row = earliestRow(lane, at: position, departing: time, before: lane.rows)
      if row > 0 { latest = max(latest, departure(lane, row - 1, at: position)) }
    }
    return latest
  }
}
