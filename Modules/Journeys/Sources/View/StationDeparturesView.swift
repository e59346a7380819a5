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
    guard !answer.operatingDay.rows.isEmpty else {
      return [title, .sentence(answer.reason.map { "\($0)" } ?? "no train leaves")]
    }
    let day = answer.operatingDay
    var table = Table(
      .init("line", isFlexible: true), .init("to", isFlexible: true), .init("first", .right),
      .init("last", .right), .init("trains", .right))
    for row in day.rows {
      let badge = Badge(row.line)
      for (index, trains) in row.trains.enumerated() {
        table.append(
          .badges(index == 0 ? [badge] : []), Text(trains.boarding.after(trains.destination.shown)),
          Text(verbatim: trains.first?.clock ?? "", .strong),
          Text(verbatim: trains.last?.clock ?? "", .strong), "\(trains.count)")
      }
    }
    let morning: [Block] =
      day.firstDate == day.date
      ? []
      : [.paragraph("first trains: \(day.firstDate.inWords(today: now?.date))", .faint)]
    return Document([title, .table(table)] + morning)
  }
}
