import DataSourceInterface
import Mediator
import RoutingInterface

/// Answers `Routing.paretoSets`: a search of one day that has its own memory.
struct ParetoSetPlanner: Sendable {
  let resolver: QueryResolver

  func plan(_ query: ParetoSetsQuery) async throws -> ParetoSets {
    let timetable = try await resolver.timetable(of: query.city)
    let schedule = resolver.schedules.schedule(
      of: timetable, on: query.date, changeTime: try resolver.changeTime(query.changeTime))
    let search = Lock(ParetoSearch(schedule.forward, reverse: schedule.backward.network))
    let stations = 0..<timetable.stations.count
    @Sendable func stops(
      _ origin: Int, _ destination: Int
    ) -> (origins: AccessStops, targets: AccessStops)? {
      guard origin != destination, stations.contains(origin), stations.contains(destination) else {
        return nil
      }
      return (
        schedule.origins(of: .station(origin)), schedule.targets(of: .station(destination))
      )
    }
    return ParetoSets(
      departure: { origin, destination, time, body in
        guard let (origins, targets) = stops(origin, destination) else { return }
        search.withLock { search in
          search.run(from: origins, at: Int32(clamping: time.seconds), to: targets)
          for entry in search.entries {
            body(
              ParetoSets.Entry(
                departure: -entry.secondPassTime, arrival: entry.firstPassTime,
                rides: entry.rides))
          }
        }
      },
      profile: { origin, destination, span, body in
        guard let (origins, targets) = stops(origin, destination) else { return }
        search.withLock { search in
          search.run(from: origins, within: span.seconds, to: targets) { begin, end, rides in
            body(ParetoSets.Entry(departure: begin, arrival: end, rides: rides))
          }
        }
      })
  }
}

extension ParetoSets.Entry {
  fileprivate init(departure: Int32, arrival: Int32, rides: Int) {
    self.init(
      departure: ServiceTime(seconds: Int(departure)), arrival: ServiceTime(seconds: Int(arrival)),
      rides: rides)
  }
}
