import Console
import DataSourceInterface
import Documents
import Foundation
import RoutingInterface

/// The times at which a journey may take place, counted from 00:00 of the day on whose timeline the
/// query is asked.
enum TimeConstraint: Equatable {
  /// The journey leaves at that time or later.
  case departAfter(ServiceTime)
  /// The journey arrives at that time or earlier.
  case arriveBy(ServiceTime)
  /// The journey leaves within that span.
  case departWithin(ClosedRange<ServiceTime>)
  /// The first train of the service day.
  case firstTrain
  /// The last train of the service day.
  case lastTrain
}

extension JourneyQuery {
  /// The day on whose timeline the query is asked, and the time constraint there.
  /// - Throws: `RoutingError.conflictingOptions` if two options of the query exclude each other,
  ///   `badSpanEnd` if `until` is not after the departure or too late.
  func timeConstraint(
    at clock: CityClock
  ) throws -> (date: CalendarDate, time: TimeConstraint) {
    try checkForConflicts()
    if first == true { return (clock.date(date), .firstTrain) }
    if last == true { return (clock.nightDate(date), .lastTrain) }
    if let arrive {
      let arrival = clock.arrival(arrive, on: date)
      return (arrival.date, .arriveBy(arrival.time))
    }
    let start = clock.departure(depart, on: date)
    guard let until else { return (start.date, .departAfter(start.time)) }
    guard let end = clock.end(until, after: start) else {
      throw RoutingError.badSpanEnd(until, from: start.time)
    }
    return (start.date, .departWithin(start.time...end))
  }

  private func checkForConflicts() throws {
    let times = [
      ("depart", depart != nil), ("arrive", arrive != nil), ("first", first == true),
      ("last", last == true),
    ].filter(\.1).map(\.0)
    if times.count > 1 { throw RoutingError.conflictingOptions(times[0], times[1]) }
    guard until != nil else { return }
    if let other = times.first, other != "depart" {
      throw RoutingError.conflictingOptions("until", other)
    }
    if by != nil { throw RoutingError.conflictingOptions("until", "by") }
  }
}

/// What the days and times of a query mean when it is asked at an instant.
///
/// Dates are calendar dates. A time without a date is its first occurrence: a departure at most 30
/// minutes ago or later, an arrival after now. An arrival before 03:00 is counted from 00:00 of the
/// day before.
extension CityClock {
  private static let tolerance = 30 * 60.0

  /// Whether a local time has come.
  func hasPassed(_ time: LocalDateTime) -> Bool { duration(until: time) <= .zero }

  /// The date that an expression means; today for none.
  func date(_ day: DayExpression?) -> CalendarDate { day?.date(at: now) ?? now.date }

  /// The date for a query about the last trains of a day: without an expression, the day whose
  /// night is running.
  func nightDate(_ day: DayExpression?) -> CalendarDate { day?.date(at: now) ?? now.nightDate }

  /// The earliest departure. Without a time it is now, or the start of service on another date.
  func departure(_ time: TimeExpression?, on day: DayExpression?) -> LocalDateTime {
    guard let time else {
      let date = date(day)
      return date == now.date
        ? now : LocalDateTime(date: date, time: LocalDateTime.startOfService)
    }
    return resolve(time, on: day) { $0 >= instant - Self.tolerance }
  }

  /// The latest arrival. One before 03:00 is counted from 00:00 of the day before.
  func arrival(_ time: TimeExpression, on day: DayExpression?) -> LocalDateTime {
    let arrival = resolve(time, on: day) { $0 > instant }
    guard arrival.time < LocalDateTime.startOfService else { return arrival }
    return LocalDateTime(
      date: CalendarDate(day: arrival.date.day - 1),
      time: ServiceTime(seconds: arrival.time.seconds + 86400))
  }

  /// The next occurrence of a time after the start of a span, on the timeline of its date; nil if
  /// there is none up to the end of the night.
  func end(_ time: TimeExpression, after start: LocalDateTime) -> ServiceTime? {
    let candidates =
      switch time {
      case .clock(let seconds): seconds < 86400 ? [seconds, seconds + 86400] : [seconds]
      case .now: [secondsFromNow(0, countedFrom: start.date)]
      case .minutesFromNow(let minutes): [secondsFromNow(minutes, countedFrom: start.date)]
      }
    return candidates.lazy.map { ServiceTime(seconds: $0) }
      .first { $0 > start.time && $0 <= LocalDateTime.endOfNight }
  }

  /// The date and the time that two expressions mean. Without a day, a clock time is its first
  /// occurrence at an instant that is not too early.
  private func resolve(
    _ time: TimeExpression, on day: DayExpression?, where isLateEnough: (Date) -> Bool
  ) -> LocalDateTime {
    switch (time, day) {
    case (.clock(let seconds), let day?):
      LocalDateTime(date: date(day), time: ServiceTime(seconds: seconds))
    case (.clock(let seconds), nil):
      firstOccurrence(of: ServiceTime(seconds: seconds), where: isLateEnough)
    case (.now, _): resolve(.minutesFromNow(0), on: day, where: isLateEnough)
    case (.minutesFromNow(let minutes), let day?):
      LocalDateTime(
        date: date(day),
        time: ServiceTime(seconds: secondsFromNow(minutes, countedFrom: now.date)))
    case (.minutesFromNow(let minutes), nil):
      LocalDateTime(instant + 60 * Double(minutes), in: timeZone)
    }
  }

  private func firstOccurrence(
    of time: ServiceTime, where isLateEnough: (Date) -> Bool
  ) -> LocalDateTime {
    // A time may be up to 47:59, so that of two days ago can be the next one.
    let occurrences = (-2...1).lazy.map {
      LocalDateTime(date: CalendarDate(day: now.date.day + $0), time: time)
    }
    return occurrences.first { isLateEnough($0.instant(in: timeZone)) }
      ?? LocalDateTime(date: now.date, time: time)
  }

  /// What the clock shows some minutes from now, as seconds after 00:00 of a date.
  private func secondsFromNow(_ minutes: Int, countedFrom date: CalendarDate) -> Int {
    LocalDateTime(instant + 60 * Double(minutes), in: timeZone).time(countedFrom: date).seconds
  }
}
