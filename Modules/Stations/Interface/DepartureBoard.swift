public import DataSourceInterface
public import Documents
public import Mediator

/// The input of `Stations.board`.
public struct BoardQuery: Codable, Hashable, Sendable {
  /// Texts that each mean one station, as in `StationQuery`; but `@` and a coordinate mean the
  /// stations around the place. A station that several of them mean is listed once. Nil or empty
  /// for the bookmarked stations, and those around bookmarked places.
  public let stations: [String]?
  /// The city; nil for the current one.
  public let city: CityID?

  /// Creates a query for stations, or for the bookmarked ones.
  public init(stations: [String]? = nil, city: CityID? = nil) {
    self.stations = stations
    self.city = city
  }
}

extension BoardQuery: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    [
      "stations": .init(
        "the stations: their names or id:…, or bookmarks; or @lat,lon for those around a place",
        default: "those of the bookmarks", suggestions: .stations),
      "city": .city,
    ]
  }
}

/// The next departures of several stations at one moment.
public struct DepartureBoard: Codable, Hashable, Sendable {
  /// The id of the city.
  public let city: CityID
  /// The name of the city.
  public let cityName: String
  /// The date in the city.
  public let date: CalendarDate
  /// The time on that date.
  public let time: ServiceTime
  /// Where the times of the departures come from; nil in a board that an earlier version has
  /// stored.
  public let times: TimesOrigin?
  /// That the timetable has ended or has no trains, such as `timetable ended 2023-02-12`; nil
  /// otherwise.
  public let expiryNote: String?
  /// Whose clocks show the times, such as `times of Europe/Berlin`; nil where all clocks show them.
  public let clockNote: String?
  /// The stations, in the order of the query; those around a place by distance.
  public let stations: [StationBoard]

  /// Creates a board.
  public init(
    city: City, at now: LocalDateTime, times: TimesOrigin? = nil, stations: [StationBoard]
  ) {
    self.city = city.id
    cityName = city.name
    expiryNote = city.expiryNote
    clockNote = city.clockNote
    date = now.date
    time = now.time
    self.times = times
    self.stations = stations
  }
}

/// The next departures of one station.
public struct StationBoard: Codable, Hashable, Sendable {
  /// The station; with its distance if the query has a place.
  public let station: FoundStation
  /// The departures by line and destination, the earliest first.
  public let departures: [NextDepartures]
  /// Why there are none, or why they are more than 24 hours away; nil otherwise.
  public let reason: String?
  /// The notices that concern them; nil for none.
  public var notices: [ServiceNotice]?

  /// Creates the board of a station.
  public init(
    station: FoundStation, departures: [NextDepartures], reason: String? = nil,
    notices: [ServiceNotice]? = nil
  ) {
    self.station = station
    self.departures = departures
    self.reason = reason
    self.notices = notices
  }
}

/// The next departures of one line to one destination.
public struct NextDepartures: Hashable, Sendable {
  /// One departure.
  public struct Departure: Codable, Hashable, Sendable {
    /// The service day of the trip.
    public let date: CalendarDate
    /// The departure time on the service day: the expected one where it is known.
    public let time: ServiceTime
    /// Whether `time` is an expected time; absent for one of the timetable.
    public let live: Bool?
    /// The departure time in the timetable; nil unless the departure is live, and for an extra
    /// train.
    public let scheduledTime: ServiceTime?
    /// The time until the departure, in seconds.
    public let wait: Int
    /// The number of calendar days from today to the departure: 0 for today, 1 for tomorrow.
    public let daysAhead: Int
    /// The seconds between trains where the feed gives no times but only how often trains run; the
    /// time is then approximate. Nil for a scheduled departure.
    public let headway: Int?

    /// Creates a departure.
    public init(
      date: CalendarDate, time: ServiceTime, live: Bool? = nil, scheduledTime: ServiceTime? = nil,
      wait: Int, daysAhead: Int = 0, headway: Int? = nil
    ) {
      self.date = date
      self.time = time
      self.live = live
      self.scheduledTime = scheduledTime
      self.wait = wait
      self.daysAhead = daysAhead
      self.headway = headway
    }

    /// How late the train leaves, in whole minutes, negative if it leaves early; 0 where nothing is
    /// known.
    public var delayInMinutes: Int {
      scheduledTime.map { Int((Double(time.seconds - $0.seconds) / 60).rounded(.towardZero)) } ?? 0
    }
  }

  /// The line.
  public let line: Line
  /// The headsign of the trips at the station, with its translations; the name of their last stop
  /// if the feed has none.
  public let translatedHeadsign: TranslatedName
  /// The next station, where the trips of both directions have this headsign, as on a loop, with
  /// the translations of its name; else nil.
  public let translatedVia: TranslatedName?
  /// What passengers must do to board these trains; nil for nothing.
  public let boarding: StopRequest?
  /// One to three departures, the next one first.
  public let departures: [Departure]
  /// The departures until the last of these that are cancelled, the next one first. In JSON, the
  /// field is absent for none.
  public let cancelled: [Departure]

  /// Creates a result.
  public init(
    line: Line, headsign: TranslatedName, via: TranslatedName? = nil,
    boarding: StopRequest? = nil, departures: [Departure], cancelled: [Departure] = []
  ) {
    self.line = line
    translatedHeadsign = headsign
    translatedVia = via
    self.boarding = boarding
    self.departures = departures
    self.cancelled = cancelled
  }

  /// The headsign for people, in their language.
  public var headsign: String { translatedHeadsign.shown }

  /// The headsign, with the next station if the trains of another direction have the same one.
  public var destination: String { headsign + (translatedVia.map { " via \($0.shown)" } ?? "") }
}

extension NextDepartures: Codable {
  private enum Key: CodingKey {
    case line, headsign, headsignNames, via, viaNames, boarding, departures, cancelled
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    line = try fields.decode(Line.self, forKey: .line)
    translatedHeadsign = try fields.decode(.headsign, translations: .headsignNames)
    translatedVia =
      fields.contains(.via) ? try fields.decode(.via, translations: .viaNames) : nil
    boarding = try fields.decodeIfPresent(StopRequest.self, forKey: .boarding)
    departures = try fields.decode([Departure].self, forKey: .departures)
    cancelled = try fields.decodeIfPresent([Departure].self, forKey: .cancelled) ?? []
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode(line, forKey: .line)
    try fields.encode(translatedHeadsign, as: .headsign, translations: .headsignNames)
    if let translatedVia { try fields.encode(translatedVia, as: .via, translations: .viaNames) }
    try fields.encodeIfPresent(boarding, forKey: .boarding)
    try fields.encode(departures, forKey: .departures)
    if !cancelled.isEmpty { try fields.encode(cancelled, forKey: .cancelled) }
  }
}

extension NextDepartures: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    [
      "headsignNames": .names, "viaNames": .names,
      "cancelled": "the departures that are cancelled, until the last of the others",
    ]
  }
}

extension NextDepartures.Departure: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    [
      "live": "whether the time is an expected one",
      "scheduledTime": "the time in the timetable, where an expected one is known",
      "wait": "in seconds until the departure",
      "daysAhead": "calendar days from today to the departure, 0 for today",
      "headway": "in seconds from one train to the next, where only this is known",
    ]
  }
}
