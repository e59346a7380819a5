import Console
import DataSourceInterface
import ListScene
import StationsInterface

extension Command {
  private static let names = Completion.by(DataSource.stations) { $0.map(\.name) }
  private static let city = Argument.option(
    "city", "another city than the current one", value: "id",
    completes: .by(DataSource.cities) { $0.map(\.id.description) })

  /// `stations`: the stations of a city, those whose names fit a text, or those near a place.
  static let stations = Command(
    "stations", "Find stations by name or near a place", shows: Stations.search,
    arguments: [
      .positional(
        "text", "a part of the name, or @lat,lon; all stations unless given", isOptional: true,
        completes: names), city,
      .option("limit", "how many at the most; all unless given", value: "count"),
    ],
    examples: ["stations", "stations casa", "stations @41.15,-8.61"],
    scene: { try StationScene.list($0.input(StationSearch.self), through: $0.mediator) })

  /// `station`: the page of one station.
  static let station = Command(
    "station", "Show a station: its trains, entrances and neighbours", answers: Listing.self,
    arguments: [
      .positional("name", "the station: a name, or id:…", completes: names), city,
      .option("date", "the day of the first and last trains; today unless given", value: "day"),
    ],
    examples: ["station Trindade", "station \"Casa da Música\" --json"],
    scene: { try StationScene.page($0.input(StationDetailsQuery.self), $0.mediator) })

  /// The JSON of `station`.
  private struct Listing: Decodable {
    let station: StationDetails
    let departures: [NextDepartures]
    let nearby: [FoundStation]
  }
}
