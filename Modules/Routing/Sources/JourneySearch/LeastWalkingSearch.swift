import DataSourceInterface
import RoutingInterface

/// Finds the journey with the smallest sum of walking and change times, then the best time, then the
/// fewest rides.
struct LeastWalkingSearch {
  let schedule: ServiceDaySchedule

  init(_ schedule: ServiceDaySchedule) {
    self.schedule = schedule
  }

  /// The best journey for a departure at `time` or later, with its latest departure, or the direct
  /// walk.
  func journey(
    from origin: SearchEnd, to destination: SearchEnd, departingAfter time: ServiceTime
  ) -> Journey? {
    let rides = rideJourney(from: origin, to: destination, departingAfter: time)
    let walk = schedule.directWalk(from: origin, to: destination)?.journey(departingAt: time)
    guard let rides, let walk else { return rides ?? walk }
    return (walk.walking, walk.arrival) <= (rides.walking, rides.arrival) ? walk : rides
  }

  /// The best journey for an arrival at `time` or earlier, with its earliest arrival, or the direct
  /// walk.
  func journey(
    from origin: SearchEnd, to destination: SearchEnd, arrivingBy time: ServiceTime
  ) -> Journey? {
    let rides = rideJourney(from: origin, to: destination, arrivingBy: time)
    let walk = schedule.directWalk(from: origin, to: destination)?.journey(arrivingAt: time)
    guard let rides, let walk else { return rides ?? walk }
    return (walk.walking, rides.departure) <= (rides.walking, walk.departure) ? walk : rides
  }

  /// The best journey by train for a departure at `time` or later, with its latest departure.
  func rideJourney(
    from origin: SearchEnd, to destination: SearchEnd, departingAfter time: ServiceTime
  ) -> Journey? {
    guard !schedule.isAlreadyThere(origin, destination) else { return nil }
    let begin = Int32(clamping: time.seconds)
    let (origins, targets) = (schedule.origins(of: origin), schedule.targets(of: destination))
    let forward = LeastWalkingPass(schedule.forward.network, until: .max)
    guard let end = forward.journey(from: origins, at: begin, to: targets)?.time else {
      return nil
    }
    let backward = LeastWalkingPass(schedule.backward.network, until: -begin)
    return backward.journey(from: targets, at: -end, to: origins).map {
      schedule.journey(
        of: schedule.rides(of: $0.segments.reversed(), in: schedule.backward), from: origin,
        to: destination)
    }
  }

  private func rideJourney(
    from origin: SearchEnd, to destination: SearchEnd, arrivingBy time: ServiceTime
  ) -> Journey? {
    guard !schedule.isAlreadyThere(origin, destination) else { return nil }
    let end = Int32(clamping: time.seconds)
    let (origins, targets) = (schedule.origins(of: origin), schedule.targets(of: destination))
    let backward = LeastWalkingPass(schedule.backward.network, until: 0)
    guard let begin = backward.journey(from: targets, at: -end, to: origins)?.time else {
      return nil
    }
    let forward = LeastWalkingPass(schedule.forward.network, until: end)
    return forward.journey(from: origins, at: -begin, to: targets).map {
      schedule.journey(
        of: schedule.rides(of: $0.segments, in: schedule.forward), from: origin, to: destination)
    }
  }
}

/// Finds the journey with the least walking in one direction of time, then the earliest arrival,
/// then the fewest rides.
///
/// Source: E. W. Dijkstra, "A note on two problems in connexion with graphs", Numerische Mathematik
/// 1, 1959, with walking, time and rides as one lexicographic cost. No trip of a route overtakes
/// another, so only the first trip that can be caught is tried.
private struct LeastWalkingPass {
  let network: RaptorNetwork
  /// The latest useful arrival.
  let limit: Int32

  init(_ network: RaptorNetwork, until limit: Int32) {
    self.network = network
    self.limit = limit
  }

  /// A possible boarding at a stop, or an arrival at the destination.
  private struct Label: Comparable {
    var walking: Int32
    var time: Int32
    var rides: Int32
    /// The stop to board at; nil at the destination.
    var stop: Int32?
    /// The last ride, with the index of the label before it; nil at the origin.
    var ride: (segment: TripSegment, previous: Int32)?

    private var cost: (Int32, Int32, Int32) { (walking, time, rides) }
    static func < (one: Label, other: Label) -> Bool { one.cost < other.cost }
    static func == (one: Label, other: Label) -> Bool { one.cost == other.cost }
  }

  /// The best journey: its arrival and its segments, in the order of this direction.
  func journey(
    from origins: AccessStops, at time: Int32, to targets: AccessStops
  ) -> (time: Int32, segments: [TripSegment])? {
    var queue = PriorityQueue<Label>()
    var settled: [Label] = []
    var earliest = [Int32](repeating: .max, count: network.stopCount)
    for (stop, walk) in origins.stops {
      queue.insert(Label(walking: walk, time: time + walk, rides: 0, stop: Int32(stop)))
    }
    while let label = queue.popMin() {
      guard let stop = label.stop.map(Int.init) else {
        return (label.time, segments(of: label, settled))
      }
      // Earlier labels at this stop have no more walking; if they are no later, they dominate.
      guard label.time < earliest[stop] else { continue }
      earliest[stop] = label.time
      settled.append(label)
      expand(label, at: stop, number: Int32(settled.count - 1), to: targets) { next in
        if let stop = next.stop, next.time >= earliest[Int(stop)] { return }
        queue.insert(next)
      }
    }
    return nil
  }

  /// Passes to `body` the labels that are one ride and one change after a label.
  private func expand(
    _ label: Label, at stop: Int, number: Int32, to targets: AccessStops, _ body: (Label) -> Void
  ) {
    for entry in network.stopRoutes.at(stop) {
      let route = network.routes[Int(entry.route)]
      for boarding in entry.firstPosition...entry.lastPosition
      where network.stop(route, at: boarding) == stop {
        let row = network.earliestRow(
          route, at: boarding, departing: label.time, before: route.rowCount)
        guard row < route.rowCount else { continue }
        for alighting in boarding + 1..<route.positionCount {
          let call = network.calls[Int(route.firstCall + alighting)]
          guard call.mayAlight else { continue }
          let arrival = network.arrival(route, row, at: alighting)
          guard arrival <= limit else { break }
          let segment = TripSegment(
            route: entry.route, row: row, boarding: boarding, alighting: alighting)
          var next = Label(
            walking: label.walking, time: arrival, rides: label.rides + 1, stop: nil,
            ride: (segment, number))
          if let walk = targets.walk(Int(call.stop)), arrival + walk <= limit {
            next.walking += walk
            next.time += walk
            body(next)
          }
          for change in network.changes.from(Int(call.stop)) {
            next.walking = label.walking + change.seconds
            next.time = arrival + change.seconds
            next.stop = change.to
            body(next)
          }
        }
      }
    }
  }

  private func segments(of label: Label, _ settled: [Label]) -> [TripSegment] {
    var segments: [TripSegment] = []
    var ride = label.ride
    while let (segment, previous) = ride {
      segments.append(segment)
      ride = settled[Int(previous)].ride
    }
    return segments.reversed()
  }
}
