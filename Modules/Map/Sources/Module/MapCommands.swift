import Console
import DataSourceInterface
import MapInterface
import Mediator
import ShareInterface

extension Command {
  /// Prints the SVG image, or writes it to a file.
  static let map = Command(
    "map", "Draw the network as an SVG image", action: Map.draw,
    arguments: [
      .option(
        "route", "the start of a journey to draw; its destination follows", valueName: "from",
        completion: .stations, field: "from", takesPositionals: true),
      .positional(
        "to", "the destination of the journey to draw", isOptional: true, completion: .stations),
      .option(
        "depart",
        "the earliest departure of the journey, such as 08:00 (default: now; on another day, 03:00)",
        valueName: "time"),
      .option(
        "date", "the service day of the journey, such as 2026-11-20 (default: today)",
        valueName: "day"),
      .option(
        "output", "the file to write (default: standard output)", valueName: "file", shortName: "o",
        completion: .files),
      .city,
    ],
    examples: [
      "map", "map --route Trindade Aeroporto", "map --city porto --json",
      "map --route Trindade Aeroporto -o map.svg",
    ]
  ) { invocation in
    let query = try invocation.input(MapQuery.self)
    guard let file = invocation.parameters.values["output"]?.last else {
      let drawing = try await invocation.mediator.perform(Map.draw, query)
      return try CommandResult(drawing) { drawing, _ in drawing.svg }
    }
    let link = try Map.draw.url(for: query, scheme: invocation.mediator.scheme)
    let item = ShareItem(title: "Map", link: link)
    let receipt = try await invocation.mediator.perform(
      Share.share, ShareRequest(item, as: "svg", to: file))
    return try CommandResult(receipt) { receipt, _ in receipt.sentence }
  }

  /// Prints the stations of one line.
  static let line = Command(
    "line", "List the stations of a line", calls: Map.line,
    arguments: [
      .positional("line", "the name or id of the line", completion: .lines), .city,
    ],
    examples: ["line D", "line d --json"], view: { LineView.text($0, on: $1) })
}
