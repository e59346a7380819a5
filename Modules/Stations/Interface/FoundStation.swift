public import DataSourceInterface
public import Mediator

/// A station that a search found.
public struct FoundStation: Codable, Hashable, Sendable {
  private enum CodingKeys: String, CodingKey {
    case id, localName = "name", names, code, distinction, coordinate, lines, distance,
      transferSeconds
  }

  /// The feed's `stop_id`.
  public let id: String
  private let localName: String
  private let names: NameTranslations?
  /// The short text or number on the sign of the station; nil if the feed has none.
  public let code: String?
  /// What distinguishes the station from others with the same name; nil if no other has it.
  public let distinction: String?
  /// The coordinate; nil if the feed has none.
  public let coordinate: Coordinate?
  /// The lines that stop there, by name.
  public let lines: [Line]
  /// The distance in metres in a straight line; nil if the search had no coordinate.
  public let distance: Int?
  /// The time in seconds that the feed gives for a change from the station to which this one is
  /// near; nil if it gives none.
  public let transferSeconds: Int?

  /// Creates a result from a station.
  public init(_ station: Station, distance: Int? = nil, transferSeconds: Int? = nil) {
    id = station.id
    (localName, names) = station.translatedName.fields
    code = station.code
    distinction = station.distinction
    coordinate = station.coordinate
    lines = station.lines
    self.distance = distance
    self.transferSeconds = transferSeconds
  }

  /// The name with its translations.
  public var translatedName: TranslatedName { TranslatedName(localName, names) }

  /// The name for people, in their language.
  public var name: String { translatedName.shown }

  /// The name with its distinction, such as `125 St [A C]`, which queries understand.
  public var qualifiedName: String { name + (distinction.map { " [\($0)]" } ?? "") }

  /// The time of the feed for a change, or else the time to walk the distance; nil without both.
  public var walkingTime: Duration? {
    transferSeconds.map { .seconds($0) } ?? distance.map { .walking(metres: Double($0)) }
  }
}

extension FoundStation: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    [
      "names": .names, "code": "the short text or number on the sign of the station",
      "distance": "in metres, in a straight line",
      "transferSeconds": "for a change, as the feed gives it",
    ]
  }
}

extension PointOfInterest {
  /// Creates the station that a search found.
  public init(_ station: FoundStation) {
    self.init(id: station.id, name: station.translatedName, coordinate: station.coordinate)
  }
}
