import DataSourceInterface
import Documents
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
  /// The stops of a ride from boarding to alighting. Without the times of its trip, those between
  /// have no times.
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
        RideStop(number: between.count + 1, place: ride.to, arrival: ride.arrival, departure: nil)
      ]
  }

  /// The times at the intermediate stops of a ride, by their numbers.
  private func times(of ride: Ride) -> [Int: CallTimes] {
    // The train may go on as other trips: all but the last run to their ends.
    let trips =
      [TripPart(line: ride.line.id, id: ride.trip, from: ride.from.id, departure: ride.departure)]
      + ride.continuations.map {
        TripPart(line: $0.line.id, id: $0.trip, from: $0.from.id, departure: $0.departure)
      }
    let serviceDay = Timeline(ride.serviceDate, in: timeZone)
    var times: [CallTimes] = []
    for (index, trip) in trips.enumerated() {
      let rest = ride.intermediateStops.count - times.count
      let end = index == trips.count - 1 ? (stop: ride.to.id, callsBetween: rest) : nil
      guard rest >= 0, let found = self.times(of: trip, upTo: end, on: serviceDay) else {
        return [:]
      }
      // Where the train goes on as another trip, it leaves at the time of that trip.
      if index > 0, !times.isEmpty { times[times.count - 1].departure = trip.departure }
      times += found
    }
    return Dictionary(times.enumerated().map { ($0.offset, $0.element) }) { first, _ in first }
  }

  private typealias CallTimes = (arrival: ServiceTime, departure: ServiceTime)

  /// The times at the calls of a trip after a stop and before another one; nil if it does not call
  /// at both.
  /// - Parameters:
  ///   - end: The id of the other stop, with the number of calls between; nil for all calls.
  ///   - serviceDay: The timeline of the trip.
  private func times(
    of part: TripPart, upTo end: (stop: String, callsBetween: Int)?, on serviceDay: Timeline
  ) -> [CallTimes]? {
    for pattern in 0..<patterns.count where routes.id[Int(patterns.route[pattern])] == part.line {
      let calls = patterns.calls(of: pattern)
      func callsBetween(after call: Int) -> Range<Int>? {
        guard stops.id[Int(patterns.stop[call])] == part.from else { return nil }
        guard let end else { return call + 1..<calls.upperBound }
        let last = call + end.callsBetween + 1
        guard last < calls.upperBound, stops.id[Int(patterns.stop[last])] == end.stop else {
          return nil
        }
        return call + 1..<last
      }
      for trip in patterns.trips(of: pattern)
      where trips.id[Int(trips.label[trip])] == part.id
        && services.runs(Int(trips.service[trip]), on: serviceDay.date)
      {
        guard let first = calls.first(where: { callsBetween(after: $0) != nil }),
          let between = callsBetween(after: first)
        else { continue }
        // The times of a ride count from a date that need not be the service day of its trip.
        let shift =
          part.departure.seconds - trips.departure(of: trip, at: first - calls.lowerBound)
        let timeline = serviceDay.timeline(startingAt: -shift, in: timeZone)
        return between.map { call in
          let position = call - calls.lowerBound
          return (
            timeline.time(trips.arrival(of: trip, at: position) + shift),
            timeline.time(trips.departure(of: trip, at: position) + shift)
          )
        }
      }
    }
    return nil
  }
}

extension Timeline {
  /// The timeline of the date that starts a number of seconds after this one.
  fileprivate func timeline(startingAt seconds: Int, in timeZone: String) -> Timeline {
    let days = Int((Double(seconds) / 86400).rounded())
    return Timeline(CalendarDate(day: date.day + days), in: timeZone)
  }
}

/// A trip of a ride, from the stop where the passenger boards the train or stays on it.
private struct TripPart {
  let line: String
  let id: String?
  let from: String
  let departure: ServiceTime
}
