/// The labels of a RAPTOR search, round by round. Later searches reuse the memory, so only the
/// first ones allocate any.
///
/// The buffers belong to this object, which frees them when it is released. Everything that reads
/// them holds a reference to it, so no pointer outlives its memory. It is not `Sendable`: one
/// thread uses it at a time.
final class Labels {
  /// The rounds. Only the first `count` of them are in use.
  let rounds: UnsafeMutableBufferPointer<Round>
  /// How many rounds have begun.
  private(set) var count = 0
  /// By route in `markedRoutes`, the positions between which the round may board it.
  let boardingSpans: UnsafeMutableBufferPointer<PositionSpan>
  /// The routes that the round may board.
  var markedRoutes: SparseSet
  /// How many rounds have memory.
  private var allocatedCount = 0
  private let stopCount: Int

  /// A range of positions of a route, both ends included.
  struct PositionSpan {
    var first: Int32
    var last: Int32
    /// The trip to board at the first position; `Int32.max` if it is not known.
    var row: Int32
  }

  init(_ network: RaptorNetwork) {
    stopCount = network.stopCount
    rounds = .allocate(capacity: RaptorSearch.maximumRides)
    boardingSpans = .filled(PositionSpan(first: 0, last: 0, row: 0), count: network.routes.count)
    markedRoutes = SparseSet(capacity: network.routes.count)
  }

  deinit {
    boardingSpans.deallocate()
    markedRoutes.deallocate()
    for round in rounds[..<allocatedCount] { round.deallocate() }
    rounds.deallocate()
  }

  /// The earliest arrival at each stop with any number of rides.
  var arrivals: UnsafeMutableBufferPointer<Int32> { rounds[count - 1].arrivals }
  /// The earliest boarding at each stop after any number of rides.
  var boardings: UnsafeMutableBufferPointer<Int32> { rounds[count - 1].boardings }

  /// Removes all labels.
  func clear() {
    removeMarks()
    count = 0
  }

  /// Removes the marks of improved stops, and keeps the labels.
  func removeMarks() {
    for index in 0..<count {
      rounds[index].boardableStops.removeAll()
      rounds[index].reachedStops.removeAll()
    }
  }

  /// Returns a round; the index is at most `count`. A new round starts with the labels of the round
  /// before it, because it can do everything that fewer rides can.
  func round(_ index: Int) -> Round {
    guard index == count else { return rounds[index] }
    if count == allocatedCount {
      rounds.initializeElement(at: count, to: Round(stopCount: stopCount))
      allocatedCount += 1
    }
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

  /// Copies an improved arrival to the later rounds where it is an improvement, too.
  @inline(__always)
  func propagateArrival(at stop: Int, _ time: Int32, after rides: Int) {
    var index = rides
    while index < count, rounds[index].arrivals[stop] > time {
      rounds[index].arrivals[stop] = time
      index += 1
    }
  }

  /// Copies an improved boarding to the later rounds where it is an improvement, too.
  @inline(__always)
  func propagateBoarding(at stop: Int, _ time: Int32, after rides: Int) {
    var index = rides + 1
    while index < count, rounds[index].boardings[stop] > time {
      rounds[index].boardings[stop] = time
      index += 1
    }
  }
}

/// The labels of one round, each the best with at most the number of rides of that round.
/// `Int32.max` means that the stop was not reached. `Labels` owns the memory.
struct Round {
  /// By stop, when the ride of this round can be boarded.
  let boardings: UnsafeMutableBufferPointer<Int32>
  /// By stop, the stop from which the passenger changed; −1 at the origin.
  let changedFrom: UnsafeMutableBufferPointer<Int32>
  /// By stop, when the ride of this round arrives.
  let arrivals: UnsafeMutableBufferPointer<Int32>
  /// By stop, the trip segment with that arrival.
  let segments: UnsafeMutableBufferPointer<TripSegment>
  /// The stops where this search improved the boarding of this round.
  var boardableStops: SparseSet
  /// The stops where this search improved the arrival of this round.
  var reachedStops: SparseSet

  init(stopCount: Int) {
    boardings = .filled(.max, count: stopCount)
    changedFrom = .filled(-1, count: stopCount)
    arrivals = .filled(.max, count: stopCount)
    segments = .filled(
      TripSegment(route: 0, row: 0, boarding: 0, alighting: 0), count: stopCount)
    boardableStops = SparseSet(capacity: stopCount)
    reachedStops = SparseSet(capacity: stopCount)
  }

  func deallocate() {
    boardings.deallocate()
    changedFrom.deallocate()
    arrivals.deallocate()
    segments.deallocate()
    boardableStops.deallocate()
    reachedStops.deallocate()
  }

  @inline(__always)
  mutating func setBoarding(at stop: Int, _ time: Int32, changedFrom origin: Int32) {
    boardableStops.insert(stop)
    boardings[stop] = time
    changedFrom[stop] = origin
  }

  @inline(__always)
  mutating func setArrival(at stop: Int, _ time: Int32, by segment: TripSegment) {
    reachedStops.insert(stop)
    arrivals[stop] = time
    segments[stop] = segment
  }
}

/// A ride on one trip, from one position of its route to a later one.
struct TripSegment {
  var route: Int32
  var row: Int32
  var boarding: Int32
  var alighting: Int32
}

/// A set of small numbers that is iterated in insertion order, and emptied in time proportional to
/// its size. Its owner calls `deallocate()`.
///
/// Source: P. Briggs, L. Torczon, "An efficient representation for sparse sets", ACM LOPLAS 2,
/// 1993.
struct SparseSet {
  private let numbers: UnsafeMutableBufferPointer<Int32>
  private let isMember: UnsafeMutableBufferPointer<Bool>
  private(set) var count = 0

  init(capacity: Int) {
    numbers = .filled(0, count: capacity)
    isMember = .filled(false, count: capacity)
  }

  func deallocate() {
    numbers.deallocate()
    isMember.deallocate()
  }

  var isEmpty: Bool { count == 0 }

  @inline(__always)
  subscript(index: Int) -> Int { Int(numbers[index]) }

  @inline(__always)
  func contains(_ number: Int) -> Bool { isMember[number] }

  /// Inserts a number, and returns whether it was new.
  @inline(__always) @discardableResult
  mutating func insert(_ number: Int) -> Bool {
    guard !isMember[number] else { return false }
    isMember[number] = true
    numbers[count] = Int32(number)
    count += 1
    return true
  }

  mutating func removeAll() {
    for index in 0..<count { isMember[Int(numbers[index])] = false }
    count = 0
  }
}

extension UnsafeMutableBufferPointer where Element: BitwiseCopyable {
  /// Allocates memory for `count` equal values. The caller deallocates it.
  static func filled(_ value: Element, count: Int) -> Self {
    let memory = allocate(capacity: count)
    memory.initialize(repeating: value)
    return memory
  }
}
