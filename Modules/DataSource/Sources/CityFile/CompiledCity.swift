import DataSourceInterface

/// A city ready for use: its timetable, and its stations' names as they are searched for.
struct CompiledCity: Sendable {
  let timetable: Timetable
  /// The name of each station, folded.
  let searchNames: TextColumn

  /// Compiles a feed.
  init(
    _ feed: Feed, as city: CityID, name: String, progress: (Double) -> Void
  ) throws(Refusal) {
    let timetable = try Timetable(feed, as: city, name: name, progress: progress)
    let stations = 0..<timetable.stations.count
    self.timetable = timetable
    searchNames = TextColumn(stations.map { timetable.place(ofStation: $0).name.folded })
  }
}
