extension Network {
  /// The same trains in reversed time and direction: what was left is boarded, at minus its time, and
  /// positions and rows count from the end. The earliest arrival there is the latest departure here.
  var mirrored: Network {
    var mirroredLanes = lanes
    var mirroredCalls: [Call] = []
    var mirroredTimes = Times()
    mirroredCalls.reserveCapacity(calls.count)
    mirroredTimes.arrivals.reserveCapacity(times.arrivals.count)
    mirroredTimes.departures.reserveCapacity(times.departures.count)
    var mirroredTrips: [Int32] = []
    for (number, lane) in lanes.enumerated() {
      mirroredLanes[number].firstCall = Int32(mirroredCalls.count)
      mirroredLanes[number].firstArrival = Int32(mirroredTimes.arrivals.count)
      mirroredLanes[number].stride = lane.positions
      mirroredLanes[number].firstDeparture = Int32(mirroredTimes.departures.count)
      mirroredLanes[number].firstTrip = Int32(mirroredTrips.count)
      for call in calls[Int(lane.firstCall)..<Int(lane.firstCall + lane.positions)].reversed() {
        mirroredCalls.append(
          Call(stop: call.stop, mayBoard: call.mayAlight, mayAlight: call.mayBoard))
      }
      for row in (0..<lane.rows).reversed() {
        for position in (0..<lane.positions).reversed() {
          mirroredTimes.arrivals.append(-departure(lane, row, at: position))
        }
      }
      for position in (0..<lane.positions).reversed() {
        for row in (0..<lane.rows).reversed() {
          mirroredTimes.departures.append(-arrival(lane, row, at: position))
        }
      }
      mirroredTrips += trips[Int(lane.firstTrip)..<Int(lane.firstTrip + lane.rows)].reversed()
    }
    return Network(
      stopCount: stopCount, lanes: mirroredLanes, calls: mirroredCalls, times: mirroredTimes,
      trips: mirroredTrips, changes: changes.mirrored)
  }
}
