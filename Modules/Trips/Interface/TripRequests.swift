public import DataSourceInterface
public import Documents
public import Mediator

/// The input of `Trips.list`.
public struct TripsQuery: Codable, Hashable, Sendable {
  /// The number of days from today that the list covers; nil for all trips.
  public let within: Int?

  /// Creates a query for the trips of the next days.
  public init(within: Int? = nil) {
    self.within = within
  }
}

extension TripsQuery: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    ["within": .init("the number of days from today", default: "all", valueName: "days")]
  }
}

extension FieldDescription {
  static let trip = FieldDescription(
    "the number of the trip", suggestions: .results(of: Trips.list) { $0.map { "\($0.trip.id)" } })
  static let tripName = FieldDescription(
    "what the trip is for, such as work", label: "as", valueName: "name")
  static let tripDate = FieldDescription(
    "the day, such as tomorrow, fri, 24/12 (day/month) or 2026-12-24", valueName: "day")
  static let tripTime = FieldDescription(
    "the earliest departure, such as 8:05 or noon", valueName: "time")
}

/// The input of `Trips.add`. Without a time, the trip is the next journey.
public struct AddTrip: Codable, Hashable, Sendable {
  /// The station or place to start from, as in `JourneyQuery`.
  public var from: String
  /// The station or place to go to.
  public var to: String
  /// The city; nil for the current one.
  public var city: CityID?
  /// The calendar date in the agency's time zone; nil as in `JourneyQuery`.
  public var date: DayExpression?
  /// The earliest departure.
  public var depart: TimeExpression?
  /// The latest arrival, instead of a departure.
  public var arrive: TimeExpression?
  /// Whether the journey must be free of steps.
  public var stepFree: Bool?
  /// What the trip is for, such as `work`.
  public var name: String?

  /// Creates the input for a trip.
  public init(
    from: String, to: String, city: CityID? = nil, date: DayExpression? = nil,
    depart: TimeExpression? = nil, arrive: TimeExpression? = nil, stepFree: Bool? = nil,
    name: String? = nil
  ) {
    self.from = from
    self.to = to
    self.city = city
    self.date = date
    self.depart = depart
    self.arrive = arrive
    self.stepFree = stepFree
    self.name = name
  }
}

extension AddTrip: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    [
      "from": .init("where to start", suggestions: .stations),
      "to": .init("the destination", suggestions: .stations), "date": .tripDate,
      "depart": .tripTime,
      "arrive": .arrive, "city": .city, "stepFree": .stepFree, "name": .tripName,
    ]
  }
}

/// The input of `Trips.change`; a field that is nil keeps its value.
public struct ChangeTrip: Codable, Hashable, Sendable {
  /// The id of the trip.
  public let id: Int
  /// The new start.
  public let from: String?
  /// The new destination.
  public let to: String?
  /// The new date.
  public let date: DayExpression?
  /// The new departure.
  public let depart: TimeExpression?
  /// The new arrival, instead of a departure.
  public let arrive: TimeExpression?
  /// The new name.
  public let name: String?
}

extension ChangeTrip: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    [
      "id": .trip,
      "from": .init("where to start", valueName: "station", suggestions: .stations),
      "to": .init("the destination", valueName: "station", suggestions: .stations),
      "date": .tripDate, "depart": .tripTime, "arrive": .arrive, "name": .tripName,
    ]
  }
}

/// Names a trip.
public struct TripReference: Codable, Hashable, Sendable {
  /// The id of the trip.
  public let id: Int

  /// Creates a reference to the trip with `id`.
  public init(id: Int) {
    self.id = id
  }
}

extension TripReference: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    ["id": .trip]
  }
}

/// The result of `Trips.clear`.
public struct ClearedTrips: Codable, Hashable, Sendable {
  /// The trips that were removed.
  public let trips: [Trip]

  package init(trips: [Trip]) {
    self.trips = trips
  }
}

/// The result of `Trips.undo`.
public struct UndoneTripsChange: Codable, Hashable, Sendable {
  /// The change that was undone, such as `removing 'Trindade → Aliados'`.
  public let change: String

  package init(change: String) {
    self.change = change
  }
}
