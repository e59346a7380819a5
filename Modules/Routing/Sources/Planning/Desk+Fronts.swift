import DataSourceInterface
import Mediator
import RoutingInterface

extension Desk {
  /// A search of one day, with memory of its own.
  func fronts(_ query: FrontsQuery) async throws -> Fronts {
    let timetable = try await timetable(of: query.city)
    let day = days.day(
      of: timetable, on: query.date, changeTime: try changeTime(query.changeTime))
    let search = Lock(FrontSearch(day.onward, then: day.backward.network))
    let stations = 0..<timetable.stations.count
    @Sendable func ends(_ origin: Int, _ destination: Int) -> (from: Range<Int>, to: Range<Int>)? {
      guard origin != destination, stations.contains(origin), stations.contains(destination) else {
        return nil
      }
      return (day.origins(of: origin), day.targets(of: destination))
    }
    return Fronts(
      front: { origin, destination, time, body in
        guard let ends = ends(origin, destination) else { return }
        search.withLock { search in
          search.run(from: ends.from, at: Int32(clamping: time.seconds), to: ends.to)
          for entry in search.entries {
            body(Fronts.Entry(departing: -entry.end, arriving: entry.time, rides: entry.rides))
          }
        }
      },
      profile: { origin, destination, span, body in
        guard let ends = ends(origin, destination) else { return }
        search.withLock { search in
          search.run(from: ends.from, within: span.seconds, to: ends.to) { begin, end, rides in
            body(Fronts.Entry(departing: begin, arriving: end, rides: rides))
          }
        }
      })
  }
}

extension Fronts.Entry {
  fileprivate init(departing departure: Int32, arriving arrival: Int32, rides: Int) {
    self.init(
      departure: ServiceTime(seconds: Int(departure)), arrival: ServiceTime(seconds: Int(arrival)),
      rides: rides)
  }
}

extension ClosedRange<ServiceTime> {
  /// The span as searches count it, in seconds after midnight.
  var seconds: ClosedRange<Int32> {
    Int32(clamping: lowerBound.seconds)...Int32(clamping: upperBound.seconds)
  }
}
