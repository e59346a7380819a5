import DataSourceInterface
import RoutingInterface

/// A stop of a ride with its times.
struct RideStop: Codable, Equatable {
  /// The number of the stop in the ride, counted from 0. A ride may stop twice at the same place.
  let number: Int
  let place: StopReference
  /// When the train arrives; nil where the passenger boards.
  let arrival: ServiceTime?
  /// When the train leaves; nil where the passenger gets off.
  let departure: ServiceTime?
}

extension Timetable {
  /// The stops of a ride from boarding to alighting. Without the times of its trip, those between have
  /// no times.
  func stops(of ride: Ride) -> [RideStop] {
    let times = times(of: ride)
    let between = ride.intermediateStops.enumerated().map { index, place in
      RideStop(
        number: index + 1, place: place, arrival: times[index]?.arrival,
        departure: times[index]?.departure)
    }
    return [RideStop(number: 0, place: ride.from, arrival: nil, departure: ride.departure)]
      + between
      + [
        RideStop(
          number: between.count + 1, place: ride.to, arrival: ride.arrival, departure: nil)
      ]
  }

  /// The times at the intermediate stops of a ride, by their numbers.
  private func times(of ride: Ride) -> [Int: (arrival: ServiceTime, departure: ServiceTime)] {
    let count = ride.intermediateStops.count
    for pattern in 0..<patterns.count
    where routes.id[Int(patterns.route[pattern])] == ride.line.id {
      let calls = patterns.calls(of: pattern)
      func isBoarded(at position: Int) -> Bool {
        let end = calls.lowerBound + position + count + 1
        return end < calls.upperBound
          && stops.id[Int(patterns.stop[calls.lowerBound + position])] == ride.from.id
          && stops.id[Int(patterns.stop[end])] == ride.to.id
      }
      for trip in patterns.trips(of: pattern) where trips.id[Int(trips.label[trip])] == ride.trip {
        guard let position = calls.indices.first(where: { isBoarded(at: $0 - calls.lowerBound) })
        else { continue }
        let first = position - calls.lowerBound
        // The times of a ride count from a date that need not be the service day of its trip.
        let shift = ride.departure.seconds - trips.departure(of: trip, at: first)
        return Dictionary(
          (0..<count).map { number in
            (
              number,
              (
                ServiceTime(seconds: shift + trips.arrival(of: trip, at: first + 1 + number)),
                ServiceTime(seconds: shift + trips.departure(of: trip, at: first + 1 + number))
              )
            )
          }
        ) { first, _ in first }
      }
    }
    return [:]
  }
}
