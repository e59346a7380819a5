extension Network {
  /// The same trains in reversed time and direction: what was left is boarded, at minus its time, and
  /// positions and rows count from the end. The earliest arrival there is the latest departure here.
  var mirrored: Network {
    var mirroredLanes = lanes
    var mirroredCalls: [Call] = []
    var mirroredTrips: [Int32] = []
    var timeCount = 0
    for (number, lane) in lanes.enumerated() {
      mirroredLanes[number].firstCall = Int32(mirroredCalls.count)
      mirroredLanes[number].firstArrival = Int32(timeCount)
      mirroredLanes[number].stride = lane.positions
      mirroredLanes[number].firstDeparture = Int32(timeCount)
      mirroredLanes[number].firstTrip = Int32(mirroredTrips.count)
      for call in calls(of: lane).reversed() {
        mirroredCalls.append(
          Call(stop: call.stop, mayBoard: call.mayAlight, mayAlight: call.mayBoard))
      }
      mirroredTrips += trips[Int(lane.firstTrip)..<Int(lane.firstTrip + lane.rows)].reversed()
      timeCount += Int(lane.rows) * Int(lane.positions)
    }
    return Network(
      stopCount: stopCount, lanes: mirroredLanes, calls: mirroredCalls,
      times: mirroredTimes(mirroredLanes, count: timeCount), trips: mirroredTrips,
      changes: changes.mirrored)
  }

  private func mirroredTimes(_ mirroredLanes: [Lane], count: Int) -> Times {
    Times(count: count) { arrivals, departures in
      times.arrivals.withUnsafeBufferPointer { ownArrivals in
        times.departures.withUnsafeBufferPointer { ownDepartures in
          for (lane, mirroredLane) in zip(lanes, mirroredLanes) {
            let (rows, positions) = (Int(lane.rows), Int(lane.positions))
            let last = Int(mirroredLane.firstArrival) + rows * positions - 1
            for row in 0..<rows {
              let arrival = Int(lane.firstArrival) + row * Int(lane.stride)
              let departure = Int(lane.firstDeparture) + row
              for position in 0..<positions {
                arrivals[last - row * positions - position] =
                  -ownDepartures[departure + position * rows]
                departures[last - position * rows - row] = -ownArrivals[arrival + position]
              }
            }
          }
        }
      }
    }
  }
}
