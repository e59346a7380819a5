/// Lanes made of parts of others: they run along the same trains.
struct LaneParts {
  private(set) var lanes: [Network.Lane] = []
  private(set) var calls: [Network.Call] = []

  /// Adds a part of a lane, from its position `first` on, with calls of its own.
  mutating func append(
    _ lane: Network.Lane, from first: Int, _ own: some Collection<Network.Call>
  ) {
    guard own.count > 1 else { return }
    var part = lane
    part.skipped += Int32(first)
    part.firstCall = Int32(calls.count)
    part.positions = Int32(own.count)
    part.firstArrival += Int32(first)
    part.firstDeparture += Int32(first) * lane.rows
    calls += own
    lanes.append(part)
  }
}
