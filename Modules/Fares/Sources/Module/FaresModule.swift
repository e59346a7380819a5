import BookmarksInterface
import Console
import DataSourceInterface
import FaresInterface
import Mediator
public import ModuleManager
import RoutingInterface

/// Says what journeys cost.
public struct FaresModule: Module {
  public static let manifest = Manifest(
    Fares.self, summary: "Says what journeys cost", requires: [DataSource.self, Routing.self],
    uses: [Bookmarks.self],
    answers: [Fares.quote, Fares.price, Fares.list, Fares.offer])

  public static let contributions = Contributions(commands, scenes)

  /// The command `fare`.
  static let commands: [Command] = [.fare]

  private let service: FareQuoter

  /// Creates the module.
  public init(context: ModuleContext) {
    service = FareQuoter(mediator: context.mediator, now: context.now)
  }

  public func register(with registrar: Registrar) {
    registrar.answer(Fares.quote) { [service] in try await service.quote($0) }
    registrar.answer(Fares.price) { [service] in try await service.price($0) }
    registrar.answer(Fares.list) { [service] in try await service.list($0) }
    registrar.answer(Fares.offer) { [service] in try await service.offer($0) }
  }
}
