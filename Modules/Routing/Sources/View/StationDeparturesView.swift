import Console
import DataSourceInterface
import RoutingInterface

/// Draws the first and last trains of a station as a table, with a row for each line and direction.
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
      table.append(
        .badges([Badge(line.name, rgb: line.color?.rgb).truncated(to: labelWidth)]),
        "\(departures.headsigns.joined(separator: ", "))",
        Table.Cell(departures.first.clock, .strong), Table.Cell(departures.last.clock, .strong),
        "\(departures.count)")
    }
    return heading + "\n\n" + table.text(on: page)
  }
}
