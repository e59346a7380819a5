import Foundation
import Mediator
import ModuleManager

/// Registration, start and hooks of a thousand modules.
enum ModuleManagerSuite: Suite {
  static let name = "module-manager"

  static func figures(_ options: Options) async throws -> [Figure] {
    let registration = try await fastDecile(of: 100) {
      var managers: [ModuleManager] = []
      return try await time {
        managers.append(try await ThousandModules.manager(ThousandModules.modules))
      }
    }
    let start = try await fastDecile(of: 40) {
      let manager = try await ThousandModules.manager(
        ThousandModules.modules + [ThousandModules.all])
      let time = try await time { try await manager.start(ThousandModules.all.manifest.name) }
      await manager.stop()
      return time
    }
    return [
      Figure("1,000 lazy modules registered", registration / 1e6, "ms", bar: .atMost(2)),
      Figure("1,000 modules started", start / 1e6, "ms", bar: .atMost(20)),
    ] + (try await hookFigures())
  }

  private static func hookFigures() async throws -> [Figure] {
    let manager = try await ThousandModules.manager(ThousandModules.modules + [ThousandModules.all])
    try await manager.start(ThousandModules.all.manifest.name)
    let first = await time { _ = await manager.didReceiveMemoryWarning() }
    let missing = await fastDecile(of: 2000) {
      await time { _ = await manager.didReceiveMemoryWarning() }
    }
    let present = await fastDecile(of: 2000) {
      await time { _ = await manager.willEnterForeground() }
    }
    await manager.stop()
    return [
      Figure("hook that nobody has, a module", missing / 1000, "ns", bar: .atMost(20)),
      Figure("the same, the first time", first / 1000, "ns"),
      Figure("hook that all have, a module", present / 1000, "ns", bar: .atMost(300)),
    ]
  }

  /// The 10th percentile of several times. `Stopwatch` cannot be used, since it measures one thread
  /// and this work runs on several.
  private static func fastDecile(
    of count: Int, _ measure: () async throws -> Double
  ) async rethrows -> Double {
    var times: [Double] = []
    for _ in 0..<count { times.append(try await measure()) }
    return times.sorted()[count / 10]
  }

  /// Returns nanoseconds.
  private static func time(_ body: () async throws -> Void) async rethrows -> Double {
    let began = ContinuousClock.now
    try await body()
    return began.duration(to: .now) / .nanoseconds(1)
  }
}
