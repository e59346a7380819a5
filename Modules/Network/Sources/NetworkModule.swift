public import ModuleManager
import NetworkInterface

/// Fetches files from the web.
public struct NetworkModule: Module {
  /// What the module is, needs and offers.
  public static let manifest = Manifest(
    Network.self, summary: "fetches files from the web", answers: [Network.fetch])

  /// Creates the module.
  public init(context: ModuleContext) {}

  /// Binds `Network.fetch`.
  public func connect(_ connection: Connection) {
    connection.answer(Network.fetch) { try await $0.fetch() }
  }
}
