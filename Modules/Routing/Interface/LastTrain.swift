public import DataSourceInterface
public import Documents
public import Mediator

/// The result of a search for the last train: that train, why no later one works, and the
/// alternative for a passenger who misses it.
public struct LastTrain: Codable, Hashable, Sendable {
  /// The city.
  public let city: CityID
  /// The date from whose 00:00 all times are counted.
  public let date: CalendarDate
  /// Where the times come from; nil in an answer that an earlier version has stored.
  public let times: TimesOrigin?
  /// The station or place where every journey starts.
  public let from: PointOfInterest
  /// The station or place where every journey ends.
  public let to: PointOfInterest
  /// The journey that arrives first on `firstDate`.
  public private(set) var first: Journey?
  /// The date of `first`: that of the answer, or after midnight that of the coming morning.
  public private(set) var firstDate: CalendarDate
  /// The journey that leaves last on that day.
  public let last: Journey?
  /// Whether trains run all night: the next day's timetable has a journey that leaves from 03:00 to
  /// 04:00. In JSON, the field is absent where it does not hold.
  public let continues: Bool
  /// The stations of the last journey in order, without its destination, each with the latest time
  /// to be there; empty for a query with `via`.
  public let stations: [StationDeadline]
  /// The boarding where a passenger who leaves the origin later misses the last connection; nil for
  /// a query with `via`.
  public let weakestLink: WeakestLink?
  /// Why there is no journey; nil where there is one.
  public let reason: String?
  /// The notices that concern the last journey; nil for none, and from `Routing`, which knows none.
  public private(set) var notices: [ServiceNotice]?

  private enum CodingKeys: String, CodingKey {
    case city, date, times, from, to, first, firstDate, last, continues, stations, weakestLink,
      reason, notices
  }

  /// Returns the answer with another first journey.
  public func withFirst(_ journey: Journey?, on date: CalendarDate) -> LastTrain {
    var answer = self
    (answer.first, answer.firstDate) = (journey, date)
    return answer
  }

  /// Returns the answer with notices.
  public func withNotices(_ notices: [ServiceNotice]) -> LastTrain {
    var answer = self
    answer.notices = notices.isEmpty ? nil : notices
    return answer
  }

  /// Whether trains run all night, so that no passenger need fear the last one: service continues,
  /// and the last journey leaves at 02:00 or later. An early first train alone is not enough.
  public var runsAllNight: Bool { continues && last?.leavesLateAtNight == true }

  /// Creates an answer.
  public init(
    city: CityID, date: CalendarDate, times: TimesOrigin? = nil, from: PointOfInterest,
    to: PointOfInterest, first: Journey?,
    last: Journey?, continues: Bool = false, stations: [StationDeadline] = [],
    weakestLink: WeakestLink? = nil, reason: String? = nil
  ) {
    self.city = city
    self.date = date
    self.times = times
    self.from = from
    self.to = to
    self.first = first
    firstDate = date
    self.last = last
    self.continues = continues
    self.stations = stations
    self.weakestLink = weakestLink
    self.reason = reason
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    city = try fields.decode(CityID.self, forKey: .city)
    date = try fields.decode(CalendarDate.self, forKey: .date)
    times = try fields.decodeIfPresent(TimesOrigin.self, forKey: .times)
    from = try fields.decode(PointOfInterest.self, forKey: .from)
    to = try fields.decode(PointOfInterest.self, forKey: .to)
    first = try fields.decodeIfPresent(Journey.self, forKey: .first)
    firstDate = try fields.decodeIfPresent(CalendarDate.self, forKey: .firstDate) ?? date
    last = try fields.decodeIfPresent(Journey.self, forKey: .last)
    continues = try fields.decodeIfPresent(Bool.self, forKey: .continues) ?? false
    stations = try fields.decode([StationDeadline].self, forKey: .stations)
    weakestLink = try fields.decodeIfPresent(WeakestLink.self, forKey: .weakestLink)
    reason = try fields.decodeIfPresent(String.self, forKey: .reason)
    notices = try fields.decodeIfPresent([ServiceNotice].self, forKey: .notices)
  }

