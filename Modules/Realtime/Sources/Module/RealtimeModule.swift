public import ModuleManager
import RealtimeInterface

/// Knows what is different now from the timetables.
public struct RealtimeModule: Module {
  public static let manifest = Manifest(
    Realtime.self, summary: "Knows what is different now from the timetables")

  /// Creates the module.
  public init(context: ModuleContext) {}

  public func register(with registrar: Registrar) {}
}
