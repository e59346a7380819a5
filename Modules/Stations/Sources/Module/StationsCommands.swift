import Console
import DataSourceInterface
import Scenes
import StationsInterface

extension Command {
  static let stations = Command(
    "stations", "Find stations by name or near a place", action: Stations.search,
    arguments: [
      .positional(
        "text", "a part of the name, or @lat,lon (default: all stations)", isOptional: true,
        completion: .stations), .city,
      .option("limit", "the maximum number of stations (default: all)", valueName: "count"),
    ],
    examples: ["stations", "stations casa", "stations @41.15,-8.61"],
    scene: { try StationScenes.list($0.input(StationSearch.self), through: $0.mediator) })

  static let station = Command(
    "station", "Show the lines, departures and entrances of a station and its neighbours",
    outputType: Listing.self,
    arguments: [
      .positional("name", "the station: its name, id:… or @lat,lon", completion: .stations), .city,
      .option(
        "date", "the service day of the first and last trains, such as 2026-11-20 (default: today)",
        valueName: "day"),
    ],
    examples: ["station Trindade", "station \"Casa da Música\" --json"],
    scene: { try StationScenes.page($0.input(StationDetailsQuery.self), $0.mediator) })

  /// The JSON output of `station`: a key for each section of the scene.
  private struct Listing: Decodable {
    let station: StationDetails
    let departures: [NextDepartures]
    let nearby: [FoundStation]
  }
}
