import Console
import DataSourceInterface
import Mediator

extension Command {
  /// `stations`: the stations of a city, or those whose names fit a text.
  static let stations = Command(
    "stations", "Find stations by name", shows: DataSource.stations,
    arguments: [
      .positional(
        "text", "a part of the name; all stations unless given", isOptional: true,
        completes: .by(DataSource.stations) { $0.map(\.name) }),
      .option(
        "city", "another city than the current one", value: "id",
        completes: .by(DataSource.cities) { $0.map(\.id.description) }),
    ],
    examples: ["stations", "stations casa"]
  ) { invocation in
    let search = try invocation.input(StationSearch.self)
    let stations = try await invocation.mediator.perform(DataSource.stations, search)
    return try Answer(stations) { stations, page in
      stations.isEmpty
        ? "No station fits '\((search.text ?? "").printable)'."
        : table(of: stations, on: page).text(on: page)
    }
  }
}

/// Stations with the lines that stop there and, where there is room, their ids.
private func table(of stations: [Station], on page: Page) -> Table {
  let isWide = page.columns >= 60
  var table = Table(.init(isFlexible: true), .init(isFlexible: true), .init(isFlexible: true))
  for station in stations {
    let badges = station.lines.map { line in
      Table.Cell.badge(line.name, color: line.color.map { Color(rgb: $0.rgb) })
    }
    let lines = badges.dropFirst().reduce(badges.first ?? "") { $0 + " " + $1 }
    let id = isWide ? "id:\(station.id)" : ""
    table.append("\(station.name)", lines, Table.Cell(id, .dim))
  }
  return table
}
