import BookmarksInterface
import CartInterface
import Console
import DataSourceInterface
import FaresInterface
import JourneysInterface
import Mediator
public import ModuleManager
import NewsInterface
import RoutingInterface
import Scenes
import ShareInterface
import StationsInterface
import TripsInterface

/// Plans the journeys that people ask for.
public struct JourneysModule: Module {
  public static let manifest = Manifest(
    Journeys.self, summary: "Plans journeys with their prices, and shares and keeps them",
    requires: [DataSource.self, Routing.self],
    uses: [
      Bookmarks.self, Cart.self, Fares.self, News.self, Share.self, Stations.self, Trips.self,
    ],
    answers: [Journeys.plan, Journeys.lastTrain, Journeys.firstLast],
    publishes: [JourneyPlanned.self, JourneySelected.self])

  public static let contributions = Contributions(
    commands, defaultCommands, scenes, searches, widgets)

  /// The commands `route`, `go`, `last-train`, `first-last` and `share`.
  static let commands: [Command] = [.route, .go, .lastTrain, .firstLast, .share]

  /// `route` for two stations.
  static let defaultCommands: [DefaultCommand] = [.route]

  /// The Journey scene.
  static let scenes: [SceneDescription] = [.journey]

  private let finder: JourneyFinder

  /// Creates the module.
  public init(context: ModuleContext) {
    finder = JourneyFinder(
      resolver: QueryResolver(mediator: context.mediator, now: context.now))
  }

  public func register(with registrar: Registrar) {
    registrar.answer(Journeys.plan) { [finder] in try await finder.plan($0) }
    registrar.answer(Journeys.lastTrain) { [finder] in try await finder.lastTrain($0) }
    registrar.answer(Journeys.firstLast) { [finder] in try await finder.firstLast($0) }
  }
}

extension Mediator {
  /// Publishes `JourneyPlanned` for a plan that a person asked for. Nothing else publishes this
  /// event: `route` and `go` call it, and the Journey scene does for each new question.
  func publishJourneyPlanned(_ plan: JourneyPlan, for query: JourneyQuery) {
    publish(JourneyPlanned(city: plan.city, from: plan.from, to: plan.to, query: query))
  }
}
