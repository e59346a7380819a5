public import Documents
public import Mediator

/// The first and last trains of a station as passengers speak of them, whichever service day they
/// carry: the trains of a line in one direction from the longest gap at night to the next one.
public struct OperatingDay: Codable, Hashable, Sendable {
  /// The trains of one line in one direction.
  public struct Row: Codable, Hashable, Sendable {
    /// The trains to one destination.
    public struct Trains: Codable, Hashable, Sendable {
      private enum CodingKeys: String, CodingKey {
        case localDestination = "destination", destinationNames, boarding, first, last, count
      }

      private let localDestination: String
      private let destinationNames: NameTranslations?
      /// What passengers must do to board these trains; nil for nothing.
      public let boarding: StopRequest?
      /// The first train on the day of first trains; nil if none runs.
      public let first: ServiceTime?
      /// The last train, possibly after midnight; nil if none runs.
      public let last: ServiceTime?
      /// The number of trains on the day of last trains.
      public let count: Int

      /// Creates trains to a destination.
      public init(
        destination: TranslatedName, boarding: StopRequest? = nil, first: ServiceTime?,
        last: ServiceTime?, count: Int
      ) {
        (localDestination, destinationNames) = destination.fields
        self.boarding = boarding
        self.first = first
        self.last = last
        self.count = count
      }

      /// The destination shown on the trains.
      public var destination: TranslatedName { TranslatedName(localDestination, destinationNames) }
    }

    /// The line.
    public let line: Line
    /// The trains by destination, the most frequent one first.
    public let trains: [Trains]

    /// Creates a row.
    public init(line: Line, trains: [Trains]) {
      self.line = line
      self.trains = trains
    }
  }

  /// The day of the last trains, from which their times are counted.
  public let date: CalendarDate
  /// The day of the first trains, from which their times are counted: after midnight, that of the
  /// coming morning.
  public let firstDate: CalendarDate
  /// The trains by line and direction.
  public let rows: [Row]

  /// Creates an operating day.
  public init(date: CalendarDate, firstDate: CalendarDate, rows: [Row]) {
    self.date = date
    self.firstDate = firstDate
    self.rows = rows
  }

  /// Creates an operating day whose trains are those of the service day.
  public init(date: CalendarDate, _ departures: [DepartureSpan]) {
    self.init(
      date: date, firstDate: date,
      rows: departures.map { span in
        Row(
          line: span.line,
          trains: span.destinations.map {
            .init(
              destination: $0.translatedName, boarding: $0.boarding, first: $0.first, last: $0.last,
              count: $0.count)
          })
      })
  }
}

extension OperatingDay: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    [
      "date": "the day of the last trains",
      "firstDate": "the day of the first trains: after midnight, that of the coming morning",
    ]
  }
}

extension OperatingDay.Row.Trains: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    [
      "destinationNames": .names,
      "boarding": "what passengers must do to board these trains; absent for nothing",
      "first": "the first train, counted from firstDate", "last": "the last train",
      "count": "the number of trains on the day",
    ]
  }
}
