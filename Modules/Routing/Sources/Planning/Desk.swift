import DataSourceInterface
import Foundation
import Mediator
import RoutingInterface

/// Finds out what a question means: which city, stations, line and moment.
struct Desk: Sendable {
  private static let defaultChangeTime = 120

  let mediator: Mediator
  let now: @Sendable () -> Date
  let days = Days()

  func timetable(of city: CityID?) async throws -> Timetable {
    try await mediator.perform(DataSource.timetable, city)
  }

  /// The moment it is in the city.
  func now(in timetable: Timetable) -> ServiceMoment {
    ServiceMoment(now(), in: timetable.timeZone)
  }

  /// The station that a text means, by its index.
  func station(_ text: String, in timetable: Timetable) async throws -> Int {
    let query = StationQuery(name: text, city: timetable.city)
    let id = try await mediator.perform(DataSource.station, query).id
    let index = (0..<timetable.stations.count).first { station in
      timetable.stops.id[Int(timetable.stations.firstStop[station])] == id
    }
    guard let index else {
      throw DataSourceError.unknownStation(text, city: timetable.name, nearest: [])
    }
    return index
  }

  /// The lines that a text means: the one of that id, or all of that name.
  func lines(_ text: String, in timetable: Timetable) throws -> Set<Int32> {
    let routes = timetable.routes
    if let index = routes.id.firstIndex(of: text) { return [Int32(index)] }
    let meant = text.lowercased()
    let fitting = routes.name.indices.filter { routes.name[$0].lowercased() == meant }
    guard !fitting.isEmpty else {
      throw RoutingError.unknownLine(
        text, city: timetable.name, nearest: Set(routes.name).nearest(to: text, limit: 3))
    }
    return Set(fitting.map(Int32.init))
  }

  func changeTime(_ seconds: Int?) throws -> Int {
    let changeTime = seconds ?? Self.defaultChangeTime
    guard (0...86400).contains(changeTime) else {
      throw RoutingError.changeTimeOutOfRange(changeTime)
    }
    return changeTime
  }
}
