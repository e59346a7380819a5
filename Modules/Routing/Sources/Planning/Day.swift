import DataSourceInterface

/// The trains of one service day, ready to be searched in both directions of time.
final class Day: Sendable {
  let timetable: Timetable
  let date: ServiceDate
  /// Seconds a change takes where the feed says nothing.
  let changeTime: Int32
  /// How long changes between the stops of the timetable take.
  let changes: ChangeTimes
  let onward: Heading
  let backward: Heading
  let limits: Limits

  /// - Parameter changeTime: Seconds a change takes where the feed says nothing.
  init(
    _ timetable: Timetable, on date: ServiceDate, changeTime: Int, _ limits: Limits = Limits()
  ) {
    let changeTime = Int32(clamping: changeTime)
    let plain = Network(timetable, on: date, changeTime: changeTime, avoiding: limits.avoided)
    let waypoint = limits.waypoint.map { timetable.stations.stops(of: $0) }
    let network = (waypoint.map(plain.passing) ?? plain).withoutLongLoops
    self.timetable = timetable
    self.date = date
    self.changeTime = changeTime
    self.limits = limits
    changes = plain.changes
    onward = Heading(network)
    backward = Heading(network.mirrored)
  }

  /// Whether the timetable has any train for that day.
  var hasService: Bool { timetable.services.running(on: date).contains(true) }

  /// Whether a journey between two stations would end where it begins.
  func isThere(_ origin: Int, _ destination: Int) -> Bool {
    origins(of: origin) == targets(of: destination)
  }

  /// Where journeys from a station begin.
  func origins(of station: Int) -> Range<Int> {
    station == limits.waypoint ? targets(of: station) : timetable.stations.stops(of: station)
  }

  /// Where journeys to a station end: past the waypoint, if there is one.
  func targets(of station: Int) -> Range<Int> {
    let stops = timetable.stations.stops(of: station)
    let shift = limits.waypoint == nil ? 0 : timetable.stops.count
    return stops.lowerBound + shift..<stops.upperBound + shift
  }
}
