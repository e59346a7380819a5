public import DataSourceInterface

/// A question for the last train between two stations.
public struct LastTrainQuery: Codable, Hashable, Sendable {
  /// Where to start: a station as `DataSource.station` understands it.
  public let from: String
  /// Where to go: a station as `DataSource.station` understands it.
  public let to: String
  /// The city; nil for the current one.
  public let city: CityID?
  /// The service day; nil for today's in the agency's time zone.
  public let date: ServiceDate?
  /// How many seconds a change takes where the feed says nothing; nil for 120.
  public let changeTime: Int?

  /// Asks for the last train from `from` to `to`.
  public init(
    from: String, to: String, city: CityID? = nil, date: ServiceDate? = nil,
    changeTime: Int? = nil
  ) {
    self.from = from
    self.to = to
    self.city = city
    self.date = date
    self.changeTime = changeTime
  }
}
