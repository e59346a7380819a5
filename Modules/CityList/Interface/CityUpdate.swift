public import DataSourceInterface

/// What became of an update.
public struct CityUpdate: Codable, Hashable, Sendable {
  /// The city as it is now.
  public let city: City
  /// Whether there was a newer timetable.
  public let isNew: Bool

  /// Composes an update.
  public init(city: City, isNew: Bool) {
    self.city = city
    self.isNew = isNew
  }
}
