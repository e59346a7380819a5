/// What a search writes down, round by round. The memory is used again for the next search, so that
/// only the first ones allocate any.
final class Labels {
  /// The rounds; only the first `count` of them belong to the search.
  var rounds: [Round] = []
  /// How many rounds the search has begun.
  private(set) var count = 0
  /// The earliest arrival at each stop in any round.
  let arrivals: UnsafeMutableBufferPointer<Int32>
  /// The earliest boarding at each stop in any round.
  let boardings: UnsafeMutableBufferPointer<Int32>
  /// For each lane the positions between which the round may board it; empty for most.
  let laneSpans: UnsafeMutableBufferPointer<Span>
  /// The lanes that the round may board.
  var lanes: Marks
  private let stopCount: Int

  /// Positions of a lane, both included.
  struct Span {
    static let none = Span(first: .max, last: -1)

    var first: Int32
    var last: Int32
  }

  init(_ network: Network) {
    stopCount = network.stopCount
    arrivals = .filled(.max, count: stopCount)
    boardings = .filled(.max, count: stopCount)
    laneSpans = .filled(.none, count: network.lanes.count)
    lanes = Marks(capacity: network.lanes.count)
  }

  deinit {
    arrivals.deallocate()
    boardings.deallocate()
    laneSpans.deallocate()
    lanes.deallocate()
    for round in rounds { round.deallocate() }
  }

  /// Forgets the last search.
  func clear() {
    for index in 0..<count {
      let round = rounds[index]
      for mark in 0..<round.reached.count { arrivals[round.reached[mark]] = .max }
      for mark in 0..<round.boardable.count { boardings[round.boardable[mark]] = .max }
      rounds[index].clear()
    }
    count = 0
  }

  /// Begins another round, which is empty.
  func beginRound() -> Round {
    if count == rounds.count { rounds.append(Round(stopCount: stopCount)) }
    count += 1
    return rounds[count - 1]
  }
}
