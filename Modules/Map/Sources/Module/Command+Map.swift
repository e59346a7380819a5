import Console
import DataSourceInterface
import Foundation
import MapInterface
import Mediator
import ShareInterface

extension Command {
  private static let city = Argument.option(
    "city", "another city than the current one", value: "id",
    completes: .by(DataSource.cities) { $0.map(\.id.description) })
  private static let stations = Completion.by(DataSource.stations) { $0.map(\.name) }

  /// `map`: the picture itself on the standard output, or where it was written.
  static let map = Command(
    "map", "Draw the network as an SVG picture", shows: Map.draw,
    arguments: [
      .option(
        "route", "a journey to show: its start, and its end after it", value: "from",
        completes: stations, fills: "from", takesPositionals: true),
      .positional(
        "to", "where the journey of '--route' ends", isOptional: true, completes: stations),
      .option("depart", "the earliest departure of the journey, as in 08:00", value: "time"),
      .option("date", "the day of the journey, as in 2026-11-20", value: "day"),
      .option(
        "output", "the file to write; the terminal unless given", value: "file", letter: "o",
        completes: .files),
      city,
    ],
    examples: [
      "map", "map --route Trindade Aeroporto", "map --city porto --json",
      "map --route Trindade Aeroporto -o map.svg",
    ]
  ) { invocation in
    guard let file = invocation.parameters.values["output"]?.last else {
      let query = try invocation.input(MapQuery.self)
      let drawing = try await invocation.mediator.perform(Map.draw, query)
      return try Answer(drawing) { drawing, _ in drawing.svg }
    }
    let item = ShareItem(title: "Map", link: try invocation.link)
    let receipt = try await invocation.mediator.perform(
      Share.share, ShareRequest(item, as: "svg", to: file))
    return try Answer(receipt) { receipt, _ in receipt.sentence }
  }

  /// `line`: one line as its stations, in order.
  static let line = Command(
    "line", "Show the stations of a line in order", calls: Map.line,
    arguments: [
      .positional(
        "line", "the name of the line, or its id",
        completes: .by(DataSource.lines) { $0.map(\.line.name) }), city,
    ],
    examples: ["line D", "line d --json"], view: { LineView.text($0, on: $1) })
}

extension Invocation {
  /// The URL that asks for the same picture.
  fileprivate var link: String {
    get throws {
      // What does not fit is told in the words of the command line.
      _ = try input(MapQuery.self)
      var link = URLComponents()
      link.scheme = Mediator.scheme
      link.host = Map.target
      link.path = "/\(Map.draw.name)"
      link.queryItems = parameters.values.filter { $0.key != "output" }.flatMap { name, values in
        values.map { URLQueryItem(name: name, value: $0) }
      }
      return link.string ?? ""
    }
  }
}
