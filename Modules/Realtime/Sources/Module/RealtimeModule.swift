import Console
import DataSourceInterface
import Mediator
public import ModuleManager
import NetworkInterface
import NewsInterface
import Platform
import RealtimeInterface

/// Knows what is different now from the timetables.
public struct RealtimeModule: Module {
  public static let manifest = Manifest(
    Realtime.self, summary: "Knows what is different now from the timetables",
    requires: [DataSource.self], uses: [Network.self, News.self],
    answers: [Realtime.status, Realtime.vehicles], follows: [LiveTimetableAsked.self])

  public static let contributions = Contributions(commands)

  /// `city realtime`.
  static let commands: [Command] = [.cityRealtime]

  private let cities: WatchedCities

  /// Creates the module.
  public init(context: ModuleContext) {
    self.init(context: context, clock: ContinuousClock())
  }

  init(context: ModuleContext, clock: any Clock<Duration>) {
    cities = WatchedCities(context, clock: clock)
  }

  public func register(with registrar: Registrar) {
    registrar.follow(LiveTimetableAsked.self) { [cities] in await cities.watch(of: $0.city).ask() }
    registrar.answer(Realtime.status) { [cities] in try await cities.status(of: $0.city) }
    registrar.answer(Realtime.vehicles) { [cities] in try await cities.vehicles(of: $0.city) }
  }

  public func stop() { cities.stop() }
}
