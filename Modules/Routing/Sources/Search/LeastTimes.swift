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
        let (stay, run) = Self.least(network, lane, at: position)
        standing[call] = min(standing[call], max(0, stay))
        running[call] = min(running[call], max(0, run))
      }
    }
  }

  private static func least(
    _ network: Network, _ lane: Network.Lane, at position: Int32
  ) -> (stay: Int32, run: Int32) {
    let isLast = position + 1 == lane.positions
    return network.times.arrivals.withUnsafeBufferPointer { arrivals in
      network.times.departures.withUnsafeBufferPointer { departures in
        var (stay, run) = (Int32.max, Int32.max)
        var arrival = Int(lane.firstArrival + position)
        let column = Int(lane.firstDeparture + position * lane.rows)
        for departure in departures[column..<column + Int(lane.rows)] {
          stay = min(stay, departure - arrivals[arrival])
          if !isLast { run = min(run, arrivals[arrival + 1] - departure) }
          arrival += Int(lane.stride)
        }
        return (stay, run)
      }
    }
  }
}
