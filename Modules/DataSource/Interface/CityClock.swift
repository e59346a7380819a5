public import Documents
public import Foundation

/// The clock of a city at one instant.
public struct CityClock: Sendable {
  /// The date and the time that the clock shows.
  public let now: LocalDateTime
  /// The instant, in whole seconds.
  public let instant: Date
  /// The time zone of the city, as an identifier of the IANA database.
  public let timeZone: String

  /// Creates the clock of a city at an instant.
  /// - Parameter timeZone: An identifier of the IANA database; an unknown one means UTC.
  public init(_ instant: Date, in timeZone: String) {
    self.instant = Date(timeIntervalSince1970: instant.timeIntervalSince1970.rounded(.down))
    self.timeZone = timeZone
    now = LocalDateTime(instant, in: timeZone)
  }

  /// Returns the time that passes until the clock shows a date and time; negative if it has shown
  /// them. Where the clocks change before that, it differs from the difference of the two times.
  public func duration(until time: LocalDateTime) -> Duration {
    .seconds(Int(time.instant(in: timeZone).timeIntervalSince(instant)))
  }

  /// Returns the time that passes until a time of a service day; negative if it is over.
  public func duration(until time: ServiceTime, on date: CalendarDate) -> Duration {
    .seconds(Int(Timeline(date, in: timeZone).instant(of: time).timeIntervalSince(instant)))
  }
}
