public import DataSourceInterface
public import Mediator

/// The input of `Map.line`.
public struct LineQuery: Codable, Hashable, Sendable {
  /// A name of the line, as `Timetable.lines(named:)` finds it, or its id.
  public let line: String
  /// The city of the line; nil for the current one.
  public let city: CityID?

  /// Creates a query for `line`.
  public init(line: String, city: CityID? = nil) {
    self.line = line
    self.city = city
  }
}

extension LineQuery: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    ["line": .init("a name of the line, or its id", suggestions: .lines), "city": .city]
  }
}

/// A line with its stations and the lines that stop there.
public struct LineMap: Codable, Hashable, Sendable {
  /// The line and its courses.
  public let details: LineDetails
  /// The stations of all courses, each once.
  public let stations: [Station]
  /// The notices that concern the line in the next 24 hours; nil for none.
  public let notices: [ServiceNotice]?

  /// Creates a line map.
  public init(details: LineDetails, stations: [Station], notices: [ServiceNotice]? = nil) {
    self.details = details
    self.stations = stations
    self.notices = notices
  }
}
