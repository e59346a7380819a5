import BookmarksInterface
public import Console
import DataSourceInterface
public import ListScene
import Mediator
public import ModuleManager
import StationsInterface

/// Finds stations, and shows what is known of one.
public struct StationsModule: CommandModule, SceneModule {
  /// What the module is, needs and offers.
  public static let manifest = Manifest(
    Stations.self, summary: "finds stations and shows what is known of one",
    requires: [DataSource.self], uses: [Bookmarks.self],
    answers: [Stations.search, Stations.nearby, Stations.departures, Stations.choice])

  /// `stations` and `station`.
  public static let commands: [Command] = [.stations, .station]

  /// Stations to look up.
  public static let scenes = [
    SceneDescription(
      "Stations", "find a station, and its next trains", shows: StationDetailsQuery.self
    ) { query, mediator in
      query.map { StationScene.page($0, mediator) }
        ?? StationScene.list(StationSearch(), through: mediator)
    }
  ]

  private let guide: StationGuide

  /// Creates the module.
  public init(context: ModuleContext) {
    guide = StationGuide(mediator: context.mediator, now: context.now)
  }

  /// Binds the actions of the manifest.
  public func connect(_ connection: Connection) {
    connection.answer(Stations.search) { [guide] in try await guide.search($0) }
    connection.answer(Stations.nearby) { [guide] in try await guide.nearby($0) }
    connection.answer(Stations.departures) { [guide] in try await guide.departures($0) }
    connection.answer(Stations.choice) { [guide] city in
      StationChoice { title, end in
        StationScene.search(
          title, StationSearch(city: city), through: guide.mediator, onChoice: end)
      }
    }
  }
}
