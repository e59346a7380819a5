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

  public static let contributions = Contributions(commands)

  /// The command `fare`.
  static let commands: [Command] = [.fare]

  private let quoter: FareQuoter

  /// Creates the module.
  public init(context: ModuleContext) {
    quoter = FareQuoter(mediator: context.mediator, now: context.now)
  }

  public func register(with registrar: Registrar) {
    registrar.answer(Fares.quote) { [quoter] in try await quoter.quote($0) }
    registrar.answer(Fares.price) { [quoter] in try await quoter.price($0) }
    registrar.answer(Fares.list) { [quoter] in try await quoter.list($0) }
    registrar.answer(Fares.offer) { [quoter] in try await quoter.offer($0) }
  }
}
