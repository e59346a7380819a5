import Console
import DataSourceInterface
import RoutingInterface

/// The times of a service day at which a journey may take place.
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
  /// The service day and the time constraint of the query, when it is asked at `now`.
  /// - Throws: `RoutingError.conflictingOptions` if two options of the query exclude each other,
  ///   `spanEndsBeforeStart` if `until` is too early.
  func timeConstraint(
    at now: LocalDateTime
  ) throws -> (date: ServiceDate, time: TimeConstraint) {
    try checkForConflicts()
    let given = (depart ?? arrive)?.time(at: now)
    let moment =
      date.map {
        let date = $0.date(at: now)
        return LocalDateTime(date: date, time: given ?? now.defaultDeparture(on: date))
      }
      ?? given.map(now.moment(atClockTime:)) ?? now
    let time: TimeConstraint =
      if arrive != nil {
        .arriveBy(moment.time)
      } else if first == true {
        .firstTrain
      } else if last == true {
        .lastTrain
      } else if let until {
        .departWithin(try span(from: moment.time, until: until.time(at: now)))
      } else {
        .departAfter(moment.time)
      }
    return (moment.date, time)
  }

  private func span(
    from begin: ServiceTime, until end: ServiceTime
  ) throws -> ClosedRange<ServiceTime> {
    // 01:00 as the end of a span that begins at 23:00 is 25:00 of the same service day.
    let isAfterMidnight = end < begin && end < LocalDateTime.startOfService
    let end = isAfterMidnight ? ServiceTime(seconds: end.seconds + 86400) : end
    guard begin <= end else { throw RoutingError.spanEndsBeforeStart(from: begin, until: end) }
    return begin...end
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

extension LocalDateTime {
  /// The departure for `day` when a query gives no time: now if the day is today, otherwise the
  /// start of the service day.
  func defaultDeparture(on day: ServiceDate) -> ServiceTime {
    day == date ? time : Self.startOfService
  }

  /// The moment that a person means by a clock time. Between midnight and the start of the service
  /// day, 08:00 means this morning, on the next service day, and 01:30 means 25:30.
  func moment(atClockTime clock: ServiceTime) -> LocalDateTime {
    let isAfterMidnight = time.seconds >= 86400
    guard isAfterMidnight, clock.seconds < 86400 else {
      return LocalDateTime(date: date, time: clock)
    }
    return clock < Self.startOfService
      ? LocalDateTime(date: date, time: ServiceTime(seconds: clock.seconds + 86400))
      : LocalDateTime(date: ServiceDate(day: date.day + 1), time: clock)
  }
}

extension TimeExpression {
  fileprivate func time(at now: LocalDateTime) -> ServiceTime {
    switch self {
    case .clock(let seconds): ServiceTime(seconds: seconds)
    case .now: now.time
    case .minutesFromNow(let minutes): ServiceTime(seconds: now.time.seconds + minutes * 60)
    }
  }
}
