public import DataSourceInterface

/// A city as the list shows it.
public struct ListedCity: Codable, Hashable, Sendable {
  /// Its short name.
  public let id: CityID
  /// Its name for people.
  public let name: String
  /// Where its feed comes from; nil for one that came from a file.
  public let source: CitySource?
  /// Where it is on its way.
  public let state: CityState
  /// How far that is, 0 to 1, where it is known.
  public let progress: Double?
  /// Why it failed.
  public let reason: String?
  /// Whether it is the one meant when no city is named.
  public let isCurrent: Bool
  /// The last day of its timetable.
  public let lastDate: ServiceDate?

  /// Composes a city.
  public init(
    id: CityID, name: String, source: CitySource?, state: CityState, progress: Double? = nil,
    reason: String? = nil, isCurrent: Bool = false, lastDate: ServiceDate? = nil
  ) {
    self.id = id
    self.name = name
    self.source = source
    self.state = state
    self.progress = progress
    self.reason = reason
    self.isCurrent = isCurrent
    self.lastDate = lastDate
  }
}
