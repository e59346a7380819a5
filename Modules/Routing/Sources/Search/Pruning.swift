/// Tells a search which labels can still become part of an answer.
protocol Pruning {
  /// The trains that are worth boarding; nil for all.
  var newTrains: NewTrains? { get }
  /// Whether it is worth boarding at a stop at `time`, after so many rides.
  func keepsBoarding(at stop: Int, _ time: Int32, after rides: Int) -> Bool
  /// Whether it is worth having arrived at a stop at `time`, after so many rides.
  func keepsArrival(at stop: Int, _ time: Int32, after rides: Int) -> Bool
  /// Whether it is worth staying on board at a stop that the train reaches at `time`, on the last of
  /// so many rides.
  func keepsRiding(at stop: Int, _ time: Int32, after rides: Int) -> Bool
  /// The latest time at which so many rides may end.
  func latest(after rides: Int) -> Int32
  /// Takes note of an arrival at a target.
  mutating func reached(_ time: Int32, after rides: Int)
}

/// Keeps everything.
struct KeepAll: Pruning {
  var newTrains: NewTrains? { nil }
  func keepsBoarding(at stop: Int, _ time: Int32, after rides: Int) -> Bool { true }
  func keepsArrival(at stop: Int, _ time: Int32, after rides: Int) -> Bool { true }
  func keepsRiding(at stop: Int, _ time: Int32, after rides: Int) -> Bool { true }
  func latest(after rides: Int) -> Int32 { .max }
  mutating func reached(_ time: Int32, after rides: Int) {}
}
