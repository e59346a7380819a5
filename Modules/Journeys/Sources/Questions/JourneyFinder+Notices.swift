import DataSourceInterface
import Documents
import JourneysInterface
import Mediator
import NewsInterface
import RoutingInterface

extension JourneyFinder {
  /// The notices that concern the journeys of a plan or, where trains end at a closure, those that
  /// the timetable alone would give.
  func notices(for plan: JourneyPlan, _ search: JourneySearch) async -> [ServiceNotice] {
    let shown = plan.shownJourneys
    var found = await notices(
      for: shown.date == plan.date ? shown.journeys + plan.later : shown.journeys, on: shown.date,
      in: search.timetable)
    if let planned = await searchWithoutClosures(search),
      let other = try? await mediator.perform(Routing.search, planned)
    {
      found += await notices(for: other.journeys, on: other.date, in: search.timetable)
    }
    return found.indices.filter { !found[..<$0].contains(found[$0]) }.map { found[$0] }
  }

  /// The notices that concern the last train or, where trains end at a closure, that of the
  /// timetable alone.
  func notices(for answer: LastTrain, _ search: JourneySearch) async -> [ServiceNotice] {
    var journeys = [(answer.last, answer.date)]
    if let planned = await searchWithoutClosures(search),
      let other = try? await mediator.perform(Routing.searchLastTrain, planned)
    {
      journeys.append((other.last, other.date))
    }
    var found: [ServiceNotice] = []
    for case (let journey?, let date) in journeys {
      found += await notices(for: [journey], on: date, in: search.timetable)
        .filter { !found.contains($0) }
    }
    return found
  }

  /// The same search in the timetable alone; nil if no line is closed anywhere.
  private func searchWithoutClosures(_ search: JourneySearch) async -> JourneySearch? {
    guard search.timetable.live?.hasClosures == true,
      let timetable = try? await mediator.perform(DataSource.timetable, search.timetable.city)
    else { return nil }
    var planned = search
    planned.timetable = timetable
    return planned
  }

  private func notices(
    for journeys: [Journey], on date: CalendarDate, in timetable: Timetable
  ) async -> [ServiceNotice] {
    guard let concern = NewsConcern(journeys, on: date, of: timetable) else { return [] }
    // The app may have no notices.
    return ((try? await mediator.perform(News.concerning, concern)) ?? []).map(\.notice)
  }
}

extension NewsConcern {
  /// Creates the question which notices concern journeys; nil without a ride.
  fileprivate init?(_ journeys: [Journey], on date: CalendarDate, of timetable: Timetable) {
    let rides = journeys.flatMap { $0.legs.compactMap(\.ride) }
    guard let start = rides.map(\.departure).min(), let end = rides.map(\.arrival).max() else {
      return nil
    }
    let timeline = Timeline(date, in: timetable.timeZone)
    self.init(
      city: timetable.city, lines: journeys.flatMap(\.lines),
      stations: rides.flatMap { [$0.from, $0.to] }, passed: rides.flatMap(\.intermediateStops),
      trips: rides.compactMap(\.trip),
      span: timeline.instant(of: start)...timeline.instant(of: max(start, end)))
  }
}
