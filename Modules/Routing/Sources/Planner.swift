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
    let (date, depart) = moment(of: query, in: timetable)
    let search = JourneySearch(timetable, on: date, changeTime: changeTime)
    let journeys = from == to ? [] : search.journeys(from: from, to: to, leaving: depart)
    let later = journeys.last.map {
      search.journeys(from: from, to: to, after: $0, count: Self.laterJourneys)
    }
    return JourneyPlan(
      city: timetable.city, date: date, from: timetable.place(ofStation: from),
      to: timetable.place(ofStation: to), journeys: journeys, later: later ?? [],
      reason: journeys.isEmpty ? reason(in: timetable, date, changeTime, from, to, search) : nil)
  }

  /// Why there is no journey, and when there is one on the day after.
  private func reason(
    in timetable: Timetable, _ date: ServiceDate, _ changeTime: Int, _ from: Int, _ to: Int,
    _ search: JourneySearch
  ) -> String {
    let reason = search.reason(from: from, to: to)
    guard from != to else { return reason }
    let tomorrow = ServiceDate(day: date.day + 1)
    let next = JourneySearch(timetable, on: tomorrow, changeTime: changeTime)
      .journeys(from: from, to: to, leaving: ServiceMoment.dayBegins).last
    return next.map { "\(reason); the next one leaves at \($0.departure.clock) on \(tomorrow)" }
      ?? reason
  }

  private func moment(
    of query: JourneyQuery, in timetable: Timetable
  ) -> (date: ServiceDate, depart: ServiceTime) {
    let now = ServiceMoment(now(), in: timetable.timeZone)
    switch (query.date, query.depart) {
    case (let date?, let depart?): return (date, depart)
    case (let date?, nil): return (date, date == now.date ? now.time : ServiceMoment.dayBegins)
    case (nil, let depart?):
      let meant = now.meaning(of: depart)
      return (meant.date, meant.time)
    case (nil, nil): return (now.date, now.time)
    }
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
