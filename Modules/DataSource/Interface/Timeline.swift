public import Documents
public import Foundation

/// The times of a date in a time zone, as instants: a time is the seconds after noon minus 12
/// hours.
///
/// In a night in which the clocks change, the timelines of neighbouring dates lie 23 or 25 hours
/// apart. Source: GTFS Schedule Reference, field type "Time".
///
/// ```swift
/// let timeline = Timeline(saturday, in: "Europe/Berlin")
/// timeline.time(26 * 3600).clock  // "03:00⁺¹", where the clocks skip 02:00 to 03:00
/// ```
public struct Timeline: Sendable {
  /// The longest time in days for which `isRegular` looks.
  private static let days = 9.0

  /// The date.
  public let date: CalendarDate
  private let zone: TimeZone
  /// Noon minus 12 hours.
  private let start: Date
  /// The offset of the clocks at noon.
  private let offset: Int
  /// Whether the clocks do not change near the date.
  private let isRegular: Bool

  /// Creates the timeline of a date.
  /// - Parameter timeZone: An identifier of the IANA database; an unknown one means UTC.
  public init(_ date: CalendarDate, in timeZone: String) {
    let noon = LocalDateTime(date: date, time: ServiceTime(seconds: 12 * 3600))
      .instant(in: timeZone)
    let zone = TimeZone(identifier: timeZone) ?? .gmt
    let offset = zone.secondsFromGMT(for: noon)
    (self.date, self.zone, self.offset) = (date, zone, offset)
    start = noon - 12 * 3600
    isRegular = [-Self.days, Self.days].allSatisfy {
      zone.secondsFromGMT(for: noon + $0 * 86400) == offset
    }
  }

  /// When clocks show 00:00 of the date, which is not noon minus 12 hours if they change before
  /// noon.
  public var midnight: ServiceTime {
    time(at: LocalDateTime(date: date, time: ServiceTime(seconds: 0)))
  }

  /// Returns the instant of a time.
  public func instant(of time: ServiceTime) -> Date { start + Double(time.seconds) }

  /// Returns the time at an instant, which is rounded down to whole seconds.
  public func time(at instant: Date) -> ServiceTime {
    time(Int(instant.timeIntervalSince(start).rounded(.down)))
  }

  /// Returns the time at which clocks show a local time; see `LocalDateTime.instant(in:)`.
  public func time(at local: LocalDateTime) -> ServiceTime {
    time(at: local.instant(in: zone.identifier))
  }

  /// Returns the time after a number of seconds, with what clocks show then.
  public func time(_ seconds: Int) -> ServiceTime {
    guard !isRegular else { return ServiceTime(seconds: seconds) }
    let shift = zone.secondsFromGMT(for: start + Double(seconds)) - offset
    return ServiceTime(seconds: seconds, clockShift: shift)
  }

  /// Returns the seconds from the start of this timeline to that of another date: 86,400 for the
  /// next date, unless the clocks change.
  public func start(of other: CalendarDate) -> Int {
    let days = other.day - date.day
    if isRegular, abs(days) < Int(Self.days) { return days * 86400 }
    return Int(Timeline(other, in: zone.identifier).start.timeIntervalSince(start))
  }
}
