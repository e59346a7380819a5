import DataSourceInterface
import RoutingInterface

extension Day {
  /// The rides that a search found, in the numbers of the timetable and without detours.
  /// - Parameters:
  ///   - segments: The rides, in the order in which one takes them.
  ///   - heading: Where the search found them.
  func rides(of segments: some Collection<Segment>, in heading: Heading) -> [TrainRide] {
    let rides = segments.map { ride(heading === onward ? $0 : mirrored($0)) }
    // A detour may lead by the waypoint.
    return limits.waypoint == nil ? withoutDetours(rides) : rides
  }

  /// Puts together a journey from its rides.
  func journey(of rides: [TrainRide]) -> Journey {
    timetable.journey(of: rides, changes)
  }

  private func ride(_ segment: Segment) -> TrainRide {
    let network = onward.network
    let lane = network.lanes[Int(segment.lane)]
    let pattern = Int(lane.pattern)
    let firstCall = timetable.patterns.calls(of: pattern).lowerBound + Int(lane.skipped)
    let departure = network.departure(lane, segment.row, at: segment.boarded)
    let arrival = network.arrival(lane, segment.row, at: segment.left)
    return TrainRide(
      trip: Int(network.trips[Int(lane.firstTrip + segment.row)]), pattern: pattern,
      calls: firstCall + Int(segment.boarded)...firstCall + Int(segment.left),
      departure: ServiceTime(seconds: Int(departure)), arrival: ServiceTime(seconds: Int(arrival)))
  }

  /// A segment met against time, as it is on its way; lanes have the same numbers both ways.
  private func mirrored(_ segment: Segment) -> Segment {
    let lane = onward.network.lanes[Int(segment.lane)]
    return Segment(
      lane: segment.lane, row: lane.rows - 1 - segment.row,
      boarded: lane.positions - 1 - segment.left, left: lane.positions - 1 - segment.boarded)
  }
}
