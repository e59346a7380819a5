public import Documents
public import Mediator

/// A city whose timetable is available.
public struct City: Codable, Hashable, Sendable {
  /// The short name in commands, URLs and folders.
  public let id: CityID
  /// The name for people.
  public let name: String
  /// The agency that runs the network, as the feed names it.
  public let agency: String
  /// The agency's time zone, as an identifier of the IANA database.
  public let timeZone: String
  /// The first day on which the timetable has a service.
  public let firstDate: CalendarDate
  /// The last day on which the timetable has a service, or the earlier last day for which its
  /// publisher vouches.
  public let lastDate: CalendarDate
  /// The number of stations.
  public let stations: Int
  /// The number of lines.
  public let lines: Int
  /// Whether the city is part of the host and cannot be removed.
  public let isBuiltIn: Bool
  /// Whether commands that name no city use this one.
  public let isCurrent: Bool
  /// Whether the last day of the timetable is over.
  public let isExpired: Bool
  /// Whether a train runs on at least one day.
  public let hasService: Bool
  /// Whether the clocks at a stop differ from those of the agency, which all times are.
  public let hasOtherClocks: Bool
  /// The number of rows and trips of the feed that the import left out.
  public let dropped: Int
  /// The number of rows and trips that the import kept after it replaced a wrong value.
  public let repaired: Int

  /// Creates the description of a city.
  public init(
    id: CityID, name: String, agency: String, timeZone: String, firstDate: CalendarDate,
    lastDate: CalendarDate, stations: Int, lines: Int, isBuiltIn: Bool, isCurrent: Bool,
    isExpired: Bool = false, hasService: Bool = true, hasOtherClocks: Bool = false,
    dropped: Int = 0, repaired: Int = 0
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
    self.hasService = hasService
    self.hasOtherClocks = hasOtherClocks
    self.dropped = dropped
    self.repaired = repaired
  }

  /// Why no train of the timetable runs any more: `ended 2023-02-12` or `has no trains`; nil when
  /// trains run.
  public var expiry: String? {
    guard hasService else { return "has no trains" }
    return isExpired ? "ended \(lastDate)" : nil
  }

  /// A note for the head of answers with times, such as `times of Europe/Berlin`; nil where all
  /// clocks show them.
  public var clockNote: String? { hasOtherClocks ? "times of \(timeZone)" : nil }

  /// A note for the head of every answer about a city whose trains run no more, such as `timetable
  /// ended 2023-02-12`; nil for other cities.
  public var expiryNote: String? { expiry.map { "timetable \($0)" } }

  /// What to do when trains run no more. It names no command, because the browser shows it, too.
  public var expiryRemedy: String {
    isBuiltIn
      ? "a newer version of this app has a later one"
      : "update it, or add a newer feed, under 'cities'"
  }

  /// The note for the head of an answer about a day: also one after the last day of the timetable.
  public func expiryNote(on date: CalendarDate) -> String? {
    expiryNote ?? (date > lastDate ? "timetable ends \(lastDate)" : nil)
  }
}

extension City: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    [
      "dropped": "rows and trips of the feed that the import left out",
      "repaired": "rows and trips that the import kept after it replaced a wrong value",
    ]
  }
}

/// The input of an action on one city, or on the current city.
public struct CityQuery: Codable, Hashable, Sendable {
  /// The city; nil for the current one.
  public let city: CityID?

  /// Creates a query for `city`, or for the current city.
  public init(city: CityID? = nil) {
    self.city = city
  }
}

extension CityQuery: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    ["city": .city]
  }
}

/// The input of an action on one named city.
public struct CityReference: Codable, Hashable, Sendable {
  /// The city.
  public let city: CityID

  /// Creates a reference to `city`.
  public init(city: CityID) {
    self.city = city
  }
}

extension CityReference: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    ["city": .init("the id of the city; 'cities' lists them", suggestions: .cities)]
  }
}

/// The input of `DataSource.install`: a feed, and the city to make of it.
public struct InstallRequest: Codable, Hashable, Sendable {
  /// The id of the city.
  public let city: CityID
  /// The path of the zip archive.
  public let file: String
  /// The city's name for people; nil to derive it from the id.
  public let name: String?

  /// Creates a request to install the feed in `file` as `city`.
  public init(city: CityID, file: String, name: String? = nil) {
    self.city = city
    self.file = file
    self.name = name
  }
}
