/// Keeps what may arrive no later than the journeys already known, if trains came at once.
///
/// What arrives at the same time is kept: it may leave later.
struct BoundPruning: Pruning {
  /// Later than any arrival, and earlier than what is unreachable.
  static let never: Int32 = 1 << 29

  private let bounds: Bounds
  /// The earliest arrival known with no more rides than the index.
  private var limits: UnsafeMutableBufferPointer<Int32>
  let newTrains: NewTrains?

  /// - Parameter limits: Memory for one entry more than `RoundSearch.mostRides` and the levels of
  ///   `Bounds`; it belongs to the caller.
  init(
    _ bounds: Bounds, limits: UnsafeMutableBufferPointer<Int32>, newTrains: NewTrains? = nil
  ) {
    self.bounds = bounds
    self.newTrains = newTrains
    self.limits = limits
    limits.update(repeating: Self.never)
  }

  @inline(__always)
  func keepsBoarding(at stop: Int, _ time: Int32, after rides: Int) -> Bool {
    keeps(bounds.boarding, stop, time, rides)
  }

  @inline(__always)
  func keepsArrival(at stop: Int, _ time: Int32, after rides: Int) -> Bool {
    keeps(bounds.arriving, stop, time, rides)
  }

  /// Who stays on board is no better off than who boards there.
  @inline(__always)
  func keepsRiding(at stop: Int, _ time: Int32, after rides: Int) -> Bool {
    keeps(bounds.boarding, stop, time, rides - 1)
  }

  func latest(after rides: Int) -> Int32 { limits[rides] }

  mutating func reached(_ time: Int32, after rides: Int) {
    var index = rides
    while index < limits.count, limits[index] > time {
      limits[index] = time
      index += 1
    }
  }

  @inline(__always)
  private func keeps(_ bounds: [Int32], _ stop: Int, _ time: Int32, _ rides: Int) -> Bool {
    let first = stop * Bounds.levels
    for level in 0..<Bounds.levels - 1
    where time + bounds[first + level] <= limits[rides + level + 1] {
      return true
    }
    // More rides than are told apart may be slower than what is known of still more.
    return time + bounds[first + Bounds.levels - 1] <= limits[rides + Bounds.levels]
  }
}
