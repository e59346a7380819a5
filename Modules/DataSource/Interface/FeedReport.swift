public import Documents
public import Mediator

/// The input of `DataSource.check`: a feed to validate.
public struct FeedCheck: Codable, Hashable, Sendable {
  /// The path of the zip archive.
  public let file: String

  /// Creates a request to validate the feed in `file`.
  public init(file: String) {
    self.file = file
  }
}

extension FeedCheck: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    ["file": .init("the zip file of the feed", suggestions: .files)]
  }
}

/// The result of validating a feed.
public struct FeedReport: Codable, Hashable, Sendable {
  /// A summary of what a feed contains.
  public struct Contents: Codable, Hashable, Sendable {
    /// The agency that runs the network.
    public let agency: String
    /// The first day with a service.
    public let firstDate: CalendarDate
    /// The last day with a service, or the earlier end of the feed.
    public let lastDate: CalendarDate
    /// Whether the last day is over.
    public let isExpired: Bool
    /// The number of stations.
    public let stations: Int
    /// The number of lines.
    public let lines: Int
    /// The number of trips; a trip with a headway counts once for each of its departures.
    public let trips: Int
    /// What the feed says about fares; nil when it has no file about them.
    public let fares: Fares?

    /// Creates the summary.
    public init(
      agency: String, firstDate: CalendarDate, lastDate: CalendarDate, isExpired: Bool,
      stations: Int, lines: Int, trips: Int, fares: Fares? = nil
    ) {
      self.agency = agency
      self.firstDate = firstDate
      self.lastDate = lastDate
      self.isExpired = isExpired
      self.stations = stations
      self.lines = lines
      self.trips = trips
      self.fares = fares
    }
  }

  /// A summary of the fares of a feed.
  public struct Fares: Codable, Hashable, Sendable {
    /// The number of prices that can be quoted; 0 when the fares are unknown.
    public let prices: Int
    /// The number of rules that are used.
    public let rules: Int
    /// The number of prices and rules that are ignored.
    public let ignored: Int
    /// The names of the files about fares that are ignored, sorted.
    public let ignoredFiles: [String]

    /// Creates the summary.
    public init(prices: Int, rules: Int, ignored: Int, ignoredFiles: [String]) {
      self.prices = prices
      self.rules = rules
      self.ignored = ignored
      self.ignoredFiles = ignoredFiles
    }
  }

  /// The path of the archive.
  public let file: String
  /// The reason why the feed cannot be used; nil when it can. In JSON, `refusal`.
  public let rejection: String?
  /// The summary of the feed; nil when the feed is rejected.
  public let contents: Contents?
  /// The problems found: dropped rows before repaired ones, then by file. In JSON, `findings`.
  public let diagnostics: [FeedDiagnostic]
  /// The files and columns that the import does not use.
  public let unused: [UnusedPart]

  /// Creates a report.
  public init(
    file: String, rejection: String?, contents: Contents?, diagnostics: [FeedDiagnostic],
    unused: [UnusedPart] = []
  ) {
    self.file = file
    self.rejection = rejection
    self.contents = contents
    self.diagnostics = diagnostics
    self.unused = unused
  }

  /// A file that is not used, or only in part.
  public struct UnusedPart: Codable, Hashable, Sendable {
    /// The name of the file.
    public let file: String
    /// The columns that are not used; nil when the whole file is not used.
    public let columns: [String]?

    /// Creates an unused file, or unused columns of a file.
    public init(file: String, columns: [String]?) {
      self.file = file
      self.columns = columns
    }
  }

  private enum CodingKeys: String, CodingKey {
    case file, contents, unused
    case rejection = "refusal"
    case diagnostics = "findings"
  }
}

/// One kind of problem in one file of a feed.
public struct FeedDiagnostic: Codable, Hashable, Sendable {
  /// One occurrence of the problem.
  public struct Example: Codable, Hashable, Sendable {
    /// The line of the file, counted from 1; nil when the problem concerns the whole file.
    public let line: Int?
    /// The wrong value, or the id of the wrong row; empty when a value is missing.
    public let value: String

    /// Creates an example.
    public init(line: Int?, value: String) {
      self.line = line
      self.value = value
    }
  }

  /// The name of the file.
  public let file: String
  /// The kind of problem.
  public let problem: FeedProblem
  /// Whether the import dropped, repaired or kept the rows.
  public let remedy: FeedProblem.Remedy
  /// The number of rows or trips with the problem.
  public let count: Int
  /// The first few occurrences.
  public let examples: [Example]

  /// Creates a diagnostic whose remedy is that of the problem.
  public init(file: String, problem: FeedProblem, count: Int, examples: [Example]) {
    self.file = file
    self.problem = problem
    remedy = problem.remedy
    self.count = count
    self.examples = examples
  }
}

