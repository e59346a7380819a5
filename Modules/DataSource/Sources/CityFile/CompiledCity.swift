import DataSourceInterface

/// A city ready for use: its timetable, and its stations' names as they are searched for.
struct CompiledCity: Sendable {
  let timetable: Timetable
  /// The name of each station, folded.
  let searchNames: TextColumn

  init(timetable: Timetable, searchNames: TextColumn) {
    self.timetable = timetable
    self.searchNames = searchNames
  }

  /// Compiles a feed.
  init(
    _ feed: Feed, as city: CityID, name: String, progress: (Double) -> Void
  ) throws(Refusal) {
    timetable = try Timetable(feed, as: city, name: name, progress: progress)
    searchNames = TextColumn(
      (0..<timetable.stations.count).map { [timetable] in timetable.place(ofStation: $0).name.folded
      })
  }
}
