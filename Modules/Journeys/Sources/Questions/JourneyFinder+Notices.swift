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
    if search.timetable.live?.hasClosures == true {
      var planned = search
      if let timetable = try? await mediator.perform(DataSource.timetable, plan.city) {
        planned.timetable = timetable
      }
      if let other = try? await mediator.perform(Routing.search, planned) {
        found += await notices(for: other.journeys, on: other.date, in: search.timetable)
      }
    }
    return found.indices.filter { !found[..<$0].contains(found[$0]) }.map { found[$0] }
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
