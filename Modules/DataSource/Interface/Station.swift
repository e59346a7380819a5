public import Mediator

/// A station: a stop without a parent station, together with all stops below it.
public struct Station: Codable, Hashable, Sendable {
  /// The feed's `stop_id`.
  public let id: String
  /// The name for people.
  public let name: String
  /// What distinguishes the station from others with the same name: its lines, such as `A C`, or
  /// else its neighbours; nil when no other station has the name.
  public let distinction: String?
  /// The position; nil when the feed does not give it.
  public let coordinate: Coordinate?
  /// The lines that stop at the station, by name.
  public let lines: [Line]

  /// Creates a station.
  public init(
    id: String, name: String, distinction: String? = nil, coordinate: Coordinate?, lines: [Line]
  ) {
    self.id = id
    self.name = name
    self.distinction = distinction
    self.coordinate = coordinate
    self.lines = lines
  }

  /// The name with its distinction, such as `125 St [A C]`, which queries understand.
  public var qualifiedName: String {
    name + (distinction.map { " [\($0)]" } ?? "")
  }
}

/// The id and the name of a stop or station, as journeys refer to it.
public struct StopReference: Codable, Hashable, Sendable {
  /// The feed's `stop_id`.
  public let id: String
  /// The name for people.
  public let name: String

  /// Creates a reference.
  public init(id: String, name: String) {
    self.id = id
    self.name = name
  }
}

/// The input of `DataSource.station`: a text that means one station.
public struct StationQuery: Codable, Hashable, Sendable {
  /// A station's name; words, beginnings of words or initials that match one name only; a
  /// `Station.qualifiedName`; `id:` and the feed's id; or a coordinate in degrees, as in
  /// `@41.15,-8.61`, which means the nearest station.
  public let name: String
  /// The city to search; nil for the current one.
  public let city: CityID?

  /// Creates a query for the station that `name` means.
  public init(name: String, city: CityID? = nil) {
    self.name = name
    self.city = city
  }
}

extension StationQuery: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    [
      "name": .init("the station: its name or id:…, or @lat,lon", suggestions: .stations),
      "city": .city,
    ]
  }
}

/// The input of `DataSource.stations`: a text that may match many stations.
public struct StationSearch: Codable, Hashable, Sendable {
  /// Parts of the name in any order, in the original or in Latin letters; initials; or a
  /// coordinate, as in `@41.15,-8.61`. Nil or empty for all stations.
  public let text: String?
  /// The city to search; nil for the current one.
  public let city: CityID?
  /// The largest number of stations to return; nil for all.
  public let limit: Int?

  /// Creates a search for `text`.
  public init(text: String? = nil, city: CityID? = nil, limit: Int? = nil) {
    self.text = text
    self.city = city
    self.limit = limit
  }
}

extension StationSearch: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    [
      "text": .init(
        "parts of the name in any order, initials, or a coordinate such as @41.15,-8.61",
        default: "all stations", suggestions: .stations),
      "city": .city,
      "limit": .init("the maximum number of stations", default: "all", valueName: "count"),
    ]
  }
}
