import DataSourceInterface
import Foundation
import Mediator
import NewsInterface
import RoutingInterface
import TripsInterface

extension PlannedTrip {
  /// Adds to the note of a trip of the next day the notices that concern its journey.
  func notingNotices(_ city: City, through mediator: Mediator) async -> PlannedTrip {
    guard isAhead, minutesLeft < 24 * 60, let journey else { return self }
    let rides = journey.legs.compactMap(\.ride)
    let timeline = Timeline(date, in: city.timeZone)
    let start = timeline.instant(of: journey.departure)
    let concern = NewsConcern(
      city: city.id, lines: journey.lines, stations: rides.flatMap { [$0.from, $0.to] },
      passed: rides.flatMap(\.intermediateStops), trips: rides.compactMap(\.trip),
      span: start...max(start, timeline.instant(of: journey.arrival)))
    // The app may have no notices.
    let found = (try? await mediator.perform(News.concerning, concern)) ?? []
    let titles = found.map { $0.isSample == true ? "sample: \($0.title)" : $0.title }
      .filter { note?.contains($0) != true }
    guard !titles.isEmpty else { return self }
    var noted = self
    noted.note = ([note].compactMap(\.self) + titles).joined(separator: "; ")
    return noted
  }
}
