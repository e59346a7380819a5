import Foundation
import Mediator
import ModuleManager

/// Registration, start and hooks of a thousand modules.
enum ModuleManagerSuite: Suite {
  static let name = "module-manager"

  static func figures(_ options: Options) async throws -> [Figure] {
    let registration = try await Turns.compare(60) {
      var managers: [ModuleManager] = []
      return try await processorMilliseconds {
        managers.append(try await ThousandModules.manager(ThousandModules.modules))
      }
    }
    let start = try await Turns.compare(40) {
      let manager = try await ThousandModules.manager(
        ThousandModules.modules + [ThousandModules.all])
      let time = try await processorMilliseconds {
        try await manager.start(ThousandModules.all.manifest.name)
      }
      await manager.stop()
      return time
    }
    return [
      Figure(
        "1,000 lazy modules registered, CPU", registration, "ms", ratio: .atMost(2),
        because: "the manifest of every module is made and checked"),
      Figure("1,000 modules started, CPU", start, "ms", ratio: .atMost(20)),
    ] + (try await hookFigures())
  }

  /// Compares hooks with an `await` of the same function of each module through an existential.
  private static func hookFigures() async throws -> [Figure] {
    let manager = try await ThousandModules.manager(ThousandModules.modules + [ThousandModules.all])
    try await manager.start(ThousandModules.all.manifest.name)
    let handlers = try await ThousandModules.handlers()
    func awaitAll() async throws -> Double {
      try await processorMilliseconds {
        for handler in handlers { try await handler.willEnterForeground() }
      }
    }
    let missing = try await Turns.compare(1000) {
      await processorMilliseconds { _ = await manager.didReceiveMemoryWarning() }
    } with: {
      try await awaitAll()
    }
    let present = try await Turns.compare(1000) {
      await processorMilliseconds { _ = await manager.willEnterForeground() }
    } with: {
      try await awaitAll()
    }
    await manager.stop()
    // 1,000 modules: a thousandth of a millisecond is a nanosecond for each.
    return [
      Figure(
        "hook that nobody has, a module", missing.divided(by: 1e-3), "ns", ratio: .atMost(0.3)),
      Figure(
        "hook that all have, a module", present.divided(by: 1e-3), "ns", ratio: .atMost(3),
        because: "after each call the clock is read, for its duration and the deadline of the "
          + "next, which takes twice as long as the await"),
    ]
  }
}
