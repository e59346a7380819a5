import DataSourceInterface
import Foundation
import Mediator
import RoutingInterface

/// Turns a question into a plan: finds out what was meant, searches, and says why where there is
/// no journey.
struct Planner: Sendable {
  private static let defaultChangeTime = 120
  private static let laterJourneys = 3

  let mediator: Mediator
  let now: @Sendable () -> Date

  func plan(_ query: JourneyQuery) async throws -> JourneyPlan {
    let changeTime = query.changeTime ?? Self.defaultChangeTime
    guard (0...86400).contains(changeTime) else {
      throw RoutingError.changeTimeOutOfRange(changeTime)
    }
    let timetable = try await mediator.perform(DataSource.timetable, query.city)
    let from = try await station(query.from, in: timetable)
    let to = try await station(query.to, in: timetable)
    let moment = ServiceMoment(now(), in: timetable.timeZone)
    let date = query.date ?? moment.date
    let depart = query.depart ?? (date == moment.date ? moment.time : ServiceMoment.dayBegins)
    let search = JourneySearch(timetable, on: date, changeTime: changeTime)
    let journeys = from == to ? [] : search.journeys(from: from, to: to, leaving: depart)
    let later = journeys.last.map {
      search.journeys(from: from, to: to, after: $0, count: Self.laterJourneys)
    }
    return JourneyPlan(
      city: timetable.city, date: date, from: timetable.place(ofStation: from),
      to: timetable.place(ofStation: to), journeys: journeys, later: later ?? [],
      reason: journeys.isEmpty ? search.reason(from: from, to: to, leaving: depart) : nil)
  }

  private func station(_ text: String, in timetable: Timetable) async throws -> Int {
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
}
