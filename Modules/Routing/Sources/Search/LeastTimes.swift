/// How long trains take at the least, by call of a network, in seconds.
struct LeastTimes: Sendable {
  /// To the next call.
  private(set) var running: [Int32]
  /// Between arrival and departure.
  private(set) var standing: [Int32]

  init(_ network: Network) {
    running = Array(repeating: .max, count: network.calls.count)
    standing = running
    for lane in network.lanes {
      for position in 0..<lane.positions {
        let call = Int(lane.firstCall + position)
        for row in 0..<lane.rows {
          let departure = network.departure(lane, row, at: position)
          let stay = departure - network.arrival(lane, row, at: position)
          standing[call] = min(standing[call], max(0, stay))
          guard position + 1 < lane.positions else { continue }
          let run = network.arrival(lane, row, at: position + 1) - departure
          running[call] = min(running[call], max(0, run))
        }
      }
    }
  }
}
