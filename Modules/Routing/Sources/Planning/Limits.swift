/// What a question leaves out of a day of trains.
struct Limits: Hashable {
  /// The lines of the timetable that nobody takes.
  var avoided: Set<Int32> = []
  /// The station that every journey rides through or changes at, if any.
  var waypoint: Int?
}
