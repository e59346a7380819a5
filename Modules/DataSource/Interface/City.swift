/// A city whose timetable is there.
public struct City: Codable, Hashable, Sendable {
  /// Its short name.
  public let id: CityID
  /// Its name for people.
  public let name: String
  /// Who runs the network, as the feed says.
  public let agency: String
  /// The agency's time zone, as in the IANA database.
  public let timeZone: String
  /// The first day for which the timetable has a service.
  public let firstDate: ServiceDate
  /// The last day for which the timetable has a service.
  public let lastDate: ServiceDate
  /// How many stations it has.
  public let stations: Int
  /// How many lines it has.
  public let lines: Int
  /// Whether it came with the host and so cannot be removed.
  public let isBuiltIn: Bool
  /// Whether it is the one meant when no city is named.
  public let isCurrent: Bool
  /// Whether the last day of the timetable is over.
  public let isExpired: Bool
  /// How many rows and trips of the feed were left out.
  public let dropped: Int
  /// How many were kept, with what was wrong replaced.
  public let repaired: Int

  /// Composes a city.
  public init(
    id: CityID, name: String, agency: String, timeZone: String, firstDate: ServiceDate,
    lastDate: ServiceDate, stations: Int, lines: Int, isBuiltIn: Bool, isCurrent: Bool,
    isExpired: Bool = false, dropped: Int = 0, repaired: Int = 0
  ) {
    self.id = id
    self.name = name
    self.agency = agency
    self.timeZone = timeZone
    self.firstDate = firstDate
    self.lastDate = lastDate
    self.stations = stations
    self.lines = lines
    self.isBuiltIn = isBuiltIn
    self.isCurrent = isCurrent
    self.isExpired = isExpired
    self.dropped = dropped
    self.repaired = repaired
  }
}
