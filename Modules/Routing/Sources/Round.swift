/// What one more ride makes possible at every stop; `Int32.max` where it makes nothing better.
struct Round {
  /// When the round's ride can be boarded.
  private(set) var boardings: [Int32]
  /// The stop that the change before came from; −1 at the origin.
  private(set) var changedFrom: [Int32]
  /// When the round's ride arrives.
  private(set) var arrivals: [Int32]
  /// The trip segment that arrives then.
  private(set) var segments: [RoundSearch.Segment]
  /// The stops that have a boarding.
  private(set) var boardable: [Int] = []
  /// The stops that have an arrival.
  private(set) var reached: [Int] = []

  init(stopCount: Int) {
    boardings = Array(repeating: .max, count: stopCount)
    arrivals = boardings
    changedFrom = Array(repeating: -1, count: stopCount)
    segments = Array(
      repeating: RoundSearch.Segment(lane: 0, row: 0, boarded: 0, left: 0), count: stopCount)
  }

  mutating func offerBoarding(at stop: Int, _ time: Int32, from: Int32) {
    if boardings[stop] == .max { boardable.append(stop) }
    boardings[stop] = time
    changedFrom[stop] = from
  }

  mutating func arrive(at stop: Int, _ time: Int32, by segment: RoundSearch.Segment) {
    if arrivals[stop] == .max { reached.append(stop) }
    arrivals[stop] = time
    segments[stop] = segment
  }
}
