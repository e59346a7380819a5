import Console
import DataSourceInterface
import Mediator

extension Command {
  /// `stations`: the stations of a city, or those whose names fit a text.
  static let stations = Command(
    "stations", "Find stations by name",
    arguments: [
      .positional("text", "A part of the name; without it, all stations", isOptional: true),
      .option("city", "Where to look; the current city unless given"),
    ],
    examples: ["stations", "stations casa"]
  ) { invocation in
    let search = try invocation.input(StationSearch.self)
    let stations = try await invocation.mediator.perform(DataSource.stations, search)
    return try Answer(stations) { stations, page in
      stations.isEmpty
        ? "no station fits '\((search.text ?? "").printable)'" : table(of: stations).text(on: page)
    }
  }
}

/// Stations with the lines that stop there, and their ids.
private func table(of stations: [Station]) -> Table {
  var table = Table(.init(isFlexible: true), .init(), .init(isFlexible: true))
  for station in stations {
    let badges = station.lines.map { line in
      Table.Cell.badge(line.name, color: line.color.map { Color(rgb: $0.rgb) })
    }
    let lines = badges.dropFirst().reduce(badges.first ?? "") { $0 + " " + $1 }
    table.append("\(station.name)", lines, Table.Cell("id:\(station.id)", .dim))
  }
  return table
}
