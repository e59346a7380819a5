public import Mediator

/// A station, or a place given by its coordinate, at which journeys begin and end.
public struct PointOfInterest: Codable, Hashable, Sendable {
  private enum CodingKeys: String, CodingKey {
    case id, localName = "name", names, coordinate
  }

  /// The feed's `stop_id` of the station, or `@` and the coordinate, such as `@41.15,-8.61`.
  public let id: String
  private let localName: String
  private let names: NameTranslations?
  /// The position; nil when the feed does not give it.
  public let coordinate: Coordinate?

  /// Creates a station from its id, its name and its position.
  public init(id: String, name: TranslatedName, coordinate: Coordinate? = nil) {
    self.id = id
    (localName, names) = name.fields
    self.coordinate = coordinate
  }

  /// Creates a place that is not a station.
  /// - Parameter name: The name for people; nil for the coordinate itself.
  public init(at coordinate: Coordinate, name: String? = nil) {
    id = "@\(coordinate)"
    (localName, names) = TranslatedName(name ?? id).fields
    self.coordinate = coordinate
  }

  /// The name with its translations.
  public var translatedName: TranslatedName { TranslatedName(localName, names) }

  /// The name for people, in their language.
  public var name: String { translatedName.shown }

  /// Whether it is a place and not a station.
  public var isPlace: Bool { id.first == "@" && Coordinate(id.dropFirst()) != nil }

  /// The text that means it in a query: `@` and the coordinate, or `id:` and the station's id.
  public var reference: String { isPlace ? id : "id:\(id)" }
}

extension PointOfInterest: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions { ["names": .names] }
}

extension StopReference {
  /// Creates a reference to a station or place by its id and name.
  public init(_ point: PointOfInterest) {
    self.init(id: point.id, name: point.translatedName)
  }
}

/// Where a journey begins or ends: a station or a place, as a query resolves it.
public enum Endpoint: Sendable, Hashable {
  /// A station, by its index in the timetable. `isExactName` is true if the text was the whole name
  /// or the id of the station.
  case station(Int, isExactName: Bool)
  /// A place given by its coordinate.
  case place(PointOfInterest)
}

/// The input of `DataSource.endpoints`: texts that each mean a station or a place of a city.
public struct EndpointsQuery: Sendable {
  /// The city to search; nil for the current one.
  public let city: CityID?
  /// The texts: those of `StationQuery.name`, but `@` and a coordinate mean the place itself.
  public let texts: [String]

  /// Creates a query for what `texts` mean.
  public init(city: CityID? = nil, texts: [String]) {
    self.city = city
    self.texts = texts
  }
}

/// The result of `DataSource.endpoints`.
public struct Endpoints: Sendable {
  /// The city.
  public let city: City
  /// The timetable of the city.
  public let timetable: Timetable
  /// What each text means, or why it means nothing, in the order of the texts.
  public let results: [Result<Endpoint, DataSourceError>]

  /// Creates the result.
  public init(city: City, timetable: Timetable, results: [Result<Endpoint, DataSourceError>]) {
    self.city = city
    self.timetable = timetable
    self.results = results
  }
}

extension Result<Endpoint, DataSourceError> {
  /// Returns the station or place.
  /// - Parameter city: The city in which the text was searched.
  /// - Throws: `DataSourceError`; `.stationElsewhere` if only another installed city has the
  ///   station.
  public func get(in city: CityID, through mediator: Mediator) async throws -> Endpoint {
    if case .failure(.unknownStation(let text, _, _)) = self {
      // Fails with the better error. Cities are only opened here, where there is no other answer.
      _ = try await mediator.perform(DataSource.station, StationQuery(name: text, city: city))
    }
    return try get()
  }
}
