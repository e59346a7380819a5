import Console
import DataSourceInterface
import Documents
import Foundation
import JourneysInterface
import Mediator
import RoutingInterface
import ShareInterface

extension ShareItem {
  /// Creates an item of a plan: its text, the link that repeats the query, and the best journey as
  /// a calendar event.
  /// - Parameters:
  ///   - clock: The clock of the city when the query was asked.
  ///   - scheme: The scheme of the link.
  init(
    _ plan: JourneyPlan, of query: JourneyQuery, in city: City, at clock: CityClock,
    scheme: String
  ) throws {
    let title = "\(plan.from.name) → \(plan.to.name)"
    let page = Page(columns: 72)
    self.init(
      title: title, text: page.text(of: JourneyView.document(plan, in: city)),
      link: try Journeys.plan.url(for: query.repeated(for: plan, at: clock), scheme: scheme),
      events: plan.bestJourney(for: query).map { date, journey in
        let timeline = Timeline(date, in: city.timeZone)
        return [
          ShareEvent(
            title: title, start: timeline.instant(of: journey.departure),
            end: timeline.instant(of: journey.arrival), place: plan.from.name,
            notes: page.text(of: [JourneyView.drawing(of: journey)]))
        ]
      } ?? [])
  }
}

extension ShareItem {
  /// Creates an item of the selected journey of a slider; nil when none is selected.
  /// - Parameter scheme: The scheme of the link.
  init?(_ slider: DepartureSlider, _ options: JourneyOptions, scheme: String) throws {
    let (last, city) = (slider.last, slider.city)
    guard let journey = slider.journey,
      let query = slider.query(from: last.from.reference, to: last.to.reference, options)
    else { return nil }
    let plan = JourneyPlan(
      city: last.city, date: last.date, from: last.from, to: last.to, journeys: [journey])
    let timeline = Timeline(last.date, in: city.timeZone)
    let page = Page(columns: 72)
    let title = "\(last.from.name) → \(last.to.name)"
    self.init(
      title: title, text: page.text(of: JourneyView.document(plan, in: city)),
      link: try Journeys.plan.url(for: query, scheme: scheme),
      events: [
        ShareEvent(
          title: title, start: timeline.instant(of: journey.departure),
          end: timeline.instant(of: journey.arrival), place: last.from.name,
          notes: page.text(of: [JourneyView.drawing(of: journey)]))
      ])
  }
}

extension JourneyQuery {
  /// The same query with the city and the ends of the plan, and with a date and times that mean the
  /// same on every day.
  fileprivate func repeated(
    for plan: JourneyPlan, at clock: CityClock
  ) throws -> JourneyQuery {
    var query = self
    let time = try searchTime(at: clock).constraint
    query.from = plan.from.reference
    query.to = plan.to.reference
    query.city = plan.city
    // At midnight, the plan may be that of the day after the one of the clock.
    query.date = DayExpression(plan.date)
    switch time {
    case .departAfter(let time) where depart != nil: query.depart = TimeExpression(time)
    case .departAfter(let time):
      // Nobody asked for this time, so the link may name the first departure.
      let shown = plan.shownJourneys
      query.date = DayExpression(shown.date)
      query.depart = TimeExpression(shown.journeys.map(\.departure).min() ?? time)
    case .arriveBy(let time): query.arrive = TimeExpression(time)
    case .departWithin(let span):
      query.depart = TimeExpression(span.lowerBound)
      query.until = TimeExpression(span.upperBound)
    case .firstTrain, .lastTrain: break
    }
    return query
  }
}
