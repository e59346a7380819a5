public import Mediator

/// A place where trains stop: a platform, or a station without platforms.
public struct Stop: Codable, Hashable, Sendable {
  private enum CodingKeys: String, CodingKey {
    case id, localName = "name", names, code, platform, station, coordinate, lines, isStepFree
  }

  /// The feed's `stop_id`.
  public let id: String
  private let localName: String
  private let names: NameTranslations?
  /// The short text or number on the sign of the stop; nil when the feed does not give it.
  public let code: String?
  /// The sign on the platform, such as `2`; nil when the feed does not give it.
  public let platform: String?
  /// The id of the station to which the stop belongs.
  public let station: String
  /// The position; nil when the feed does not give it.
  public let coordinate: Coordinate?
  /// The lines that stop there, by name; nil where the stop is the end of a way.
  public let lines: [Line]?
  /// Whether passengers can go between the street and the stop without steps; nil when the feed
  /// does not say.
  public let isStepFree: Bool?

  /// Creates a stop.
  public init(
    id: String, name: TranslatedName, code: String? = nil, platform: String?, station: String,
    coordinate: Coordinate?, lines: [Line]? = nil, isStepFree: Bool? = nil
  ) {
    self.id = id
    (localName, names) = name.fields
    self.code = code
    self.platform = platform
    self.station = station
    self.coordinate = coordinate
    self.lines = lines
    self.isStepFree = isStepFree
  }

  /// The name with its translations.
  public var translatedName: TranslatedName { TranslatedName(localName, names) }

  /// The name for people, in their language.
  public var name: String { translatedName.shown }
}

extension Stop: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    ["names": .names, "code": "the short text or number on the sign of the stop"]
  }
}

/// A way into a station from the street.
public struct Entrance: Codable, Hashable, Sendable {
  /// The feed's `stop_id`.
  public let id: String
  /// The name for people.
  public let name: String
  /// The position; nil when the feed does not give it.
  public let coordinate: Coordinate?
  /// The ways to the platforms; nil when the feed describes none.
  public let ways: [PlatformWay]?

  /// Creates an entrance.
  public init(id: String, name: String, coordinate: Coordinate?, ways: [PlatformWay]? = nil) {
    self.id = id
    self.name = name
    self.coordinate = coordinate
    self.ways = ways
  }
}

/// The shortest way from an entrance to a platform.
public struct PlatformWay: Codable, Hashable, Sendable {
  /// The platform.
  public let platform: Stop
  /// The time that the way takes, in seconds.
  public let duration: Int
  /// The directions; empty when the feed gives none.
  public let steps: [WalkwayStep]

  /// Creates a way.
  public init(platform: Stop, duration: Int, steps: [WalkwayStep]) {
    self.platform = platform
    self.duration = duration
    self.steps = steps
  }
}

extension PlatformWay: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions { ["duration": "in seconds"] }
}

/// The kind of a way within a station.
///
/// Source: GTFS Schedule Reference, `pathway_mode`.
public enum Facility: String, Codable, CaseIterable, Sendable {
  case stairs, movingWalkway, escalator, lift, fareGate
}
