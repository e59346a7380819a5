/// Something about a feed that is not as GTFS asks.
public enum FeedProblem: String, Codable, CaseIterable, Sendable {
  /// A row without an id.
  case missingID
  /// A row whose id, or whatever must be unique, another row has already.
  case repeatedID
  /// A row at a stop that stops.txt does not list.
  case unknownStop
  /// A row of a trip that trips.txt does not list.
  case unknownTrip
  /// A trip on a service that no calendar lists; it runs on no day.
  case unknownService
  /// A row with a value that cannot be read and without which it says nothing.
  case unreadableRow
  /// A trip that calls at fewer than two stops.
  case emptyTrip
  /// A trip that goes back in time; it ends before it does.
  case backwardTrip
  /// A trip without a time at its first or last stop; it begins or ends at the next that has one.
  case untimedEnd
  /// A trip on a line that routes.txt does not list; the line is named by its id.
  case unknownLine
  /// A time that cannot be read; it is worked out from those around it.
  case unreadableTime
  /// A place that is not on Earth; the stop has none.
  case unreadablePlace
  /// A colour that is not six hexadecimal digits; the line has none.
  case unreadableColor
  /// A stop whose parent station is not listed or leads back to itself; it stands alone.
  case unknownParent
  /// A stop without a name; it has that of its station, or its id.
  case missingName
  /// A row with more or fewer values than the header has columns.
  case raggedRow
  /// A quote that never closes; it counts as a letter.
  case openQuote
  /// Bytes that are not UTF-8 text; they are replaced.
  case unreadableText
  /// Calls of a trip with one number; they are ordered by time.
  case repeatedSequence
  /// An agency without a known time zone; UTC is assumed.
  case unknownZone
  /// A feed without a day of service; its trips run on no day.
  case noDay
  /// A feed without a trip that anybody can ride; its stations and lines are there.
  case noTrip

  /// What the importer does about it.
  public enum Remedy: String, Codable, CaseIterable, Sendable {
    /// The row or trip is left out.
    case dropped
    /// The row is kept, and what is wrong with it replaced.
    case repaired
  }

  /// What the importer does about it.
  public var remedy: Remedy {
    switch self {
    case .missingID, .repeatedID, .unknownStop, .unknownTrip, .unreadableRow, .emptyTrip:
      .dropped
    case .unknownService, .backwardTrip, .untimedEnd, .unknownLine, .unreadableTime,
      .unreadablePlace, .unreadableColor, .unknownParent, .missingName, .raggedRow, .openQuote,
      .unreadableText, .repeatedSequence, .unknownZone, .noDay, .noTrip:
      .repaired
    }
  }
}
