/// What makes one journey better than another.
public enum Preference: String, Codable, CaseIterable, Hashable, Sendable {
  /// The earliest arrival; for a latest arrival, the latest departure.
  case earliest
  /// The fewest rides, then the time.
  case fewestChanges = "fewest-changes"
  /// The smallest sum of change times, then the time.
  case leastWalking = "least-walking"
}
