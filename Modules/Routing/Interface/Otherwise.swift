public import DataSourceInterface

/// What is left for those who miss a train.
public struct Otherwise: Codable, Hashable, Sendable {
  /// How far one gets: the destination itself, another way, or the station nearest to it.
  public let to: Place
  /// How one gets there.
  public let journey: Journey
  /// How long it would take from there to the destination at the least, in seconds of riding and
  /// changing; nil at the destination.
  public let remaining: Int?

  /// Composes a way.
  public init(to: Place, journey: Journey, remaining: Int?) {
    self.to = to
    self.journey = journey
    self.remaining = remaining
  }
}
