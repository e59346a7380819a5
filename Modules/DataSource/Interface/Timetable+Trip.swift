extension Timetable {
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
