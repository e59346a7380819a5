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

  /// The lines that a text means, which names one or several with commas between them.
  func lines(_ text: String, in timetable: Timetable) throws -> Set<Int32> {
    let whole = timetable.lines(named: text)
    guard whole.isEmpty else { return whole }
    return try text.split(separator: ",", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .reduce(into: []) { lines, name in
        let fitting = timetable.lines(named: name)
        guard !fitting.isEmpty else { throw timetable.unknownLine(name) }
        lines.formUnion(fitting)
      }
  }

  func changeTime(_ seconds: Int?) throws -> Int {
    let changeTime = seconds ?? Self.defaultChangeTime
    guard (0...86400).contains(changeTime) else {
      throw RoutingError.changeTimeOutOfRange(changeTime)
    }
    return changeTime
  }
}

extension Timetable {
  /// The line of an id, or all lines of a name.
  fileprivate func lines(named name: String) -> Set<Int32> {
    if let index = routes.id.firstIndex(of: name) { return [Int32(index)] }
    let meant = name.lowercased()
    return Set(routes.name.indices.filter { routes.name[$0].lowercased() == meant }.map(Int32.init))
  }

  fileprivate func unknownLine(_ text: String) -> RoutingError {
    let places = routes.placesByName
    let names = routes.name.indices.sorted { places[$0] < places[$1] }.map { routes.name[$0] }
    let all = names.indices.filter { $0 == 0 || names[$0] != names[$0 - 1] }.map { names[$0] }
    return .unknownLine(text, city: name, nearest: all.nearest(to: text, limit: 3), all: all)
  }
}
