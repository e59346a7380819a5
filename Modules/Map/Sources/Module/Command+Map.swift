import Console
import DataSourceInterface
import MapInterface
import Mediator

extension Command {
  private static let city = Argument.option(
    "city", "another city than the current one", value: "id")

  /// `map`: the picture itself on the standard output, or where it was written.
  static let map = Command(
    "map", "Draw the network as an SVG picture",
    arguments: [
      .option("route", "a journey to show: its start, with its end after it", value: "from"),
      .positional("to", "where the journey of '--route' ends", isOptional: true),
      .option("depart", "the earliest departure of the journey, as in 08:00", value: "time"),
      .option("date", "the day of the journey, as in 2026-11-20", value: "day"),
      .option("output", "the file to write; the terminal unless given", value: "file"),
      city,
    ],
    examples: ["map", "map --route Trindade Aeroporto", "map --json"]
  ) { invocation in
    let line = try invocation.input(Line.self)
    let drawing = try await invocation.mediator.perform(
      Map.draw,
      MapQuery(
        city: line.city, from: line.route, to: line.to, date: line.date, depart: line.depart))
    return try Answer(drawing) { drawing, _ in drawing.svg }
  }

  /// `line`: one line as its stations, in order.
  static let line = Command(
    "line", "Show the stations of a line in order", calls: Map.line,
    arguments: [.positional("line", "the name of the line, or its id"), city],
    examples: ["line D", "line d --json"], view: { LineView.text($0, on: $1) })

  private struct Line: Decodable {
    let city: CityID?
    let route: String?
    let to: String?
    let date: ServiceDate?
    let depart: ServiceTime?
  }
}
