import DataSourceInterface
import Foundation
import Mediator
import RoutingInterface

/// What every search needs besides its input.
struct SearchEnvironment: Sendable {
  let mediator: Mediator
  /// The clock.
  let now: @Sendable () -> Date
  let schedules = ScheduleCache()

  /// The clock of the city at this instant.
  func clock(in timetable: Timetable) -> CityClock {
    CityClock(now(), in: timetable.timeZone)
  }
}

/// A search that was checked, with the trains of its day.
struct PreparedQuery {
  let schedule: ServiceDaySchedule
  let origin: SearchEnd
  let destination: SearchEnd
  let time: TimeConstraint
  let preference: Preference?
  /// The clock of the city.
  let clock: CityClock

  /// The timetable that all indexes refer to.
  var timetable: Timetable { schedule.timetable }

  /// - Parameter time: The time on the date of the search; nil for that of the search.
  /// - Throws: `RoutingError` or `DataSourceError` for the first part that is invalid.
  init(
    _ search: JourneySearch, at time: TimeConstraint? = nil, _ environment: SearchEnvironment
  ) throws {
    let timetable = search.timetable
    let changeTime = search.changeTime ?? JourneySearch.defaultChangeTime
    guard (0...86400).contains(changeTime) else {
      throw RoutingError.changeTimeOutOfRange(changeTime)
    }
    schedule = environment.schedules.schedule(
      of: timetable, on: search.time.date, changeTime: changeTime, try RouteConstraints(search))
    origin = try SearchEnd(search.origin, in: timetable)
    destination = try SearchEnd(search.destination, in: timetable)
    self.time = time ?? search.time.constraint
    preference = search.preference
    clock = environment.clock(in: timetable)
  }
}

extension RouteConstraints {
  /// - Throws: `RoutingError.walkOutOfRange`, `tooManyWalks` or `tooManyPasses`.
  fileprivate init(_ search: JourneySearch) throws(RoutingError) {
    let timetable = search.timetable
    if let metres = search.walk, !JourneySearch.walks.contains(metres) {
      throw .walkOutOfRange(metres)
    }
    if let via = search.via {
      try timetable.checkPasses(
        of: timetable.stations.stops(of: via),
        named: timetable.stopReference(ofStation: via).name)
    }
    self.init(
      avoidedLines: search.avoidedLines, via: search.via, walk: search.walk,
      isStepFree: search.isStepFree)
    do {
      try timetable.checkWalks(upTo: walk(in: timetable))
    } catch {
      // Nobody has asked for the usual walks.
      guard search.walk == nil else { throw error }
      walk = 0
    }
  }
}

extension SearchEnd {
  /// - Throws: `DataSourceError` for a place without a coordinate or without stations near it.
  fileprivate init(_ endpoint: Endpoint, in timetable: Timetable) throws(DataSourceError) {
    switch endpoint {
    case .station(let station, _): self = .station(station)
    case .place(let place): self = .place(try WalkablePlace(place, in: timetable))
    }
  }
}
