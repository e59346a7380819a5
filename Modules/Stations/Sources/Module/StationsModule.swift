import BookmarksInterface
import Console
import DataSourceInterface
import Mediator
public import ModuleManager
import NewsInterface
import Scenes
import StationsInterface

/// The module that finds stations and shows their details.
public struct StationsModule: Module {
  public static let manifest = Manifest(
    Stations.self, summary: "Finds stations and shows their details and departures",
    requires: [DataSource.self], uses: [Bookmarks.self, News.self],
    answers: [
      Stations.search, Stations.nearby, Stations.departures, Stations.board, Stations.picker,
    ],
    publishes: [DeparturesExpired.self])

  public static let contributions = Contributions(commands, scenes, widgets, pickers, [slot])

  /// The stations of lists, for the actions and details of other modules and plug-ins.
  static let slot = RowSlot("station", FoundStation.self)

  /// The commands `stations`, `station` and `board`.
  static let commands: [Command] = [.stations, .station, .board]

  private let lookup: StationLookup

  /// Creates the module.
  public init(context: ModuleContext) {
    lookup = StationLookup(mediator: context.mediator, now: context.now)
  }

  public func register(with registrar: Registrar) {
    registrar.answer(Stations.search) { [lookup] in try await lookup.search($0) }
    registrar.answer(Stations.nearby) { [lookup] in try await lookup.nearby($0) }
    registrar.answer(Stations.departures) { [lookup] in try await lookup.departures($0) }
    registrar.answer(Stations.board) { [lookup] in try await lookup.board($0) }
    registrar.answer(Stations.picker) { [lookup] city in
      StationPicker { title, end in
        StationScenes.picker(title, city: city, through: lookup.mediator, onSelection: end)
      }
    }
  }
}

extension StationsModule: ForegroundHandler {
  /// Publishes `DeparturesExpired`, after which open scenes load the departures again.
  public func willEnterForeground() { lookup.mediator.publish(DeparturesExpired()) }
}
