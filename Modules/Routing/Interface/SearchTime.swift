public import DataSourceInterface
public import Documents
import Foundation

/// When a journey may take place, on the timeline of one date.
public struct SearchTime: Hashable, Sendable {
  /// The date from whose 00:00 all times are counted.
  public let date: CalendarDate
  /// What limits the times.
  public let constraint: TimeConstraint

  /// Creates a time on a date.
  public init(_ constraint: TimeConstraint, on date: CalendarDate) {
    self.date = date
    self.constraint = constraint
  }

  /// Resolves the days and times that people use, at most one of `depart`, `arrive`, `first` and
  /// `last`: without any, the earliest departure is now, or 03:00 on another date.
  /// - Parameters:
  ///   - until: The end of the span that begins with the departure.
  ///   - clock: The clock of the city when the question was asked.
  /// - Throws: `RoutingError.conflictingOptions` if two of them exclude each other, `badSpanEnd` if
  ///   `until` is not after the departure or too late.
  public init(
    date: DayExpression? = nil, depart: TimeExpression? = nil, arrive: TimeExpression? = nil,
    until: TimeExpression? = nil, first: Bool = false, last: Bool = false, at clock: CityClock
  ) throws(RoutingError) {
    let times = [
      ("depart", depart != nil), ("arrive", arrive != nil), ("first", first), ("last", last),
    ].filter(\.1).map(\.0)
    if times.count > 1 { throw .conflictingOptions(times[0], times[1]) }
    if until != nil, let other = times.first, other != "depart" {
      throw .conflictingOptions("until", other)
    }
    if first {
      self.init(.firstTrain, on: clock.date(date))
    } else if last {
      self.init(.lastTrain, on: clock.nightDate(date))
    } else if let arrive {
      let arrival = clock.arrival(arrive, on: date)
      self.init(.arriveBy(arrival.time), on: arrival.date)
    } else {
      let start = clock.departure(depart, on: date)
      guard let until else {
        self.init(.departAfter(start.time), on: start.date)
        return
      }
      guard let end = clock.end(until, after: start) else {
        throw .badSpanEnd(until, from: start.time)
      }
      self.init(.departWithin(start.time...end), on: start.date)
    }
  }
}

/// The times at which a journey may take place, counted from 00:00 of the date of the search.
public enum TimeConstraint: Hashable, Sendable {
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

/// What the days and times of a query mean when it is asked at an instant.
///
/// Dates are calendar dates. A time without a date is its first occurrence: a departure at most 30
/// minutes ago or later, an arrival after now. An arrival before 03:00 is counted from 00:00 of the
/// day before.
extension CityClock {
  private static let tolerance = 30 * 60.0

  /// The date that an expression means; today for none.
  func date(_ day: DayExpression?) -> CalendarDate { day?.date(at: now) ?? now.date }

  /// The date for a query about the last trains of a day: without an expression, the day whose
  /// night is running.
  package func nightDate(_ day: DayExpression?) -> CalendarDate {
    day?.date(at: now) ?? now.nightDate
  }

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
