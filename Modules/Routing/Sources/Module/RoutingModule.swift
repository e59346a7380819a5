import DataSourceInterface
import Mediator
public import ModuleManager
import RoutingInterface

/// Searches timetables.
public struct RoutingModule: Module {
  public static let manifest = Manifest(
    Routing.self, summary: "Searches the timetable of a city for journeys",
    requires: [DataSource.self],
    answers: [Routing.search, Routing.searchLastTrain, Routing.noServiceReason])

  private let environment: SearchEnvironment

  /// Creates the module.
  public init(context: ModuleContext) {
    environment = SearchEnvironment(mediator: context.mediator, now: context.now)
  }

  public func register(with registrar: Registrar) {
    registrar.answer(Routing.search) { [environment] in
      try await JourneyPlanner(environment: environment).plan($0)
    }
    registrar.answer(Routing.searchLastTrain) { [environment] in
      try await LastTrainPlanner(environment: environment).plan($0)
    }
    registrar.answer(Routing.noServiceReason) { [environment] day in
      guard !day.timetable.services.running(on: day.date).contains(true) else { return nil }
      return try await NoJourneyReason.noService(on: day.date, in: day.timetable, environment)
    }
  }
}

extension RoutingModule: BackgroundHandler, MemoryWarningHandler {
  /// Releases the schedules, and with them the cities that `DataSource` has released.
  public func didEnterBackground() { environment.schedules.removeAll() }

  /// Releases the same as in the background.
  public func didReceiveMemoryWarning() { didEnterBackground() }
}
