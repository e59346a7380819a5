/// Where lanes can be boarded: for each stop the lanes that can be boarded there.
struct Boardings: Sendable {
  /// One lane at one stop; a loop line calls there several times.
  struct Entry: Sendable {
    var lane: Int32
    /// The first position where the lane can be boarded there.
    var first: Int32
    /// The last such position.
    var last: Int32
    /// When its first train leaves there.
    var opens: Int32
    /// When its last train leaves there.
    var closes: Int32
  }

  private let first: [Int32]
  /// The entries of one stop after those of another.
  let entries: [Entry]

  init(
    _ lanes: [Network.Lane], _ calls: [Network.Call], _ times: Network.Times, stopCount: Int
  ) {
    var found: [(stop: Int32, entry: Entry)] = []
    var lastEntry = [Int32](repeating: -1, count: stopCount)
    var counts = [Int32](repeating: 0, count: stopCount + 1)
    for (number, lane) in lanes.enumerated() {
      let begin = found.count
      for position in 0..<max(0, lane.positions - 1) {
        let call = calls[Int(lane.firstCall + position)]
        guard call.mayBoard else { continue }
        let column = Int(lane.firstDeparture + position * lane.rows)
        let closes = times.departures[column + Int(lane.rows) - 1]
        let known = Int(lastEntry[Int(call.stop)])
        if known >= begin {
          found[known].entry.last = position
          found[known].entry.closes = closes
        } else {
          lastEntry[Int(call.stop)] = Int32(found.count)
          counts[Int(call.stop) + 1] += 1
          let entry = Entry(
            lane: Int32(number), first: position, last: position, opens: times.departures[column],
            closes: closes)
          found.append((call.stop, entry))
        }
      }
    }
    for stop in 0..<stopCount { counts[stop + 1] += counts[stop] }
    first = counts
    let none = Entry(lane: 0, first: 0, last: 0, opens: 0, closes: 0)
    var sorted = [Entry](repeating: none, count: found.count)
    for (stop, entry) in found {
      sorted[Int(counts[Int(stop)])] = entry
      counts[Int(stop)] += 1
    }
    entries = sorted
  }

  /// The lanes that can be boarded at a stop.
  @inline(__always)
  func at(_ stop: Int) -> ArraySlice<Entry> { entries[indices(at: stop)] }

  /// Where they stand among all entries.
  @inline(__always)
  func indices(at stop: Int) -> Range<Int> { Int(first[stop])..<Int(first[stop + 1]) }
}
