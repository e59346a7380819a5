import Console
import DataSourceInterface
import Documents
import JourneysInterface
import Mediator

/// Draws the first and last trains of a station as a table, with a row for each destination of a line.
enum StationDeparturesView {
  static func text(
    _ answer: StationDepartures, in city: City, on page: Page, at now: LocalDateTime? = nil
  ) -> String {
    let heading = page.heading(answer.station.name, in: city, answer.date, at: now)
    guard !answer.departures.isEmpty else {
      return heading + "\n\n" + page.sentence(answer.reason ?? "no train leaves")
    }
    var table = Table(
      .init("line"), .init("to", isFlexible: true), .init("first", .right), .init("last", .right),
      .init("trains", .right))
    // The line and the direction share the width that the times leave.
    let labelWidth = (page.columns - 27) / 2
    for departures in answer.departures {
      let line = departures.line
      let badge = Badge(line.name, rgb: line.color?.rgb).truncated(to: labelWidth)
      for (index, destination) in departures.destinations.enumerated() {
        table.append(
          .badges(index == 0 ? [badge] : []), "\(destination.name)",
          Text(verbatim: destination.first.clock, .strong),
          Text(verbatim: destination.last.clock, .strong), "\(destination.count)")
      }
    }
    return heading + "\n\n" + table.text(on: page)
  }
}
