import BookmarksInterface
public import Console
import DataSourceInterface
public import ListScene
import Mediator
public import ModuleManager
import RoutingInterface
import ShareInterface
import StationsInterface

/// Answers questions for journeys.
public struct RoutingModule: CommandModule, SceneModule {
  /// What the module is, needs and offers.
  public static let manifest = Manifest(
    Routing.self, summary: "plans journeys on a city's timetable",
    requires: [DataSource.self], uses: [Bookmarks.self, Share.self, Stations.self],
    answers: [Routing.plan, Routing.lastTrain, Routing.firstLast, Routing.fronts],
    publishes: [JourneyPlanned.self])

  /// `route`, `go`, `last-train`, `first-last` and `share`.
  public static let commands: [Command] = [.route, .go, .lastTrain, .firstLast, .share]

  /// The journey screen.
  public static let scenes = [
    SceneDescription(
      "Journey", "plan a journey, and play with its departure", shows: JourneyEnds.self
    ) { .journey($0, through: $1) }
  ]

  private let desk: Desk

  /// Creates the module.
  public init(context: ModuleContext) {
    desk = Desk(mediator: context.mediator, now: context.now)
  }

  /// Binds the actions of the manifest.
  public func connect(_ connection: Connection) {
    connection.answer(Routing.plan) { [desk] in try await Planner(desk: desk).plan($0) }
    connection.answer(Routing.lastTrain) { [desk] in
      try await LastTrainPlanner(desk: desk).plan($0)
    }
    connection.answer(Routing.firstLast) { [desk] in try await desk.departures($0) }
    connection.answer(Routing.fronts) { [desk] in try await desk.fronts($0) }
  }
}
