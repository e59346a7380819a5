public import Documents
public import Mediator

/// A line of the network: a route of the feed.
public struct Line: Codable, Hashable, Sendable {
  private enum CodingKeys: String, CodingKey {
    case id, localName = "name", names, color, textColor
  }

  /// The feed's `route_id`.
  public let id: String
  private let localName: String
  private let names: NameTranslations?
  /// The colour of the line; nil when the feed does not give it.
  public let color: LineColor?
  /// The colour of text on `color`; nil when the feed does not give it.
  public let textColor: LineColor?

  /// Creates a line.
  public init(id: String, name: TranslatedName, color: LineColor?, textColor: LineColor? = nil) {
    self.id = id
    (localName, names) = name.fields
    self.color = color
    self.textColor = textColor
  }

  /// The short name, or the long one when the feed gives no short one, with its translations.
  public var translatedName: TranslatedName { TranslatedName(localName, names) }

  /// The name for people, in their language.
  public var name: String { translatedName.shown }
}

extension Line: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions { ["names": .names] }
}

/// An sRGB colour, written as six hexadecimal digits: red, green, blue.
public struct LineColor: Hashable, Sendable, CustomStringConvertible {
  /// The three bytes of the colour: red is the highest, blue the lowest.
  public let rgb: UInt32

  /// Creates a colour from the three lower bytes of `rgb`.
  public init(rgb: UInt32) {
    self.rgb = rgb & 0xFF_FFFF
  }

  /// Creates a colour from six hexadecimal digits; nil for other texts.
  public init?(_ text: String) {
    guard text.utf8.count == 6, text.first != "+", text.first != "-",
      let rgb = UInt32(text, radix: 16)
    else { return nil }
    self.init(rgb: rgb)
  }

  /// The colour as six hexadecimal digits in capitals.
  public var description: String {
    let digits = String(rgb, radix: 16, uppercase: true)
    return String(repeating: "0", count: 6 - digits.count) + digits
  }
}

extension LineColor: TextCodable {
  /// What is expected, in words.
  public static var expectation: String { "a colour; expected six hex digits" }
}

/// The kind of vehicle that runs on a line.
///
/// Source: GTFS Schedule Reference, `route_type`, and Google's extended route types.
public enum LineKind: String, Codable, CaseIterable, Sendable {
  case tram, metro, rail, bus, ferry, cableTram, aerialLift, funicular, trolleybus, monorail, other

  /// Creates the kind of a basic or extended `route_type`.
  public init(routeType: Int) {
    self =
      switch routeType {
      case 0, 900...906: .tram
      case 1, 400...404, 500, 600: .metro
      case 2, 100...117, 300: .rail
      case 3, 200...209, 700...716: .bus
      case 4, 1000, 1200: .ferry
      case 5: .cableTram
      case 6, 1300...1307: .aerialLift
      case 7, 1400: .funicular
      case 11, 800: .trolleybus
      case 12, 405: .monorail
      default: .other
      }
  }
}

/// A line with the stations that it serves, in order.
public struct LineDetails: Hashable, Sendable {
  /// A sequence of stations that trains of a line serve in one direction.
  public struct Course: Hashable, Sendable {
    /// The feed's `direction_id`, 0 or 1; nil when the feed does not give it.
    public let direction: Int?
    /// The destinations shown on the trains, the most frequent first, with their translations,
    /// which JSON omits; empty when they show none.
    public let headsigns: [TranslatedName]
    /// The stations in order. On a loop, one round, without the first station at its end.
    public let stations: [StopReference]
    /// Whether trains return from the last station to the first one. They may make several rounds.
    /// A loop has at least three stations.
    public let isLoop: Bool
    /// The number of trips in the whole timetable, including those that serve only a part of the
    /// stations.
    public let trips: Int

    /// Creates a course.
    public init(
      direction: Int?, headsigns: [TranslatedName], stations: [StopReference],
      isLoop: Bool = false, trips: Int
    ) {
      self.direction = direction
      self.headsigns = headsigns
      self.stations = stations
      self.isLoop = isLoop
      self.trips = trips
    }

    /// The stations in order; on a loop, with the first one again at the end.
    public var calls: [StopReference] { stations + (isLoop ? stations.prefix(1) : []) }
  }

  /// The line.
  public let line: Line
  /// The long name with its translations, which are `longNames` in JSON; nil when the feed gives
  /// none, or when `line.name` is the long name.
  public let longName: TranslatedName?
  /// The kind of vehicle.
  public let kind: LineKind
  /// The courses of the line by direction, the most frequent first. No course is a part of another.
  public let courses: [Course]

  /// Creates the details of a line.
  public init(line: Line, longName: TranslatedName?, kind: LineKind, courses: [Course]) {
    self.line = line
    self.longName = longName
    self.kind = kind
    self.courses = courses
  }
}

extension LineDetails: Codable {
  private enum Key: CodingKey {
    case line, longName, longNames, kind, courses
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    line = try fields.decode(Line.self, forKey: .line)
    longName =
      fields.contains(.longName)
      ? try fields.decode(.longName, translations: .longNames) : nil
    kind = try fields.decode(LineKind.self, forKey: .kind)
    courses = try fields.decode([Course].self, forKey: .courses)
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode(line, forKey: .line)
    if let longName { try fields.encode(longName, as: .longName, translations: .longNames) }
    try fields.encode(kind, forKey: .kind)
    try fields.encode(courses, forKey: .courses)
  }
}

extension LineDetails: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions { ["longNames": .names] }
}

extension LineDetails.Course: Codable {
  private enum Key: CodingKey {
    case direction, headsigns, stations, isLoop, trips
  }

  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    direction = try fields.decodeIfPresent(Int.self, forKey: .direction)
    headsigns = try fields.decode([String].self, forKey: .headsigns).map { TranslatedName($0) }
    stations = try fields.decode([StopReference].self, forKey: .stations)
    isLoop = try fields.decode(Bool.self, forKey: .isLoop)
    trips = try fields.decode(Int.self, forKey: .trips)
  }

  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encodeIfPresent(direction, forKey: .direction)
    try fields.encode(headsigns.map(\.local), forKey: .headsigns)
    try fields.encode(stations, forKey: .stations)
    try fields.encode(isLoop, forKey: .isLoop)
    try fields.encode(trips, forKey: .trips)
  }
}

extension LineDetails.Course: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    [
      "direction": "the feed's direction_id, 0 or 1",
      "stations": "in order; on a loop, one round, without the first station at its end",
      "isLoop": "whether trains return from the last station to the first one",
      "trips": "the number of trips in the whole timetable",
    ]
  }
}

extension Badge {
  /// Creates a badge with the name and the colour of a line.
  public init(_ line: Line) {
    self.init(line.name, rgb: line.color?.rgb, textRGB: line.textColor?.rgb)
  }
}
