extension Network {
  /// A network of two layers, before and after calling at one of `waypoints`: whoever rides through
  /// them or changes there goes on among the copies of the stops, whose numbers are `stopCount`
  /// higher.
  func passing(_ waypoints: Range<Int>) -> Network {
    let shift = Int32(stopCount)
    var parts = LaneParts()
    for lane in lanes {
      let before = Array(calls(of: lane))
      let after = before.map { call in
        var copy = call
        copy.stop += shift
        return copy
      }
      parts.append(lane, from: 0, after)
      var first = 0
      for visit in before.indices where waypoints.contains(Int(before[visit].stop)) {
        if first < visit {
          let rest = after[visit...].map { call in
            var copy = call
            copy.mayBoard = false
            return copy
          }
          parts.append(lane, from: first, before[first..<visit] + rest)
        }
        first = visit + 1
      }
      parts.append(lane, from: first, before[first...])
    }
    let rows = (0..<stopCount).map { Array(changes.from($0)) }
    func moved(_ row: ChangeTimes.Row) -> ChangeTimes.Row {
      ChangeTimes.Row(to: row.to + shift, seconds: row.seconds)
    }
    let before = rows.map { $0.map { waypoints.contains(Int($0.to)) ? moved($0) : $0 } }
    return Network(
      stopCount: 2 * stopCount, lanes: parts.lanes, calls: parts.calls, times: times,
      trips: trips, changes: ChangeTimes(before + rows.map { $0.map(moved) }))
  }
}
