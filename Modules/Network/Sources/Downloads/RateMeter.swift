/// How fast something grows, told at most ten times a second.
struct RateMeter {
  private static let interval = Duration.milliseconds(100)

  private var last: (moment: ContinuousClock.Instant, count: Int)?
  private(set) var rate: Double?

  /// Whether it is time to tell of a count.
  mutating func isDue(_ count: Int, at moment: ContinuousClock.Instant) -> Bool {
    guard let last else {
      self.last = (moment, count)
      return true
    }
    let passed = last.moment.duration(to: moment)
    guard passed >= Self.interval else { return false }
    let new = Double(count - last.count) / (passed / .seconds(1))
    rate = rate.map { 0.7 * $0 + 0.3 * new } ?? new
    self.last = (moment, count)
    return true
  }
}
