/// One kind of thing that is kept.
public enum BookmarkSection: String, Codable, CaseIterable, Hashable, Sendable {
  /// The stations kept by name.
  case stations
  /// The journeys kept by name.
  case journeys
  /// The questions asked last.
  case history
}
