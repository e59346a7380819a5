/// How long it takes at the least to get from every stop to a few targets, by the number of rides,
/// were there always a train at once.
///
/// A search that has found one journey follows only what can still be better. Source: D. Delling,
/// J. Dibbelt, T. Pajor, "Fast and Exact Public Transit Routing with Restricted Pareto Sets",
/// ALENEX 2019, where the bounds come from the timetable of the moment.
final class Bounds: Sendable {
  /// More than any bound, and more than any time.
  static let unreachable: Int32 = 1 << 30
  /// Rides that are told apart; the last of them stands for any number.
  static let levels = 6

  /// Seconds from boarding at a stop, by stop and by rides: entry `levels * stop + rides - 1`.
  let boarding: [Int32]
  /// Seconds from arriving at a stop, the change to the next ride included, by stop and further rides.
  let arriving: [Int32]

  init(_ network: Network, _ times: LeastTimes, to targets: Range<Int>) {
    let count = network.stopCount
    var levels: [(boarding: [Int32], arriving: [Int32])] = []
    let none = [Int32](repeating: Self.unreachable, count: count)
    // Whoever has arrived needs no further ride.
    var arriving = none
    for target in targets { arriving[target] = 0 }
    var boarding = none
    var isLast = false
    var rides = 0
    while !isLast, rides < RoundSearch.mostRides {
      let before = boarding
      Self.ride(network, times, arriving, &boarding)
      arriving = Self.change(network, boarding)
      for target in targets { arriving[target] = 0 }
      isLast = boarding == before
      rides += 1
      if levels.count == Self.levels { levels.removeLast() }
      levels.append((boarding, arriving))
    }
    let filled = (0..<Self.levels).map { levels[min($0, levels.count - 1)] }
    self.boarding = (0..<count).flatMap { stop in filled.map { $0.boarding[stop] } }
    self.arriving = (0..<count).flatMap { stop in filled.map { $0.arriving[stop] } }
  }

  /// Seconds from boarding at a stop, with any number of rides.
  func boarding(from stop: Int) -> Int32 { boarding[stop * Self.levels + Self.levels - 1] }

  /// Seconds from arriving at a stop, with any number of further rides.
  func arriving(at stop: Int) -> Int32 { arriving[stop * Self.levels + Self.levels - 1] }

  /// One ride before what `arriving` tells.
  private static func ride(
    _ network: Network, _ times: LeastTimes, _ arriving: [Int32], _ boarding: inout [Int32]
  ) {
    for lane in network.lanes {
      var onBoard = unreachable
      for call in (lane.firstCall..<lane.firstCall + lane.positions).reversed() {
        let (call, position) = (network.calls[Int(call)], Int(call))
        let stop = Int(call.stop)
        if onBoard < unreachable {
          onBoard += times.running[position]
          if call.mayBoard { boarding[stop] = min(boarding[stop], onBoard) }
          onBoard += times.standing[position]
        }
        if call.mayAlight { onBoard = min(onBoard, arriving[stop]) }
      }
    }
  }

  private static func change(_ network: Network, _ boarding: [Int32]) -> [Int32] {
    (0..<network.stopCount).map { stop in
      network.changes.from(stop).reduce(unreachable) { least, row in
        min(least, boarding[Int(row.to)] + row.seconds)
      }
    }
  }
}
