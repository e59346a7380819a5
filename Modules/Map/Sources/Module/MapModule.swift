public import Console
import DataSourceInterface
import MapInterface
import Mediator
public import ModuleManager
import RoutingInterface

/// Draws a city's network, and its lines one by one.
public struct MapModule: CommandModule {
  /// What the module is, needs and offers.
  public static let manifest = Manifest(
    Map.self, summary: "draws a city's network", requires: [DataSource.self, Routing.self],
    answers: [Map.draw, Map.line])

  /// `map` and `line`.
  public static let commands: [Command] = [.map, .line]

  private let cartographer: Cartographer

  /// Creates the module.
  public init(context: ModuleContext) {
    cartographer = Cartographer(mediator: context.mediator)
  }

  /// Binds the actions of the manifest.
  public func connect(_ connection: Connection) {
    connection.answer(Map.draw) { [cartographer] in try await cartographer.draw($0) }
    connection.answer(Map.line) { [cartographer] in try await cartographer.line($0) }
  }
}
