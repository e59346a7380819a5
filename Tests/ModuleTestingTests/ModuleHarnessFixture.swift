import Console
import Foundation
import Mediator
import ModuleManager
import ModuleTesting

enum Weather: Interface {
  static let today = Action<Empty, String>(Weather.self, "today")
  static let tomorrow = Action<Empty, String>(Weather.self, "tomorrow")
}

enum Chart: Interface {
  static let draw = Action<Empty, Empty>(Chart.self, "draw")
}

struct ForecastGiven: Event, Equatable {
  let text: String
}

enum Forecast: Interface {
  static let give = Action<Empty, String>(Forecast.self, "give")
  /// Not in the manifest.
  static let forget = Action<Empty, Empty>(Forecast.self, "forget")
}

/// Returns and publishes the forecast, and implements a hook.
struct ForecastModule: Module, BackgroundHandler {
  static let manifest = Manifest(
    Forecast.self, summary: "", requires: [Weather.self], answers: [Forecast.give],
    publishes: [ForecastGiven.self])
  let mediator: Mediator

  init(context: ModuleContext) { mediator = context.mediator }
  func register(with registrar: Registrar) {
    registrar.answer(Forecast.give) { [mediator] _ in
      let text = try await mediator.perform(Weather.tomorrow)
      mediator.publish(ForecastGiven(text: text))
      return text
    }
  }
  func didEnterBackground() async throws { mediator.publish(ForecastGiven(text: "in background")) }
}

/// What a module contributes to the list of places, which the action returns.
struct Place: Contribution {
  let name: String
}

enum Places: Interface {
  static let list = Action<Empty, [String]>(Places.self, "list")
}

struct PlacesModule: ModuleLifecycle {
  static let descriptor = ModuleDescriptor(
    Manifest(Places.self, summary: "", requires: [Weather.self], answers: [Places.list]),
    contributions: [Place(name: "Own"), Setting("maximum-days", "", default: "1")]
  ) { PlacesModule(context: $0) }

  let context: ModuleContext

  func register(with registrar: Registrar) {
    registrar.answer(Places.list) { [context] _ in
      context.modules.flatMap { $0.contributions(of: Place.self) }.map(\.name)
    }
  }
}

/// Returns the path of its data folder and its settings.
struct WeatherModule: ModuleLifecycle {
  static let descriptor = ModuleDescriptor(
    Manifest(Weather.self, summary: "", answers: [Weather.today, Weather.tomorrow]),
    contributions: [Place(name: "Lighthouse")]
  ) { WeatherModule(context: $0) }

  let context: ModuleContext

  func register(with registrar: Registrar) {
    registrar.answer(Weather.today) { [context] _ in context.folder.path }
    registrar.answer(Weather.tomorrow) { [context] _ in "\(context.configuration.values)" }
  }
}

/// Returns its setting, and publishes an event that its manifest lists or does not list. It has the
/// name of this target, because a publication carries that of the file's target.
struct DaysModule: ModuleLifecycle {
  struct Configuration: Decodable {
    let maximumDays: Int
    let unit: String
  }

  enum ModuleTestingTests: Interface {
    static let count = Action<Empty, String>(ModuleTestingTests.self, "count")
  }

  static func descriptor(publishes: [any Event.Type] = []) -> ModuleDescriptor {
    ModuleDescriptor(
      Manifest(
        ModuleTestingTests.self, summary: "", answers: [ModuleTestingTests.count],
        publishes: publishes),
      contributions: [
        Setting("maximum-days", "", default: "3", accepts: .number(1...7)),
        Setting("unit", "", default: "day"),
      ]
    ) { DaysModule(context: $0) }
  }

  let context: ModuleContext

  func register(with registrar: Registrar) {
    registrar.answer(ModuleTestingTests.count) { [context] _ in
      context.mediator.publish(ForecastGiven(text: "sun"))
      let configuration = try context.configuration.decode(Configuration.self)
      return "\(configuration.maximumDays) \(configuration.unit)"
    }
  }
}
