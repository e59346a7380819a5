import DataSourceInterface
import RoutingInterface

/// Every station of a day that can be reached from somewhere, each as early as can be.
struct Reach {
  private let day: Day
  private let search: RoundSearch

  /// - Parameter starts: Where the first ride may begin, each at a time or later.
  init(_ day: Day, from starts: [(stop: Int, time: Int32)]) {
    self.day = day
    var search = RoundSearch(day.onward.network, Labels(day.onward.network), to: 0..<0)
    var pruning = KeepAll()
    search.run(from: starts, &pruning)
    self.search = search
  }

  /// When and where one arrives at a station; nil where no train goes there.
  func arrival(at station: Int) -> (stop: Int, time: Int32)? {
    let arrivals = search.labels.arrivals
    let stop = day.targets(of: station).min { arrivals[$0] < arrivals[$1] }
    return stop.flatMap { arrivals[$0] < .max ? ($0, arrivals[$0]) : nil }
  }

  /// The journey that arrives then.
  func journey(to station: Int) -> Journey? {
    guard let (stop, time) = arrival(at: station),
      let round = (0..<search.labels.count).first(where: {
        search.labels.rounds[$0].arrivals[stop] == time
      })
    else { return nil }
    var segments: [Segment] = []
    search.trace(to: stop, inRound: round) { segments.append($0) }
    return day.journey(of: day.rides(of: segments.reversed(), in: day.onward))
  }
}
