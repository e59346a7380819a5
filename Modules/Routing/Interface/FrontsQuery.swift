public import DataSourceInterface

/// Names a service day to be searched many times.
public struct FrontsQuery: Sendable {
  /// The city; nil for the current one.
  public let city: CityID?
  /// The service day.
  public let date: ServiceDate
  /// How many seconds a change takes where the feed says nothing.
  public let changeTime: Int

  /// Names `date`.
  public init(city: CityID? = nil, date: ServiceDate, changeTime: Int = 120) {
    self.city = city
    self.date = date
    self.changeTime = changeTime
  }
}
