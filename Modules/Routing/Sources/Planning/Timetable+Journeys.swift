import DataSourceInterface
import RoutingInterface

/// A train from one call of its pattern to a later one.
struct TrainRide {
  /// The trip of the timetable.
  var trip: Int
  var pattern: Int
  var calls: ClosedRange<Int>
  var departure: ServiceTime
  var arrival: ServiceTime
}

extension Timetable {
  /// Puts together a journey from its rides.
  func journey(of rides: [TrainRide], _ changes: ChangeTimes, isEstimate: Bool = false) -> Journey {
    var legs: [Leg] = []
    for (index, ride) in rides.enumerated() {
      if index > 0 { legs.append(.change(change(from: rides[index - 1], to: ride, changes))) }
      legs.append(.ride(leg(ride, isEstimate)))
    }
    let none = ServiceTime(seconds: 0)
    return Journey(
      departure: rides.first?.departure ?? none, arrival: rides.last?.arrival ?? none,
      rides: rides.count, legs: legs)
  }

  private func leg(_ ride: TrainRide, _ isEstimate: Bool) -> Ride {
    Ride(
      line: line(ofRoute: Int(patterns.route[ride.pattern])),
      trip: isEstimate ? nil : trips.id[Int(trips.label[ride.trip])],
      headsign: headsign(ofTrip: ride.trip, of: ride.pattern),
      from: place(ofStop: Int(patterns.stop[ride.calls.lowerBound])),
      to: place(ofStop: Int(patterns.stop[ride.calls.upperBound])),
      departure: ride.departure, arrival: ride.arrival,
      through: ride.calls.dropFirst().dropLast().map { place(ofStop: Int(patterns.stop[$0])) })
  }

  private func change(
    from ride: TrainRide, to next: TrainRide, _ changes: ChangeTimes
  ) -> Change {
    let from = Int(patterns.stop[ride.calls.upperBound])
    let to = Int(patterns.stop[next.calls.lowerBound])
    let duration = Duration.seconds(changes.seconds(from: from, to: to) ?? 0)
    return Change(
      from: place(ofStop: from), to: place(ofStop: to), duration: duration,
      wait: next.departure - ride.arrival - duration)
  }
}
