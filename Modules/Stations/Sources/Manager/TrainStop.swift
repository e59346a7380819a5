import DataSourceInterface
import StationsInterface

/// A stop of a train from the station on where a person looks at its departure.
struct TrainStop: Codable, Equatable {
  /// The number of the stop, counted from 0. A train may stop twice at the same place.
  let number: Int
  /// The station of the stop.
  let place: StopReference
  /// When the train leaves, or arrives at its last stop, on the clock of that day.
  let time: ServiceTime
}

extension Timetable {
  /// The stops of the train that leaves a station next, with its times; empty if the timetable has no
  /// such train any more.
  func stops(of next: NextDepartures, from stationID: String) -> [TrainStop] {
    guard let departure = next.departures.first, let station = station(ofStopID: stationID) else {
      return []
    }
    let isActive = services.running(on: departure.date)
    let serviceDay = Timeline(departure.date, in: timeZone)
    for pattern in 0..<patterns.count
    where routes.id[Int(patterns.route[pattern])] == next.line.id {
      let calls = patterns.calls(of: pattern)
      for call in calls.dropLast()
      where Int(stops.station[Int(patterns.stop[call])]) == station
        && patterns.allows[call].contains(.board) && isVia(next, after: call)
      {
        let position = call - calls.lowerBound
        let leaving = patterns.trips(of: pattern).filter { trip in
          isActive[Int(trips.service[trip])]
            && serviceDay.time(trips.departure(of: trip, at: position)) == departure.time
        }
        let trip = headsigns(of: leaving, in: pattern, at: call)
          .first { name(ofHeadsign: $0.headsign) == next.translatedHeadsign }?.trips.first
        guard let trip else { continue }
        return (call..<calls.upperBound).enumerated().map { number, call in
          let position = call - calls.lowerBound
          let seconds =
            call == calls.upperBound - 1
            ? trips.arrival(of: trip, at: position) : trips.departure(of: trip, at: position)
          let index = Int(stops.station[Int(patterns.stop[call])])
          let place = stopReference(ofStation: index)
          let local = LocalDateTime(date: departure.date, time: serviceDay.time(seconds))
          return TrainStop(
            number: number, place: place, time: local.normalized.time)
        }
      }
    }
    return []
  }

  /// Whether the next station is the one that tells the departures of both directions apart.
  private func isVia(_ next: NextDepartures, after call: Int) -> Bool {
    guard let via = next.translatedVia else { return true }
    let station = Int(stops.station[Int(patterns.stop[call + 1])])
    return stopReference(ofStation: station).translatedName == via
  }
}
