import Foundation
import Mediator
import ModuleManager

/// Registration, start and hooks of a thousand modules.
enum ModuleManagerBenchmarks {
  static func run() async throws -> [Figure] {
    let modules = Thousand.modules
    _ = try await registered(modules)
    var figures: [Figure] = []
    figures.append(try await registration(of: modules))
    figures.append(try await start(of: modules))
    figures += try await fanOuts(to: modules)
    return figures
  }

  private static func registered(_ modules: [any Module.Type]) async throws -> ModuleManager {
    let mediator = Mediator()
    let folder = FileManager.default.temporaryDirectory
    let manager = try ModuleManager(modules, mediator: mediator) { _ in
      ModuleContext(mediator: mediator, folder: folder)
    }
    try await manager.open()
    return manager
  }

  private static func registration(of modules: [any Module.Type]) async throws -> Figure {
    let times = try await times(300) { _ = try await registered(modules) }
    return Figure("1,000 lazy modules registered", times.median, bar: .milliseconds(2))
  }

  private static func start(of modules: [any Module.Type]) async throws -> Figure {
    var times: [Duration] = []
    for _ in 0..<20 {
      let manager = try await registered(modules + [AllModule.self])
      times += try await Self.times(1) { try await manager.start(All.name) }
      await manager.stop()
    }
    return Figure("1,000 modules started", times.median, bar: .milliseconds(20))
  }

  private static func fanOuts(to modules: [any Module.Type]) async throws -> [Figure] {
    let manager = try await registered(modules + [AllModule.self])
    try await manager.start(All.name)
    let first = try await times(1) { await manager.didReceiveMemoryWarning() }
    let missing = try await times(200) { await manager.didReceiveMemoryWarning() }
    let present = try await times(2000) { await manager.willEnterForeground() }
    await manager.stop()
    return [
      Figure("a hook that nobody has, a module", missing.median / 1000, bar: .nanoseconds(20)),
      Figure("the same, the first time", first.median / 1000),
      Figure("a hook that all have, a module", present.median / 1000, bar: .nanoseconds(300)),
    ]
  }

  private static func times(
    _ count: Int, _ body: () async throws -> Void
  ) async throws -> [Duration] {
    var times: [Duration] = []
    for _ in 0..<count { times.append(try await ContinuousClock().measure(body)) }
    return times
  }
}

extension [Duration] {
  fileprivate var median: Duration { sorted()[count / 20] }
}

/// A measured time, and what it must not exceed.
struct Figure {
  let name: String
  let time: Duration
  let bar: Duration?

  init(_ name: String, _ time: Duration, bar: Duration? = nil) {
    self.name = name
    self.time = time
    self.bar = bar
  }
}

private protocol Digit: Sendable { static var value: Int { get } }
private enum D0: Digit { static let value = 0 }
private enum D1: Digit { static let value = 1 }
private enum D2: Digit { static let value = 2 }
private enum D3: Digit { static let value = 3 }
private enum D4: Digit { static let value = 4 }
private enum D5: Digit { static let value = 5 }
private enum D6: Digit { static let value = 6 }
private enum D7: Digit { static let value = 7 }
private enum D8: Digit { static let value = 8 }
private enum D9: Digit { static let value = 9 }

/// The interface of one module in a thousand.
private enum Room<A: Digit, B: Digit, C: Digit>: Interface {
  static var number: Int { A.value * 100 + B.value * 10 + C.value }
}

/// One module in a thousand: it answers one action and has one hook.
private struct RoomModule<A: Digit, B: Digit, C: Digit>: Module {
  static var manifest: Manifest {
    Manifest(Thousand.rooms[A.value * 100 + B.value * 10 + C.value], summary: "")
  }

  init(context: ModuleContext) {}
  func connect(_ connection: Connection) {

  }
  func willEnterForeground() async throws {}
}

private enum Thousand {
  static let digits: [any Digit.Type] = [
    D0.self, D1.self, D2.self, D3.self, D4.self, D5.self, D6.self, D7.self, D8.self, D9.self,
  ]
  static let rooms: [any Interface.Type] = each { room($0, $1, $2) }
  static let modules: [any Module.Type] = each { module($0, $1, $2) }
  static let actions = rooms.map { Action<Int, Int>($0, "act") }

  private static func each<T>(
    _ make: (any Digit.Type, any Digit.Type, any Digit.Type) -> T
  ) -> [T] {
    digits.flatMap { a in digits.flatMap { b in digits.map { c in make(a, b, c) } } }
  }

  private static func room<A: Digit, B: Digit, C: Digit>(
    _ a: A.Type, _ b: B.Type, _ c: C.Type
  ) -> any Interface.Type { Room<A, B, C>.self }

  private static func module<A: Digit, B: Digit, C: Digit>(
    _ a: A.Type, _ b: B.Type, _ c: C.Type
  ) -> any Module.Type { RoomModule<A, B, C>.self }
}

private enum All: Interface {}

/// Requires all the others, so that its start is theirs.
private struct AllModule: Module {
  static let manifest = Manifest(All.self, summary: "", requires: Thousand.rooms)
  init(context: ModuleContext) {}
  func connect(_ connection: Connection) {}
}
