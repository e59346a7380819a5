public import Mediator

/// A station: a stop without a parent station, together with all stops below it.
public struct Station: Codable, Hashable, Sendable {
  private enum CodingKeys: String, CodingKey {
    case id, localName = "name", names, code, spokenName, distinction, coordinate, lines
  }

  /// The feed's `stop_id`.
  public let id: String
  private let localName: String
  private let names: NameTranslations?
  /// The short text or number on the sign of the station; nil when the feed does not give it.
  public let code: String?
  /// The name as it is spoken, for a screen reader; nil if it is that which is written.
  public let spokenName: String?
  /// What distinguishes the station from others with the same name: its lines, such as `A C`, or
  /// else its neighbours; nil when no other station has the name.
  public let distinction: String?
  /// The position; nil when the feed does not give it.
  public let coordinate: Coordinate?
  /// The lines that stop at the station, by name.
  public let lines: [Line]

  /// Creates a station.
  public init(
    id: String, name: TranslatedName, code: String? = nil, spokenName: String? = nil,
    distinction: String? = nil, coordinate: Coordinate?, lines: [Line]
  ) {
    self.id = id
    (localName, names) = name.fields
    self.code = code
    self.spokenName = spokenName
    self.distinction = distinction
    self.coordinate = coordinate
    self.lines = lines
  }

  /// The name with its translations.
  public var translatedName: TranslatedName { TranslatedName(localName, names) }

  /// The name for people, in their language.
  public var name: String { translatedName.shown }

  /// The name with its distinction, such as `125 St [A C]`, which queries understand.
  public var qualifiedName: String {
    name + (distinction.map { " [\($0)]" } ?? "")
  }
}

extension Station: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    [
      "names": .names, "code": "the short text or number on the sign of the station",
      "spokenName": "the name as it is spoken, if it is not that which is written",
    ]
  }
}

/// The id and the name of a stop or station, as journeys refer to it.
public struct StopReference: Codable, Hashable, Sendable {
  private enum CodingKeys: String, CodingKey {
    case id, localName = "name", names, platform
  }

  /// The feed's `stop_id`.
  public let id: String
  private let localName: String
  private let names: NameTranslations?
  /// The sign on the platform, such as `2`; nil when the feed does not give it.
  public let platform: String?

  /// Creates a reference.
  public init(id: String, name: TranslatedName, platform: String? = nil) {
    self.id = id
    (localName, names) = name.fields
    self.platform = platform
  }

  /// The name with its translations.
  public var translatedName: TranslatedName { TranslatedName(localName, names) }

  /// The name for people, in their language.
  public var name: String { translatedName.shown }
}

extension StopReference: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    ["names": .names, "platform": "the sign on the platform"]
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
