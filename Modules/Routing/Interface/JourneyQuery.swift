public import DataSourceInterface

/// A question for journeys that leave at a time.
public struct JourneyQuery: Codable, Hashable, Sendable {
  /// Where to start: a station as `DataSource.station` understands it.
  public let from: String
  /// Where to go: a station as `DataSource.station` understands it.
  public let to: String
  /// The city; nil for the current one.
  public let city: CityID?
  /// The service day; nil for today's in the agency's time zone.
  public let date: ServiceDate?
  /// The earliest departure; nil for now, or for 03:00 when another date is given. Without a date it
  /// is a time on the clock: after midnight, 08:00 is this morning's.
  public let depart: ServiceTime?
  /// How many seconds a change takes where the feed says nothing; nil for 120.
  public let changeTime: Int?

  /// Asks for journeys from `from` to `to`.
  public init(
    from: String, to: String, city: CityID? = nil, date: ServiceDate? = nil,
    depart: ServiceTime? = nil, changeTime: Int? = nil
  ) {
    self.from = from
    self.to = to
    self.city = city
    self.date = date
    self.depart = depart
    self.changeTime = changeTime
  }
}
