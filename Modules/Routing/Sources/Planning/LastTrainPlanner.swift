import DataSourceInterface
import Mediator
import RoutingInterface

/// Finds the last train of a day, and why it is the last.
struct LastTrainPlanner: Sendable {
  let desk: Desk

  func plan(_ query: LastTrainQuery) async throws -> LastTrain {
    let changeTime = try desk.changeTime(query.changeTime)
    let timetable = try await desk.timetable(of: query.city)
    let from = try await desk.station(query.from, in: timetable)
    let to = try await desk.station(query.to, in: timetable)
    let now = desk.now(in: timetable)
    let day = desk.days.day(of: timetable, on: query.date ?? now.date, changeTime: changeTime)
    let trains = TimetableStrategy(day)
    let last = trains.last(from: from, to: to)
    let explanation = last.map { LastTrainExplanation(day, $0, to: to) }
    let silence = Silence(desk: desk, day: day, now: now)
    return LastTrain(
      city: timetable.city, date: day.date, from: timetable.place(ofStation: from),
      to: timetable.place(ofStation: to), first: trains.first(from: from, to: to),
      last: last.map(day.journey), stations: explanation?.limits ?? [],
      weakestLink: explanation?.weakestLink,
      reason: last == nil ? try await silence.reason(from: from, to: to, .last) : nil)
  }
}
