import Console
import DataSourceInterface
import Foundation
import Mediator
import RoutingInterface
import ShareInterface

extension ShareItem {
  /// The journeys of a plan: as text, as the link that asks for them again, and with the one that
  /// arrives first as event.
  init(_ plan: JourneyPlan, of query: JourneyQuery, in city: City) {
    let title = "\(plan.from.name) → \(plan.to.name)"
    let page = Page(columns: 72)
    let best = plan.journeys.min { $0.arrival < $1.arrival }
    self.init(
      title: title, text: JourneyView.text(plan, on: page), link: query.link(to: plan),
      events: best.map { journey in
        let moments = [journey.departure, journey.arrival].map {
          ServiceMoment(date: plan.date, time: $0).instant(in: city.timeZone)
        }
        return [
          ShareEvent(
            title: title, start: moments[0], end: moments[1], place: plan.from.name,
            notes: JourneyView.drawn(journey, on: page))
        ]
      } ?? [])
  }
}

extension JourneyQuery {
  /// The URL that asks the same again, on whatever day and of whichever city is current then.
  fileprivate func link(to plan: JourneyPlan) -> String {
    let isOpen = depart == nil && arrive == nil && first == nil && last == nil
    let depart = isOpen ? plan.journeys.map(\.departure).min() : depart
    let values: [(name: String, value: String?)] = [
      ("from", "id:\(plan.from.id)"), ("to", "id:\(plan.to.id)"),
      ("city", plan.city.description), ("date", plan.date.description),
      ("depart", depart?.clock), ("arrive", arrive?.clock), ("until", until?.clock),
      ("first", first?.description), ("last", last?.description),
      ("changeTime", changeTime?.description), ("by", by?.rawValue), ("via", via), ("avoid", avoid),
    ]
    let query = values.compactMap { name, value in value.map { "\(name)=\($0.encoded)" } }
    return "\(Mediator.scheme)://\(Routing.plan.path)?" + query.joined(separator: "&")
  }
}

extension String {
  /// With everything but unreserved characters as `%` and two digits (RFC 3986, 2.3).
  fileprivate var encoded: String {
    let unreserved = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:")
    return addingPercentEncoding(withAllowedCharacters: unreserved) ?? self
  }
}
