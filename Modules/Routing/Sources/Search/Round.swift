/// What one more ride makes possible at every stop; `Int32.max` where it makes nothing better.
struct Round {
  /// When the round's ride can be boarded.
  let boardings: UnsafeMutableBufferPointer<Int32>
  /// The stop that the change before came from; −1 at the origin.
  let changedFrom: UnsafeMutableBufferPointer<Int32>
  /// When the round's ride arrives.
  let arrivals: UnsafeMutableBufferPointer<Int32>
  /// The trip segment that arrives then.
  let segments: UnsafeMutableBufferPointer<Segment>
  /// The stops that have a boarding.
  var boardable: Marks
  /// The stops that have an arrival.
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

  /// Forgets everything, in the time that it took to write it down.
  mutating func clear() {
    boardable.removeAll { boardings[$0] = .max }
    reached.removeAll { arrivals[$0] = .max }
  }

  @inline(__always)
  mutating func board(at stop: Int, _ time: Int32, from: Int32) {
    if boardings[stop] == .max { boardable.append(stop) }
    boardings[stop] = time
    changedFrom[stop] = from
  }

  @inline(__always)
  mutating func arrive(at stop: Int, _ time: Int32, by segment: Segment) {
    if arrivals[stop] == .max { reached.append(stop) }
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
  private(set) var count = 0

  init(capacity: Int) {
    numbers = .filled(0, count: capacity)
  }

  func deallocate() { numbers.deallocate() }

  var isEmpty: Bool { count == 0 }

  @inline(__always)
  subscript(index: Int) -> Int { Int(numbers[index]) }

  @inline(__always)
  mutating func append(_ number: Int) {
    numbers[count] = Int32(number)
    count += 1
  }

  /// Forgets them, each after it was given to `body`.
  @inline(__always)
  mutating func removeAll(_ body: (Int) -> Void) {
    for index in 0..<count { body(Int(numbers[index])) }
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
