public import DataSourceInterface
public import Documents
public import Mediator

/// The input of `Map.draw`.
public struct MapQuery: Codable, Hashable, Sendable {
  /// The city to draw; nil for the current one.
  public let city: CityID?
  /// The start of the journey to draw, as `JourneyQuery` understands it; nil for no journey.
  public let from: String?
  /// The destination of that journey; given exactly when `from` is given.
  public let to: String?
  /// The day of the journey; nil for today.
  public let date: DayExpression?
  /// The earliest departure of the journey; nil for the default of `JourneyQuery`.
  public let depart: TimeExpression?

  /// Creates a query for the network of `city`.
  public init(
    city: CityID? = nil, from: String? = nil, to: String? = nil, date: DayExpression? = nil,
    depart: TimeExpression? = nil
  ) {
    self.city = city
    self.from = from
    self.to = to
    self.date = date
    self.depart = depart
  }
}

extension MapQuery: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    [
      "from": .init(
        "the start of a journey to draw: a station, id:…, @lat,lon or a bookmark; its destination "
          + "follows",
        valueName: "from", suggestions: .stations),
      "to": .init("the destination of the journey to draw", suggestions: .stations),
      "depart": .init(
        "the earliest departure of the journey, such as 8, 08:05, 8am, noon or +30",
        default: "now; on another day, 03:00", valueName: "time"),
      "date": .init(
        "the day of the journey, such as tomorrow, fri, 22 Nov, 22/11 (day/month) or 2026-11-22",
        default: "today",
        valueName: "day"),
      "city": .city,
    ]
  }
}

/// The result of `Map.draw`: an SVG image of a network.
public struct MapDrawing: Codable, Hashable, Sendable {
  /// The city.
  public let city: CityID
  /// The title in the image.
  public let title: String
  /// The width in points.
  public let width: Int
  /// The height in points.
  public let height: Int
  /// The number of lines.
  public let lines: Int
  /// The number of stations; neighbouring stations with the same name count as one.
  public let stations: Int
  /// The number of stations with a visible name; the others had no space for it.
  public let names: Int
  /// The image, an SVG document.
  public let svg: String

  /// Creates a drawing.
  public init(
    city: CityID, title: String, width: Int, height: Int, lines: Int, stations: Int, names: Int,
    svg: String
  ) {
    self.city = city
    self.title = title
    self.width = width
    self.height = height
    self.lines = lines
    self.stations = stations
    self.names = names
    self.svg = svg
  }
}

extension MapDrawing: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    [
      "width": "in points",
      "height": "in points",
      "names": "the number of stations with a visible name",
    ]
  }
}
