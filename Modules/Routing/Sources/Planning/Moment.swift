import DataSourceInterface
import RoutingInterface

/// The part of a service day that a question is about.
enum Moment: Equatable {
  /// To leave then or later.
  case leaving(ServiceTime)
  /// To arrive then or earlier.
  case arriving(ServiceTime)
  /// To leave within a span.
  case within(ClosedRange<ServiceTime>)
  case first
  case last
}

extension JourneyQuery {
  /// The service day that is meant, and when on it.
  /// - Throws: `RoutingError.contradiction` when it names two moments, `spanEndsEarly` when it ends
  ///   before it begins.
  func moment(_ now: ServiceMoment) throws -> (date: ServiceDate, moment: Moment) {
    try checkForContradictions()
    let given = depart ?? arrive
    let meant =
      date.map { ServiceMoment(date: $0, time: given ?? now.begin(of: $0)) }
      ?? given.map(now.meaning) ?? now
    let moment: Moment =
      if arrive != nil {
        .arriving(meant.time)
      } else if first == true {
        .first
      } else if last == true {
        .last
      } else if let until {
        .within(try span(from: meant.time, until: until))
      } else {
        .leaving(meant.time)
      }
    return (meant.date, moment)
  }

  private func span(
    from begin: ServiceTime, until end: ServiceTime
  ) throws -> ClosedRange<ServiceTime> {
    // After midnight the clock begins anew, the service day does not.
    let isAfterMidnight = end < begin && end < ServiceMoment.dayBegins
    let end = isAfterMidnight ? ServiceTime(seconds: end.seconds + 86400) : end
    guard begin <= end else { throw RoutingError.spanEndsEarly(from: begin, until: end) }
    return begin...end
  }

  private func checkForContradictions() throws {
    let moments = [
      ("depart", depart != nil), ("arrive", arrive != nil), ("first", first == true),
      ("last", last == true),
    ].filter(\.1).map(\.0)
    if moments.count > 1 { throw RoutingError.contradiction(moments[0], moments[1]) }
    guard until != nil else { return }
    if let other = moments.first, other != "depart" {
      throw RoutingError.contradiction("until", other)
    }
    if by != nil { throw RoutingError.contradiction("until", "by") }
  }
}
