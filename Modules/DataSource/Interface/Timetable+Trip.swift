extension Timetable {
  /// Where a trip says it is going; its last stop where the feed says nothing.
  public func headsign(ofTrip trip: Int, of pattern: Int) -> String {
    let headsign = trips.headsign[Int(trips.label[trip])]
    guard headsign.isEmpty else { return headsign }
    return place(ofStop: Int(patterns.stop[patterns.calls(of: pattern).upperBound - 1])).name
  }

  /// A trip of a pattern as the other modules speak of it.
  public func trip(_ trip: Int, of pattern: Int) -> Trip {
    let label = Int(trips.label[trip])
    let headsign = trips.headsign[label]
    let calls = patterns.calls(of: pattern).enumerated().map { position, call in
      Trip.Call(
        place: place(ofStop: Int(patterns.stop[call])),
        arrival: ServiceTime(seconds: trips.arrival(of: trip, at: position)),
        departure: ServiceTime(seconds: trips.departure(of: trip, at: position)))
    }
    return Trip(
      id: trips.id[label], line: line(ofRoute: Int(patterns.route[pattern])),
      headsign: headsign.isEmpty ? nil : headsign, calls: calls)
  }
}
