import DataSourceInterface

extension Network {
  /// A network of two layers, before and after calling at one of `waypoints`: whoever rides through
  /// them or changes there goes on among the copies of the stops, whose numbers are `stopCount`
  /// higher.
  func passing(_ waypoints: Range<Int>) -> Network {
    let shift = Int32(stopCount)
    var layered = Layers(lanes: [], calls: [])
    for lane in lanes {
      let own = calls[Int(lane.firstCall)..<Int(lane.firstCall + lane.positions)]
      let after = own.map { Call(stop: $0.stop + shift, allows: $0.allows) }
      layered.append(lane, from: 0, after)
      var first = 0
      for visit in after.indices where waypoints.contains(Int(after[visit].stop - shift)) {
        let rest = after[visit...].map {
          Call(stop: $0.stop, allows: $0.allows.subtracting(.board))
        }
        if first < visit {
          layered.append(lane, from: first, Array(own.dropFirst(first))[..<(visit - first)] + rest)
        }
        first = visit + 1
      }
      layered.append(lane, from: first, Array(own.dropFirst(first)))
    }
    let before = (0..<stopCount).map { stop in
      changes.from(stop).map { row in
        waypoints.contains(Int(row.to))
          ? ChangeTimes.Row(to: row.to + shift, seconds: row.seconds) : row
      }
    }
    let after = (0..<stopCount).map { stop in
      changes.from(stop).map { ChangeTimes.Row(to: $0.to + shift, seconds: $0.seconds) }
    }
    return Network(
      stopCount: 2 * stopCount, lanes: layered.lanes, calls: layered.calls, events: events,
      trips: trips, changes: ChangeTimes(before + after))
  }
}

/// Lanes that begin later along the same trains.
private struct Layers {
  var lanes: [Network.Lane]
  var calls: [Network.Call]

  mutating func append(_ lane: Network.Lane, from first: Int, _ own: some Collection<Network.Call>)
  {
    guard own.count > 1 else { return }
    var part = lane
    part.skipped += Int32(first)
    part.firstCall = Int32(calls.count)
    part.positions = Int32(own.count)
    part.firstEvent += Int32(first) * lane.rows
    calls += own
    lanes.append(part)
  }
}
