public import DataSourceInterface

/// A question for journeys. It names one moment at the most: `depart`, `arrive`, `first` or `last`.
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
  /// The latest arrival.
  public let arrive: ServiceTime?
  /// With `until`, every journey that leaves from `depart` until then.
  public let until: ServiceTime?
  /// Whether the first train of the day is meant.
  public let first: Bool?
  /// Whether the last train of the day is meant.
  public let last: Bool?
  /// How many seconds a change takes where the feed says nothing; nil for 120.
  public let changeTime: Int?
  /// The one journey that counts; nil for all that are best in time or in rides.
  public let by: Preference?
  /// A station to ride through or to change at.
  public let via: String?
  /// A line to take no ride on, by name or id, or several with commas between them.
  public let avoid: String?

  /// Asks for journeys from `from` to `to`.
  public init(
    from: String, to: String, city: CityID? = nil, date: ServiceDate? = nil,
    depart: ServiceTime? = nil, arrive: ServiceTime? = nil, until: ServiceTime? = nil,
    first: Bool? = nil, last: Bool? = nil, changeTime: Int? = nil, by: Preference? = nil,
    via: String? = nil, avoid: String? = nil
  ) {
    self.from = from
    self.to = to
    self.city = city
    self.date = date
    self.depart = depart
    self.arrive = arrive
    self.until = until
    self.first = first
    self.last = last
    self.changeTime = changeTime
    self.by = by
    self.via = via
    self.avoid = avoid
  }
}
