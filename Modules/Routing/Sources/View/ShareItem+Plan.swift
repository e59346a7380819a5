import Console
import DataSourceInterface
import Foundation
import Mediator
import RoutingInterface
import ShareInterface

extension ShareItem {
  /// Creates an item of a plan: its text, the link that repeats the query, and the journey with the
  /// earliest arrival as a calendar event.
  /// - Parameter scheme: The scheme of the link.
  init(_ plan: JourneyPlan, of query: JourneyQuery, in city: City, scheme: String) throws {
    let title = "\(plan.from.name) → \(plan.to.name)"
    let page = Page(columns: 72)
    let earliest = plan.journeys.min { $0.arrival < $1.arrival }
    self.init(
      title: title, text: JourneyView.text(plan, on: page),
      link: try Routing.plan.url(for: query.repeated(for: plan), scheme: scheme),
      events: earliest.map { journey in
        func instant(_ time: ServiceTime) -> Date {
          LocalDateTime(date: plan.date, time: time).instant(in: city.timeZone)
        }
        return [
          ShareEvent(
            title: title, start: instant(journey.departure), end: instant(journey.arrival),
            place: plan.from.name, notes: JourneyView.drawing(of: journey, on: page))
        ]
      } ?? [])
  }
}

extension JourneyQuery {
  /// The same query with the city, date and station ids of the plan, so that its answer does not
  /// depend on the day and the current city.
  fileprivate func repeated(for plan: JourneyPlan) -> JourneyQuery {
    var query = self
    query.from = plan.from.reference
    query.to = plan.to.reference
    query.city = plan.city
    query.date = DayExpression(plan.date)
    if depart == nil, arrive == nil, first == nil, last == nil {
      query.depart = plan.journeys.map(\.departure).min().map { TimeExpression($0) }
    }
    return query
  }
}
