public import DataSourceInterface
public import Documents

/// The date and time at which a passenger wants to leave or to arrive.
public struct JourneyTime: Codable, Hashable, Sendable {
  /// The end of the journey that a time refers to.
  public enum Bound: String, Codable, CaseIterable, Sendable {
    /// The passenger leaves at the time or later.
    case depart
    /// The passenger arrives at the time or earlier.
    case arrive
  }

  /// Whether the passenger leaves or arrives at the time.
  public let bound: Bound
  /// The calendar date in the agency's time zone.
  public let date: CalendarDate
  /// The time on the date, before 24:00.
  public let time: ServiceTime

  /// Creates the time of a departure or an arrival; 24:30 becomes 00:30 of the next date.
  public init(_ bound: Bound, at local: LocalDateTime) {
    let local = local.normalized
    self.bound = bound
    date = local.date
    time = local.time
  }

  /// The date and time.
  public var local: LocalDateTime { LocalDateTime(date: date, time: time) }
}
