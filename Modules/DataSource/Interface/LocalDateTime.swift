public import Documents
public import Foundation

/// A calendar date and a wall-clock time in a city. A time from 24:00 on is on a later date: 24:30
/// is 00:30 of the next one.
public struct LocalDateTime: Hashable, Sendable {
  /// The time at which the trains of a day begin. A night belongs to the evening before it.
  public static let startOfService = ServiceTime(seconds: 3 * 3600)
  /// The time at which the night after a day ends; later times belong to the next day.
  public static let endOfNight = ServiceTime(seconds: 86400 + startOfService.seconds)

  /// The date.
  public let date: CalendarDate
  /// The time on the date.
  public let time: ServiceTime

  /// Creates the local time that clocks show at a time of a service day.
  public init(date: CalendarDate, time: ServiceTime) {
    self.date = date
    self.time = ServiceTime(seconds: time.seconds + time.clockShift)
  }

  /// Creates the date and time that clocks in a time zone show at an instant.
  /// - Parameter timeZone: An identifier of the IANA database; an unknown one means UTC.
  public init(_ instant: Date, in timeZone: String) {
    let offset = TimeZone(identifier: timeZone)?.secondsFromGMT(for: instant) ?? 0
    let local = Int(instant.timeIntervalSince1970.rounded(.down)) + offset
    self.init(secondsAfterEpoch: local)
  }

  /// The date to whose night the time belongs: the day before for a time before 03:00, otherwise
  /// the date.
  public var nightDate: CalendarDate {
    time < Self.startOfService ? CalendarDate(day: date.day - 1) : date
  }

  /// The same local time with a time from 00:00 to 23:59:59: 24:30 becomes 00:30 of the next date.
  public var normalized: LocalDateTime {
    LocalDateTime(secondsAfterEpoch: date.day * 86400 + time.seconds)
  }

  /// Returns the time counted from 00:00 of another date: 00:30 of the next date is 24:30.
  public func time(countedFrom other: CalendarDate) -> ServiceTime {
    ServiceTime(seconds: (date.day - other.day) * 86400 + time.seconds)
  }

  /// Returns the instant at which clocks in a time zone show this local time.
  ///
  /// A time that the clocks skip is moved forward by the length of the gap; of an hour that they
  /// repeat, the first is meant. Source: RFC 5545, section 3.3.5.
  /// - Parameter timeZone: An identifier of the IANA database; an unknown one means UTC.
  public func instant(in timeZone: String) -> Date {
    let local = Date(timeIntervalSince1970: Double(date.day) * 86400 + Double(time.seconds))
    guard let zone = TimeZone(identifier: timeZone) else { return local }
    // Clocks change at most once within these two days, so one of the two offsets is the right one.
    let day = 86400.0
    let before = local - Double(zone.secondsFromGMT(for: local - day))
    let after = local - Double(zone.secondsFromGMT(for: local + day))
    func shows(_ instant: Date) -> Bool {
      instant + Double(zone.secondsFromGMT(for: instant)) == local
    }
    return shows(before) || !shows(after) ? before : after
  }

  /// - Parameter seconds: Seconds of the wall clock after 1970-01-01 00:00.
  private init(secondsAfterEpoch seconds: Int) {
    let day = Int((Double(seconds) / 86400).rounded(.down))
    self.init(date: CalendarDate(day: day), time: ServiceTime(seconds: seconds - day * 86400))
  }
}

extension DayExpression {
  /// Creates the expression that means a date on every day.
  public init(_ date: CalendarDate) {
    self = .date(date)
  }

  /// Returns the date that the expression means at a local time.
  public func date(at now: LocalDateTime) -> CalendarDate { date(today: now.date) }
}

extension TimeExpression {
  /// Creates the expression of what clocks show at a time of a service day.
  public init(_ time: ServiceTime) {
    self = .clock(seconds: time.seconds + time.clockShift)
  }
}
