import Console
import DataSourceInterface
import Documents
import Foundation
import MapInterface
import Mediator
import ShareInterface

extension Command {
  /// Writes the SVG image to a file, or to the standard output if this is not a terminal. On a
  /// terminal, shows the network in characters.
  static let map = Command(
    "map", "Draw the network on the terminal or as an SVG image", action: Map.draw,
    arguments: [
      .option("route", field: "from", takesPositionals: true),
      .positional("to", isOptional: true),
      .option(
        "output",
        .init(
          "the file for the SVG image, or - for the standard output",
          default: "a picture in characters on a terminal, else the image on the standard output",
          valueName: "file", suggestions: .files),
        shortName: "o"),
    ],
    examples: [
      "map", "map --route Trindade Aeroporto", "map --city porto --json",
      "map --route Trindade Aeroporto -o map.svg", "map -o -",
    ]
  ) { invocation in
    let query = try invocation.input(MapQuery.self)
    let output = invocation.file("output")
    guard output != nil || !invocation.isTerminal else {
      let content = try await MapRenderer(mediator: invocation.mediator).content(for: query)
      return CommandResult(content, view: MapView.document)
    }
    let drawing = try await invocation.mediator.perform(Map.draw, query)
    guard let output, !output.isStandardStream else {
      return CommandResult(drawing) { [.code($0.svg)] }
    }
    try output.write(.text(drawing.svg))
    let receipt = ShareReceipt(
      title: drawing.title, channel: "svg", text: nil, file: output.path,
      sentence: "Saved '\(drawing.title)' to '\(output.path)'.".printable)
    return CommandResult(receipt) { [.sentence(verbatim: $0.sentence)] }
  }.orOutputType(ShareReceipt.self)

  /// Prints the lines of a city.
  static let lines = Command(
    "lines", "List the lines of a city with their ends", action: DataSource.lines,
    examples: ["lines", "lines --city porto --json"]
  ) { invocation in
    let query = try invocation.input(CityQuery.self)
    let city = try await invocation.mediator.perform(DataSource.city, query)
    let lines = try await invocation.mediator.perform(
      DataSource.lines, CityQuery(city: city.id))
    return CommandResult(lines) { LineView.overview(of: $0, in: city) }
  }

  /// Prints the stations of one line.
  static let line = Command(
    "line", "List the stations of a line", action: Map.line,
    arguments: ["line"], examples: ["line D", "line d --json"]
  ) { invocation in
    let query = try invocation.input(LineQuery.self)
    let city = try await invocation.mediator.perform(DataSource.city, CityQuery(city: query.city))
    let map = try await invocation.mediator.perform(
      Map.line, LineQuery(line: query.line, city: city.id))
    return CommandResult(map) { LineView.document($0, in: city) }
  }
}

extension MapContent: Encodable {
  /// Encodes the drawing of the map.
  func encode(to encoder: any Encoder) throws { try MapDocument(self).rendered.encode(to: encoder) }
}