  // Encodes nil for `first` and `last` as null.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(city, forKey: .city)
    try fields.encode(date, forKey: .date)
    try fields.encodeIfPresent(times, forKey: .times)
    try fields.encode(from, forKey: .from)
    try fields.encode(to, forKey: .to)
    try fields.encode(first, forKey: .first)
    try fields.encode(firstDate, forKey: .firstDate)
    try fields.encode(last, forKey: .last)
    if continues { try fields.encode(true, forKey: .continues) }
    try fields.encode(stations, forKey: .stations)
    try fields.encodeIfPresent(weakestLink, forKey: .weakestLink)
    try fields.encodeIfPresent(reason, forKey: .reason)
    try fields.encodeIfPresent(notices, forKey: .notices)
  }
}

extension LastTrain: SchemaProviding {
  /// The fields of the type; those that are written have null for a missing journey.
  public static func schema(for use: Schema.Use) throws(SchemaError) -> Schema {
    let schema = try Schema(decoding: LastTrain.self, for: use)
    guard use == .output else { return schema }
    let journey = Schema.nullable(try Schema(of: Journey.self, for: use))
    return schema.with(Schema.Field("first", journey), Schema.Field("last", journey))
  }
}

/// The latest time to be at a station and still reach the destination.
public struct StationDeadline: Codable, Hashable, Sendable {
  /// The station.
  public let place: StopReference
  /// The departure of the last train with which the destination can be reached, or the latest time
  /// to begin a change to another station.
  public let latest: ServiceTime
  /// What the passenger must do to board the train of the journey, if it is the last one; nil for
  /// nothing.
  public let boarding: StopRequest?

  /// Creates a deadline.
  public init(place: StopReference, latest: ServiceTime, boarding: StopRequest? = nil) {
    self.place = place
    self.latest = latest
    self.boarding = boarding
  }
}

extension StationDeadline: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    ["boarding": "what the passenger must do to board the train; absent for nothing"]
  }
}

/// The boarding without slack: it takes the last train from that station to the destination, so a
/// passenger who leaves the origin later misses it.
public struct WeakestLink: Codable, Hashable, Sendable {
  /// The number of the ride that begins there, counted from 0.
  public let ride: Int
  /// The platform.
  public let place: StopReference
  /// The line.
  public let line: Line
  /// When the train leaves.
  public let departure: ServiceTime
  /// What a passenger who misses the train can still do, `otherwise` in JSON; nil where no train
  /// brings them nearer.
  public let alternative: Alternative?

  private enum CodingKeys: String, CodingKey {
    case ride, place, line, departure
    case alternative = "otherwise"
  }

  /// Creates a weakest link.
  public init(
    ride: Int, place: StopReference, line: Line, departure: ServiceTime, alternative: Alternative?
  ) {
    self.ride = ride
    self.place = place
    self.line = line
    self.departure = departure
    self.alternative = alternative
  }
}

extension WeakestLink: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    [
      "ride": "the number of the ride that begins there, counted from 0"
    ]
  }
}

/// The best journey for a passenger who missed a train.
public struct Alternative: Codable, Hashable, Sendable {
  /// The station that can still be reached: the destination, or the one nearest to it.
  public let to: StopReference
  /// The journey to that station.
  public let journey: Journey
  /// The shortest time from there to the destination, in seconds of riding and changing; nil at the
  /// destination.
  public let remaining: Int?

  /// Creates an alternative.
  public init(to: StopReference, journey: Journey, remaining: Int?) {
    self.to = to
    self.journey = journey
    self.remaining = remaining
  }
}

extension Alternative: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    [
      "remaining": "in seconds of riding and changing from there to the destination"
    ]
  }
}
