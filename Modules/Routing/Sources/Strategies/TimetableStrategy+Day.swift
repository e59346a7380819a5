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
    guard !day.isThere(origin, destination) else { return [] }
    let (origins, targets) = (day.origins(of: origin), day.targets(of: destination))
    leaving.run(from: origins, within: span.seconds, to: targets) { begin, end, rides in
      leaving.refine(from: origins, to: targets, arriving: end, rides: rides, leaving: begin)
    }
    return leaving.entries.sorted { ($0.end, $1.rides) > ($1.end, $0.rides) }
      .map { day.journey(of: day.rides(of: leaving.segments(of: $0), in: day.backward)) }
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
