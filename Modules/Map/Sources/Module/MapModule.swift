public import Console
import DataSourceInterface
import MapInterface
import Mediator
public import ModuleManager
import RoutingInterface
public import ShareInterface

/// Draws a city's network, and its lines one by one.
public struct MapModule: CommandModule, ShareChannelModule {
  /// What the module is, needs and offers.
  public static let manifest = Manifest(
    Map.self, summary: "draws a city's network", requires: [DataSource.self, Routing.self],
    uses: [Share.self], answers: [Map.draw, Map.line, Map.picture])

  /// `map` and `line`.
  public static let commands: [Command] = [.map, .line]

  /// `svg`.
  public static let channels = [
    ShareChannel("svg", "a picture of the journey on the map", makes: Map.picture)
  ]

  private let cartographer: Cartographer

  /// Creates the module.
  public init(context: ModuleContext) {
    cartographer = Cartographer(mediator: context.mediator)
  }

  /// Binds the actions of the manifest.
  public func connect(_ connection: Connection) {
    connection.answer(Map.draw) { [cartographer] in try await cartographer.draw($0) }
    connection.answer(Map.picture) { [cartographer] in try await cartographer.picture(of: $0) }
    connection.answer(Map.line) { [cartographer] in try await cartographer.line($0) }
  }
}
