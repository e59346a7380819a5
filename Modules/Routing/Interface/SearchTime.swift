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
  /// A time on the timeline of a date.
  typealias TimelinePosition = (date: CalendarDate, time: ServiceTime)

  private static let tolerance = 30 * 60.0

  /// The date that an expression means; today for none.
  func date(_ day: DayExpression?) -> CalendarDate { day?.date(at: now) ?? now.date }

  /// The date for a query about the last trains of a day: without an expression, the day whose
  /// night is running.
  package func nightDate(_ day: DayExpression?) -> CalendarDate {
    day?.date(at: now) ?? now.nightDate
  }

  /// The earliest departure. Without a time it is now, or the start of service on another date.
  func departure(_ time: TimeExpression?, on day: DayExpression?) -> TimelinePosition {
    guard let time else {
      let timeline = timeline(day)
      return timeline.date == now.date
        ? (now.date, timeline.time(at: instant))
        : (timeline.date, timeline.time(LocalDateTime.startOfService.seconds))
    }
    return resolve(time, on: day) { $0 >= instant - Self.tolerance }
  }

  /// The latest arrival. One before 03:00 is counted from the start of the day before.
  func arrival(_ time: TimeExpression, on day: DayExpression?) -> TimelinePosition {
    let arrival = resolve(time, on: day) { $0 > instant }
    let local = LocalDateTime(date: arrival.date, time: arrival.time)
    guard local.time < LocalDateTime.startOfService else { return arrival }
    let night = Timeline(local.nightDate, in: timeZone)
    let time = night.time(at: Timeline(arrival.date, in: timeZone).instant(of: arrival.time))
    return (night.date, time)
  }

  /// The next occurrence of a time after the start of a span, on the timeline of its date; nil if
  /// there is none until clocks show the end of the night.
  func end(_ time: TimeExpression, after start: TimelinePosition) -> ServiceTime? {
    let timeline = Timeline(start.date, in: timeZone)
    let candidates =
      switch time {
      case .clock(let seconds):
        (seconds < 86400 ? [seconds, seconds + 86400] : [seconds]).map {
          timeline.time(
            at: LocalDateTime(date: start.date, time: ServiceTime(seconds: $0)))
        }
      case .now: [timeline.time(at: instant)]
      case .minutesFromNow(let minutes): [timeline.time(at: instant + 60 * Double(minutes))]
      }
    return candidates.first {
      $0 > start.time
        && LocalDateTime(date: start.date, time: $0).time <= LocalDateTime.endOfNight
    }
  }

  /// The timeline of the date that an expression means; that of today for none.
  private func timeline(_ day: DayExpression?) -> Timeline { Timeline(date(day), in: timeZone) }

  /// The date and the time that two expressions mean. Without a day, a clock time is its first
  /// occurrence at an instant that is not too early.
  private func resolve(
    _ time: TimeExpression, on day: DayExpression?, where isLateEnough: (Date) -> Bool
  ) -> TimelinePosition {
    switch time {
    case .now: return resolve(.minutesFromNow(0), on: day, where: isLateEnough)
    case .minutesFromNow(let minutes):
      let instant = self.instant + 60 * Double(minutes)
      guard let day else {
        let timeline = Timeline(LocalDateTime(instant, in: timeZone).date, in: timeZone)
        return (timeline.date, timeline.time(at: instant))
      }
      // The same time on another day.
      let time = timeline(nil).time(at: instant)
      return (date(day), timeline(day).time(time.seconds))
    case .clock(let seconds):
      let time = ServiceTime(seconds: seconds)
      let local =
        day.map { LocalDateTime(date: date($0), time: time) }
        ?? firstOccurrence(of: time, where: isLateEnough)
      return (local.date, Timeline(local.date, in: timeZone).time(at: local))
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
}
