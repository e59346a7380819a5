/// Keeps what the search in the other direction has met, so that both together make a journey.
struct LabelPruning: Pruning {
  /// What the search in the other direction wrote down.
  let labels: Labels
  /// How many rides the journey has at the most.
  let mostRides: Int
  /// When it ends at the latest: the other search knows one that does.
  let latest: Int32
  var newTrains: NewTrains? { nil }

  @inline(__always)
  func keepsBoarding(at stop: Int, _ time: Int32, after rides: Int) -> Bool {
    guard rides < mostRides else { return false }
    return labels.rounds[min(mostRides - rides, labels.count) - 1].arrivals[stop] <= -time
  }

  @inline(__always)
  func keepsArrival(at stop: Int, _ time: Int32, after rides: Int) -> Bool {
    guard rides <= mostRides else { return false }
    return labels.rounds[min(mostRides - rides, labels.count - 1)].boardings[stop] <= -time
  }

  func keepsRiding(at stop: Int, _ time: Int32, after rides: Int) -> Bool { true }

  func latest(after rides: Int) -> Int32 { latest }

  mutating func reached(_ time: Int32, after rides: Int) {}
}
