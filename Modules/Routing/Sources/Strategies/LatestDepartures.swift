import DataSourceInterface

/// The latest time at which one can leave every station of a day and still reach one of them.
struct LatestDepartures {
  private let day: Day
  private let labels: Labels

  init(_ day: Day, to destination: Int) {
    self.day = day
    labels = Labels(day.backward.network)
    var search = RoundSearch(day.backward.network, labels, to: 0..<0)
    var pruning = KeepAll()
    // Earlier than any train, since time runs backwards.
    search.run(from: day.targets(of: destination), at: -BoundPruning.never, &pruning)
  }

  /// The latest departure from a station; nil where no train leads on.
  func from(_ station: Int) -> ServiceTime? {
    time(day.origins(of: station).map { labels.arrivals[$0] }.min())
  }

  /// The latest arrival at a stop that still allows a change to a train that leads on.
  func arriving(at stop: Int) -> ServiceTime? {
    time(labels.boardings[stop])
  }

  private func time(_ backwards: Int32?) -> ServiceTime? {
    guard let backwards, backwards < .max else { return nil }
    return ServiceTime(seconds: -Int(backwards))
  }
}
