/// What so many rides make possible at every stop, or fewer: a later round is nowhere worse.
/// `Int32.max` stands for nothing.
struct Round {
  /// When the round's ride can be boarded.
  let boardings: UnsafeMutableBufferPointer<Int32>
  /// The stop that the change before came from; −1 at the origin.
  let changedFrom: UnsafeMutableBufferPointer<Int32>
  /// When the round's ride arrives.
  let arrivals: UnsafeMutableBufferPointer<Int32>
  /// The trip segment that arrives then.
  let segments: UnsafeMutableBufferPointer<Segment>
  /// The stops that the search can board sooner in this round than it ever could.
  var boardable: Marks
  /// The stops that the search reaches sooner in this round than it ever did.
  var reached: Marks

  init(stopCount: Int) {
    boardings = .filled(.max, count: stopCount)
    changedFrom = .filled(-1, count: stopCount)
    arrivals = .filled(.max, count: stopCount)
    segments = .filled(Segment(lane: 0, row: 0, boarded: 0, left: 0), count: stopCount)
    boardable = Marks(capacity: stopCount)
    reached = Marks(capacity: stopCount)
  }

  func deallocate() {
    boardings.deallocate()
    changedFrom.deallocate()
    arrivals.deallocate()
    segments.deallocate()
    boardable.deallocate()
    reached.deallocate()
  }

  @inline(__always)
  mutating func board(at stop: Int, _ time: Int32, from: Int32) {
    boardable.insert(stop)
    boardings[stop] = time
    changedFrom[stop] = from
  }

  @inline(__always)
  mutating func arrive(at stop: Int, _ time: Int32, by segment: Segment) {
    reached.insert(stop)
    arrivals[stop] = time
    segments[stop] = segment
  }
}

/// A piece of a trip: from one position of a lane to a later one.
struct Segment {
  var lane: Int32
  var row: Int32
  var boarded: Int32
  var left: Int32
}

/// Numbers written down once each.
struct Marks {
  private let numbers: UnsafeMutableBufferPointer<Int32>
  private let isMarked: UnsafeMutableBufferPointer<Bool>
  private(set) var count = 0

  init(capacity: Int) {
    numbers = .filled(0, count: capacity)
    isMarked = .filled(false, count: capacity)
  }

  func deallocate() {
    numbers.deallocate()
    isMarked.deallocate()
  }

  var isEmpty: Bool { count == 0 }

  @inline(__always)
  subscript(index: Int) -> Int { Int(numbers[index]) }

  @inline(__always)
  func contains(_ number: Int) -> Bool { isMarked[number] }

  /// Whether the number was not there before.
  @inline(__always) @discardableResult
  mutating func insert(_ number: Int) -> Bool {
    guard !isMarked[number] else { return false }
    isMarked[number] = true
    numbers[count] = Int32(number)
    count += 1
    return true
  }

  mutating func removeAll() {
    for index in 0..<count { isMarked[Int(numbers[index])] = false }
    count = 0
  }
}

extension UnsafeMutableBufferPointer where Element: BitwiseCopyable {
  /// Memory for so many values, all the same; whoever asks for it gives it back.
  static func filled(_ value: Element, count: Int) -> Self {
    let memory = allocate(capacity: count)
    memory.initialize(repeating: value)
    return memory
  }
}
