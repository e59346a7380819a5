/// What searches write down, round by round. The memory is used again for the next ones, so that only
/// the first allocate any.
final class Labels {
  /// The rounds; only the first `count` of them are in use.
  var rounds: [Round] = []
  /// How many rounds have begun.
  private(set) var count = 0
  /// For each of `lanes` the positions between which the round may board it.
  let laneSpans: UnsafeMutableBufferPointer<Span>
  /// The lanes that the round may board.
  var lanes: Marks
  private let stopCount: Int

  /// Positions of a lane, both included.
  struct Span {
    var first: Int32
    var last: Int32
  }

  init(_ network: Network) {
    stopCount = network.stopCount
    laneSpans = .filled(Span(first: 0, last: 0), count: network.lanes.count)
    lanes = Marks(capacity: network.lanes.count)
  }

  deinit {
    laneSpans.deallocate()
    lanes.deallocate()
    for round in rounds { round.deallocate() }
  }

  /// The earliest arrival at each stop, with any number of rides.
  var arrivals: UnsafeMutableBufferPointer<Int32> { rounds[count - 1].arrivals }
  /// The earliest boarding at each stop, after any number of rides.
  var boardings: UnsafeMutableBufferPointer<Int32> { rounds[count - 1].boardings }

  /// Forgets everything.
  func clear() {
    removeMarks()
    count = 0
  }

  /// Forgets which labels are new, and keeps them.
  func removeMarks() {
    for index in 0..<count {
      rounds[index].boardable.removeAll()
      rounds[index].reached.removeAll()
    }
  }

  /// The round of an index, at most one further than there are. A new one can do all that fewer rides
  /// can.
  func round(_ index: Int) -> Round {
    guard index == count else { return rounds[index] }
    if count == rounds.count { rounds.append(Round(stopCount: stopCount)) }
    let round = rounds[count]
    if count == 0 {
      round.boardings.update(repeating: .max)
      round.arrivals.update(repeating: .max)
    } else {
      _ = round.boardings.update(fromContentsOf: rounds[count - 1].boardings)
      _ = round.arrivals.update(fromContentsOf: rounds[count - 1].arrivals)
    }
    count += 1
    return round
  }

  /// More rides than those of a round do not make the arrival at a stop later.
  @inline(__always)
  func spreadArrival(at stop: Int, _ time: Int32, after rides: Int) {
    var index = rides
    while index < count, rounds[index].arrivals[stop] > time {
      rounds[index].arrivals[stop] = time
      index += 1
    }
  }

  /// More rides than those before a round do not make the boarding at a stop later.
  @inline(__always)
  func spreadBoarding(at stop: Int, _ time: Int32, after rides: Int) {
    var index = rides + 1
    while index < count, rounds[index].boardings[stop] > time {
      rounds[index].boardings[stop] = time
      index += 1
    }
  }
}
