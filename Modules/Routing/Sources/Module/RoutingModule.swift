import BookmarksInterface
import CartInterface
import Console
import DataSourceInterface
import FaresInterface
import Scenes
import Mediator
public import ModuleManager
import RoutingInterface
import ShareInterface
import StationsInterface
import TripsInterface

/// Plans journeys.
public struct RoutingModule: Module {
  public static let manifest = Manifest(
    Routing.self, summary: "Plans journeys in the timetable of a city",
    requires: [DataSource.self],
    uses: [Bookmarks.self, Cart.self, Fares.self, Share.self, Stations.self, Trips.self],
    answers: [Routing.plan, Routing.lastTrain, Routing.firstLast],
    publishes: [JourneyPlanned.self, JourneySelected.self])

  public static let contributions = Contributions(commands, scenes)

  /// The commands `route`, `go`, `last-train`, `first-last` and `share`.
  static let commands: [Command] = [.route, .go, .lastTrain, .firstLast, .share]

  /// The Journey scene.
  static let scenes: [SceneDescription] = [.journey]

  private let resolver: QueryResolver

  /// Creates the module.
  public init(context: ModuleContext) {
    resolver = QueryResolver(mediator: context.mediator, now: context.now)
  }

  public func register(with registrar: Registrar) {
    registrar.answer(Routing.plan) { [resolver] in
      try await JourneyPlanner(resolver: resolver).plan($0)
    }
    registrar.answer(Routing.lastTrain) { [resolver] in
      try await LastTrainPlanner(resolver: resolver).plan($0)
    }
    registrar.answer(Routing.firstLast) { [resolver] in
      try await StationDeparturesPlanner(resolver: resolver).plan($0)
    }
  }
}

extension RoutingModule: BackgroundHandler, MemoryWarningHandler {
  /// Releases the schedules, and with them the cities that `DataSource` has released.
  public func didEnterBackground() { resolver.schedules.removeAll() }

  /// Releases the same as in the background.
  public func didReceiveMemoryWarning() { didEnterBackground() }
}

extension Mediator {
  /// Publishes `JourneyPlanned` for a plan that a person asked for. Nothing else publishes this
  /// event: `route` and `go` call it, and the Journey scene does for each new question.
  func publishJourneyPlanned(_ plan: JourneyPlan, for query: JourneyQuery) {
    publish(JourneyPlanned(city: plan.city, from: plan.from, to: plan.to, query: query))
  }
}
