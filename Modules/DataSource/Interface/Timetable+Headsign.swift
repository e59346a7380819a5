extension Timetable {
  /// Where a trip says it is going; its last stop where the feed says nothing.
  public func headsign(ofTrip trip: Int, of pattern: Int) -> String {
    let headsign = trips.headsign[Int(trips.label[trip])]
    guard headsign.isEmpty else { return headsign }
    return place(ofStop: Int(patterns.stop[patterns.calls(of: pattern).upperBound - 1])).name
  }
}
