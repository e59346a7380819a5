public import DataSourceInterface

/// The latest time at which one may be at a station and still reach the destination.
public struct StationLimit: Codable, Hashable, Sendable {
  /// The station.
  public let place: Place
  /// When the last train that leads on leaves there.
  public let latest: ServiceTime

  /// Composes a limit.
  public init(place: Place, latest: ServiceTime) {
    self.place = place
    self.latest = latest
  }
}
