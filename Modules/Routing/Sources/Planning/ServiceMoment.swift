import DataSourceInterface
import Foundation

/// A moment on a service day: until 03:00 the day before has not ended, and 01:10 is its 25:10.
struct ServiceMoment: Equatable {
  /// When a service day begins.
  static let dayBegins = ServiceTime(seconds: 3 * 3600)

  let date: ServiceDate
  let time: ServiceTime

  init(date: ServiceDate, time: ServiceTime) {
    self.date = date
    self.time = time
  }

  /// The moment `instant` in a time zone of the IANA database; in UTC where it has none such.
  init(_ instant: Date, in timeZone: String) {
    let offset = TimeZone(identifier: timeZone)?.secondsFromGMT(for: instant) ?? 0
    let local = Int(instant.timeIntervalSince1970.rounded(.down)) + offset
    let begin = local - Self.dayBegins.seconds
    let day = begin >= 0 ? begin / 86400 : (begin - 86399) / 86400
    date = ServiceDate(day: day)
    time = ServiceTime(seconds: local - day * 86400)
  }

  /// When a question about a day begins that names no time: now, if it is today's.
  func begin(of day: ServiceDate) -> ServiceTime { day == date ? time : Self.dayBegins }

  /// What a person means by a time on the clock, said at this moment: after midnight 08:00 is this
  /// morning's, on the next service day, and 01:30 is 25:30.
  func meaning(of clock: ServiceTime) -> ServiceMoment {
    let isAfterMidnight = time.seconds >= 86400
    guard isAfterMidnight, clock.seconds < 86400 else {
      return ServiceMoment(date: date, time: clock)
    }
    return clock < Self.dayBegins
      ? ServiceMoment(date: date, time: ServiceTime(seconds: clock.seconds + 86400))
      : ServiceMoment(date: ServiceDate(day: date.day + 1), time: clock)
  }
}
