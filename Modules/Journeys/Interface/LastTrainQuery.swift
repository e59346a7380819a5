public import DataSourceInterface
public import Documents
public import Mediator

/// A query for the last train between two stations.
public struct LastTrainQuery: Codable, Hashable, Sendable {
  /// The station or place to start from, as in `JourneyQuery`.
  public let from: String
  /// The station or place to go to.
  public let to: String
  /// The city; nil for the current one.
  public let city: CityID?
  /// The calendar date in the agency's time zone; nil for today, or before 03:00 for the day whose
  /// night is running.
  public let date: DayExpression?
  /// How many seconds a change takes where the feed does not say; nil for
  /// `JourneySearch.defaultChangeTime`.
  public let changeTime: Int?
  /// The longest walk between two stations in metres, as in `JourneyQuery`.
  public let walk: Int?
  /// A station that the journey passes or changes at. The answer then explains no missed trains.
  public let via: String?
  /// The lines that the journey may not use, as in `JourneyQuery`.
  public let avoid: String?
  /// Whether to find only journeys that are not known to need steps.
  public let stepFree: Bool?

  /// Creates a query for the last train from `from` to `to`.
  public init(
    from: String, to: String, city: CityID? = nil, date: DayExpression? = nil,
    changeTime: Int? = nil, walk: Int? = nil, via: String? = nil, avoid: String? = nil,
    stepFree: Bool? = nil
  ) {
    self.from = from
    self.to = to
    self.city = city
    self.date = date
    self.changeTime = changeTime
    self.walk = walk
    self.via = via
    self.avoid = avoid
    self.stepFree = stepFree
  }
}

extension LastTrainQuery: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    [
      "from": .origin, "to": .destination, "city": .city,
      "date": .date, "via": .via, "avoid": .avoid, "changeTime": .changeTime, "walk": .walk,
      "stepFree": .stepFree,
    ]
  }
}
