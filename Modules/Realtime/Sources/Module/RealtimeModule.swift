import Console
import DataSourceInterface
import Mediator
public import ModuleManager
import NetworkInterface
import NewsInterface
import RealtimeInterface

/// Knows what is different now from the timetables.
public struct RealtimeModule: Module {
  public static let manifest = Manifest(
    Realtime.self, summary: "Knows what is different now from the timetables",
    requires: [DataSource.self], uses: [Network.self, News.self],
    answers: [Realtime.status, Realtime.vehicles], follows: [LiveTimetableRequested.self])

  public static let contributions = Contributions(commands)

  /// `city realtime`.
  static let commands: [Command] = [.cityRealtime]

  private let cities: WatchedCities

  /// Creates the module.
  public init(context: ModuleContext) {
    cities = WatchedCities(context)
  }

  public func register(with registrar: Registrar) {
    registrar.follow(LiveTimetableRequested.self) { [cities] in try await cities.ask($0.city) }
    registrar.answer(Realtime.status) { [cities] in try await cities.status(of: $0.city) }
    registrar.answer(Realtime.vehicles) { [cities] in try await cities.vehicles(of: $0.city) }
  }

  /// Ends the requests.
  public func stop() { cities.stop() }
}
