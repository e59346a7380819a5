import DataSourceInterface
import Documents
import JourneysInterface
import Mediator

/// The first and last trains of a station as a table, with a row for each destination of a line.
enum StationDeparturesView {
  static func document(
    _ answer: StationDepartures, in city: City, at now: LocalDateTime? = nil
  ) -> Document {
    let title = Block.title("\(answer.station.name)", in: city, answer.date, at: now)
    guard !answer.departures.isEmpty else {
      return [title, .sentence(answer.reason.map { "\($0)" } ?? "no train leaves")]
    }
    var table = Table(
      .init("line", isFlexible: true), .init("to", isFlexible: true), .init("first", .right),
      .init("last", .right), .init("trains", .right))
    for departures in answer.departures {
      let badge = Badge(departures.line)
      for (index, destination) in departures.destinations.enumerated() {
        table.append(
          .badges(index == 0 ? [badge] : []), "\(destination.name)",
          Text(verbatim: destination.first.clock, .strong),
          Text(verbatim: destination.last.clock, .strong), "\(destination.count)")
      }
    }
    return [title, .table(table)]
  }
}
