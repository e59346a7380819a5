public import Console
import DataSourceInterface
import Mediator
public import ModuleManager
import RoutingInterface
import ShareInterface

/// Answers questions for journeys.
public struct RoutingModule: CommandModule {
  /// What the module is, needs and offers.
  public static let manifest = Manifest(
    Routing.self, summary: "plans journeys on a city's timetable",
    requires: [DataSource.self], uses: [Share.self],
    answers: [Routing.plan], publishes: [JourneyPlanned.self])

  /// `route` and `share`.
  public static let commands: [Command] = [.route, .share]

  private let planner: Planner

  /// Creates the module.
  public init(context: ModuleContext) {
    planner = Planner(mediator: context.mediator, now: context.now)
  }

  /// Binds `Routing.plan`.
  public func connect(_ connection: Connection) {
    connection.answer(Routing.plan) { [planner] in try await planner.plan($0) }
  }
}
