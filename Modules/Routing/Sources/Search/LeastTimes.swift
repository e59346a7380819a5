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
        let column = network.column(lane, at: position)
        let isLast = position == lane.positions - 1
        for row in column..<column + Int(lane.rows) {
          let event = network.events[row]
          standing[call] = min(standing[call], max(0, event.departure - event.arrival))
          guard !isLast else { continue }
          let next = network.events[row + Int(lane.rows)].arrival
          running[call] = min(running[call], max(0, next - event.departure))
        }
      }
    }
  }
}
