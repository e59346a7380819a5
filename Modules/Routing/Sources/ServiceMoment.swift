import DataSourceInterface
import Foundation

/// A moment on a service day: until 03:00 the day before has not ended, and 01:10 is its 25:10.
struct ServiceMoment: Equatable {
  /// When a service day begins.
  static let dayBegins = ServiceTime(seconds: 3 * 3600)

  let date: ServiceDate
  let time: ServiceTime

  /// The moment `instant` in a time zone of the IANA database; in UTC where it has none such.
  init(_ instant: Date, in timeZone: String) {
    let offset = TimeZone(identifier: timeZone)?.secondsFromGMT(for: instant) ?? 0
    let local = Int(instant.timeIntervalSince1970.rounded(.down)) + offset
    let begin = local - Self.dayBegins.seconds
    let day = begin >= 0 ? begin / 86400 : (begin - 86399) / 86400
    date = ServiceDate(day: day)
    time = ServiceTime(seconds: local - day * 86400)
  }
}
