public import DataSourceInterface

/// The answer to a `LastTrainQuery`: the last train, why it is the last, and what is left after it.
public struct LastTrain: Codable, Hashable, Sendable {
  /// The city.
  public let city: CityID
  /// The service day that times count from.
  public let date: ServiceDate
  /// The station where every journey starts.
  public let from: Place
  /// The station where every journey ends.
  public let to: Place
  /// The journey that arrives first on that day.
  public let first: Journey?
  /// The journey that leaves last on that day.
  public let last: Journey?
  /// The stations of the last journey but its destination, in order, each with the latest time to be
  /// there.
  public let stations: [StationLimit]
  /// Where leaving later would fail.
  public let weakestLink: WeakestLink?
  /// Why there is no journey; nil where there is one.
  public let reason: String?

  /// Composes an answer.
  public init(
    city: CityID, date: ServiceDate, from: Place, to: Place, first: Journey?, last: Journey?,
    stations: [StationLimit] = [], weakestLink: WeakestLink? = nil, reason: String? = nil
  ) {
    self.city = city
    self.date = date
    self.from = from
    self.to = to
    self.first = first
    self.last = last
    self.stations = stations
    self.weakestLink = weakestLink
    self.reason = reason
  }

  /// Writes the fields; `first` and `last` are there even where they are null.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(city, forKey: .city)
    try fields.encode(date, forKey: .date)
    try fields.encode(from, forKey: .from)
    try fields.encode(to, forKey: .to)
    try fields.encode(first, forKey: .first)
    try fields.encode(last, forKey: .last)
    try fields.encode(stations, forKey: .stations)
    try fields.encodeIfPresent(weakestLink, forKey: .weakestLink)
    try fields.encodeIfPresent(reason, forKey: .reason)
  }
}
