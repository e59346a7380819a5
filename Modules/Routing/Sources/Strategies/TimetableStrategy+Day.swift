import DataSourceInterface
import RoutingInterface

extension TimetableStrategy {
  /// The times of a service day at which its first and last journeys leave.
  static let dayOfService = ServiceMoment.dayBegins...ServiceTime(seconds: 30 * 3600)

  /// The journey that arrives first when one leaves as the service day begins.
  func first(from origin: Int, to destination: Int) -> Journey? {
    front(from: origin, to: destination, leaving: Self.dayOfService.lowerBound).last
      .map(day.journey)
  }

  /// The journey that leaves last; of those the one that arrives first.
  func last(from origin: Int, to destination: Int) -> [TrainRide]? {
    guard let latest = latestDeparture(from: origin, to: destination) else { return nil }
    return front(from: origin, to: destination, leaving: latest).last
  }

  /// Every journey that leaves within a span and that no other beats in departure, arrival and rides,
  /// by departure, then by rides.
  func journeys(
    from origin: Int, to destination: Int, within span: ClosedRange<ServiceTime>
  ) -> [Journey] {
    var found: [Journey] = []
    var time = span.lowerBound
    while time <= span.upperBound {
      // A front stays the same until the first of its journeys has left.
      let front = front(from: origin, to: destination, leaving: time)
      guard let next = front.compactMap(\.first?.departure).min(), next <= span.upperBound else {
        break
      }
      found += front.filter { $0.first?.departure == next }.map(day.journey)
      time = ServiceTime(seconds: next.seconds + 1)
    }
    return found
  }

  /// When the last journey leaves within the service day.
  func latestDeparture(from origin: Int, to destination: Int) -> ServiceTime? {
    guard !day.isThere(origin, destination),
      let latest = LatestDepartures(day, to: destination).from(origin),
      latest >= Self.dayOfService.lowerBound
    else { return nil }
    guard latest > Self.dayOfService.upperBound else { return latest }
    // A train leaves when the day should be over: those count that leave before.
    return journeys(from: origin, to: destination, within: Self.dayOfService).last?.departure
  }
}
