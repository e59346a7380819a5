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
    return Fronts { origin, destination, time, body in
      guard origin != destination, stations.contains(origin), stations.contains(destination) else {
        return
      }
      search.withLock { search in
        search.run(
          from: day.origins(of: origin), at: Int32(clamping: time.seconds),
          to: day.targets(of: destination))
        for entry in search.entries {
          body(
            Fronts.Entry(
              departure: ServiceTime(seconds: -Int(entry.end)),
              arrival: ServiceTime(seconds: Int(entry.time)), rides: entry.rides))
        }
      }
    }
  }
}