/// A way in which a feed violates the GTFS specification.
public enum FeedProblem: String, Codable, CaseIterable, Sendable {
  /// A row has no id.
  case missingID
  /// Another row already has the id, or another value that must be unique.
  case repeatedID
  /// A row refers to a stop that stops.txt does not list.
  case unknownStop
  /// A row belongs to a trip that trips.txt does not list.
  case unknownTrip
  /// A row refers to a line that routes.txt does not list.
  case unknownRoute
  /// The type of a transfer is none of those that GTFS defines.
  case unknownTransferType
  /// A transfer between trips at a station with too many of them.
  case tooManyTripTransfers
  /// A pathway begins and ends at the same place, or in two stations.
  case uselessPathway
  /// A trip belongs to a service that no calendar lists; the trip runs on no day.
  case unknownService
  /// A value that the row needs cannot be read.
  case unreadableRow
  /// A trip has fewer than two calls with usable times.
  case emptyTrip
  /// A trip goes back in time; it is cut before the first wrong time.
  case backwardTrip
  /// A trip has no time at its first or last stop; it is cut to the stops with times.
  case untimedEnd
  /// A trip belongs to a line that routes.txt does not list; the line's id becomes its name.
  case unknownLine
  /// A time cannot be read; it is treated as missing.
  case unreadableTime
  /// A date cannot be read; it is treated as missing.
  case unreadableDate
  /// The time of a transfer cannot be read; it is treated as missing.
  case unreadableTransferTime
  /// A stop's coordinates cannot be read or are not on Earth; the stop gets no position.
  case unreadablePlace
  /// A stop's coordinates are 0, 0, as programs write unknown ones; the stop gets no position.
  case zeroCoordinates
  /// Latitude and longitude seem to be swapped: the stop would be near the other ones; it gets no
  /// position.
  case swappedCoordinates
  /// A colour is not six hexadecimal digits; the line has none.
  case unreadableColor
  /// A stop's parents do not lead to a listed station; the stop becomes a station.
  case unknownParent
  /// A stop has no name; it gets its station's name, or its id.
  case missingName
  /// A row has more or fewer values than the header has columns.
  case raggedRow
  /// A quote is never closed; it is read as a character.
  case openQuote
  /// Text follows the quote that seems to close a value; it is read as a part of the value.
  case strayQuote
  /// A quoted value goes over several lines, which GTFS forbids; rows may have become a part of it.
  case multilineValue
  /// The archive contains the file several times with the same content; one copy is read.
  case repeatedFile
  /// Bytes follow the end of the archive; they are not read.
  case surplusBytes
  /// Some bytes are not UTF-8 text; they are replaced.
  case unreadableText
  /// Two calls of a trip have the same sequence number; they are ordered by time.
  case repeatedSequence
  /// The agency has no known time zone; UTC is assumed.
  case unknownZone
  /// The clocks at a stop differ from those of the agency, in whose time its trains are shown.
  case otherStopClocks
  /// An agency has another time zone than the one that counts, which GTFS forbids.
  case severalTimeZones
  /// The clocks of an agency differ from those of the agency that counts; its trips run on no day.
  case otherTimeZone
  /// The feed has no day of service; its trips run on no day.
  case noDay
  /// The feed has no usable trip; its stations and lines are kept.
  case noTrip
  /// A price or its currency cannot be read, or the currency has fewer decimals than the price.
  case unreadableAmount
  /// A rule refers to a fare or a product that the feed does not list, or drops.
  case unknownFare
  /// A rule refers to a zone that no stop belongs to, or to a network or an area that the feed does
  /// not define.
  case unknownFareZone
  /// A file, a column or a value about fares is not understood.
  case unsupportedRule
  /// A name has more translations than are kept.
  case surplusTranslation
  /// The language of a translation is missing or no BCP 47 tag; only searches use the translation.
  case unknownLanguage
  /// A translation is about a field whose translations are not used.
  case unusedTranslation
  /// So many trips go on as others that journeys may miss some of them.
  case tooManyContinuations
  /// No train and no change connects a station with most of the other ones.
  case unconnectedStation

  /// What the import does with a row that has a problem.
  public enum Remedy: String, Codable, CaseIterable, Sendable {
    /// The import leaves out the row or trip.
    case dropped
    /// The import keeps the row and replaces the wrong value.
    case repaired
    /// The import keeps the row, which may be right.
    case kept
  }

  /// Whether the import drops, repairs or keeps rows with this problem.
  public var remedy: Remedy {
    switch self {
    case .missingID, .repeatedID, .unknownStop, .unknownTrip, .unreadableRow, .emptyTrip,
      .unreadableAmount, .unknownFare, .unknownFareZone, .unsupportedRule, .unknownRoute,
      .unknownTransferType, .uselessPathway, .otherTimeZone, .tooManyTripTransfers,
      .surplusTranslation:
      .dropped
    case .unknownService, .backwardTrip, .untimedEnd, .unknownLine, .unreadableTime,
      .unreadablePlace, .unreadableColor, .unknownParent, .missingName, .raggedRow, .openQuote,
      .repeatedFile, .unreadableText, .repeatedSequence, .unknownZone, .noDay, .noTrip,
      .unreadableTransferTime, .unreadableDate, .strayQuote, .zeroCoordinates, .swappedCoordinates:
      .repaired
    case .unconnectedStation, .surplusBytes, .multilineValue, .unknownLanguage, .unusedTranslation,
      .otherStopClocks, .severalTimeZones, .tooManyContinuations:
      .kept
    }
  }
}
