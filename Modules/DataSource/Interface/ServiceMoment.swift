public import Foundation

/// A point in time as a service day and a time on it. A service day ends at 03:00: 01:10 in the
/// morning is 25:10 of the day before.
public struct ServiceMoment: Hashable, Sendable {
  /// The time at which a service day begins.
  public static let startOfDay = ServiceTime(seconds: 3 * 3600)

  /// The service day.
  public let date: ServiceDate
  /// The time on the service day.
  public let time: ServiceTime

  /// Creates a moment from a service day and a time on it.
  public init(date: ServiceDate, time: ServiceTime) {
    self.date = date
    self.time = time
  }

  /// Creates the moment that clocks in a time zone show at an instant.
  /// - Parameter timeZone: An identifier of the IANA database; an unknown one means UTC.
  public init(_ instant: Date, in timeZone: String) {
    let offset = TimeZone(identifier: timeZone)?.secondsFromGMT(for: instant) ?? 0
    let local = Int(instant.timeIntervalSince1970.rounded(.down)) + offset
    let sinceStart = local - Self.startOfDay.seconds
    let day = sinceStart >= 0 ? sinceStart / 86400 : (sinceStart - 86399) / 86400
    date = ServiceDate(day: day)
    time = ServiceTime(seconds: local - day * 86400)
  }

  /// The same moment with a time from 00:00 to 23:59:59: 25:10 becomes 01:10 of the next day.
  public var normalized: ServiceMoment {
    let days = Int((Double(time.seconds) / 86400).rounded(.down))
    return ServiceMoment(
      date: ServiceDate(day: date.day + days),
      time: ServiceTime(seconds: time.seconds - days * 86400))
  }

  /// Returns the instant at which clocks in a time zone show this moment.
  /// - Parameter timeZone: An identifier of the IANA database; an unknown one means UTC.
  public func instant(in timeZone: String) -> Date {
    let local = Date(timeIntervalSince1970: Double(date.day * 86400 + time.seconds))
    guard let zone = TimeZone(identifier: timeZone) else { return local }
    // `local` may be hours before or after the result, with a change of the clocks in between. Its
    // offset gives an approximate instant, whose offset is the right one.
    let approximate = local - Double(zone.secondsFromGMT(for: local))
    return local - Double(zone.secondsFromGMT(for: approximate))
  }
}
