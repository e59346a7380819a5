extension Network {
  /// The same trains in reversed time and direction: what was left is boarded, at minus its time, and
  /// positions and rows count from the end. The earliest arrival there is the latest departure here.
  var mirrored: Network {
    var mirroredLanes = lanes
    var mirroredCalls: [Call] = []
    var mirroredEvents: [Event] = []
    mirroredCalls.reserveCapacity(calls.count)
    mirroredEvents.reserveCapacity(events.count)
    var mirroredTrips: [Int32] = []
    for (number, lane) in lanes.enumerated() {
      mirroredLanes[number].firstCall = Int32(mirroredCalls.count)
      mirroredLanes[number].firstEvent = Int32(mirroredEvents.count)
      mirroredLanes[number].firstTrip = Int32(mirroredTrips.count)
      for position in (0..<lane.positions).reversed() {
        let call = calls[Int(lane.firstCall + position)]
        mirroredCalls.append(Call(stop: call.stop, allows: call.allows.mirrored))
        let column = column(lane, at: position)
        for event in events[column..<column + Int(lane.rows)].reversed() {
          mirroredEvents.append(Event(arrival: -event.departure, departure: -event.arrival))
        }
      }
      mirroredTrips += trips[Int(lane.firstTrip)..<Int(lane.firstTrip + lane.rows)].reversed()
    }
    return Network(
      stopCount: stopCount, lanes: mirroredLanes, calls: mirroredCalls, events: mirroredEvents,
      trips: mirroredTrips, changes: changes.mirrored)
  }
}
