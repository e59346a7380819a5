import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Platform
import Testing

enum Tracks: Interface {
  static let count = Action<Empty, Int>(Tracks.self, "count")
}

enum Trains: Interface {
  static let count = Action<Empty, Int>(Trains.self, "count")
}

struct TrainArrived: Event {
  let log: Recorder<String>
}

/// Lets the modules that a test starts write to the test's log.
enum TestLog: Interface {
  static let write = Action<String, Empty>(native: TestLog.self, "write")
}

struct TracksModule: Module {
  static let manifest = Manifest(Tracks.self, summary: "counts tracks", answers: [Tracks.count])
  let mediator: Mediator

  init(context: ModuleContext) { mediator = context.mediator }
  func register(with registrar: Registrar) { registrar.answer(Tracks.count) { _ in 2 } }
  func start() async throws { _ = try await mediator.perform(TestLog.write, "start Tracks") }
  func stop() async { _ = try? await mediator.perform(TestLog.write, "stop Tracks") }
}

struct TrainsModule: Module {
  static let manifest = Manifest(
    Trains.self, summary: "counts trains", requires: [Tracks.self], answers: [Trains.count],
    follows: [TrainArrived.self])
  let mediator: Mediator

  init(context: ModuleContext) { mediator = context.mediator }
  func register(with registrar: Registrar) {
    registrar.answer(Trains.count) { [mediator] _ in
      try await mediator.perform(Tracks.count) * 10
    }
    registrar.follow(TrainArrived.self) { $0.log.record("arrived") }
  }
  func start() async throws { _ = try await mediator.perform(TestLog.write, "start Trains") }
  func stop() async { _ = try? await mediator.perform(TestLog.write, "stop Trains") }
}

enum Gate: Interface {
  static let isOpen = Action<Empty, Bool>(Gate.self, "isOpen")
  static let wasOpenForEarlyCaller = Action<Empty, Bool>(Gate.self, "wasOpenForEarlyCaller")
}

/// Calls its own action while it starts.
struct GateModule: Module {
  static let manifest = Manifest(
    Gate.self, summary: "is open or not", answers: [Gate.isOpen, Gate.wasOpenForEarlyCaller])
  let mediator: Mediator
  let isOpen = Lock(false)
  let early = Lock<Task<Bool, any Error>?>(nil)

  init(context: ModuleContext) { mediator = context.mediator }
  func register(with registrar: Registrar) {
    registrar.answer(Gate.isOpen) { [isOpen] _ in isOpen.withLock { $0 } }
    registrar.answer(Gate.wasOpenForEarlyCaller) { [early] _ in
      try await early.withLock { $0 }?.value ?? false
    }
  }
  func start() async throws {
    let call = Task { [mediator] in try await mediator.perform(Gate.isOpen) }
    early.withLock { $0 = call }
    for _ in 0..<100 { await Task.yield() }
    isOpen.withLock { $0 = true }
  }
}

@Suite(.timeLimit(.minutes(15))) struct ModuleManagerTests {
  private let mediator = Mediator()
  private let log = Recorder<String>()

  init() throws { try answerLog(on: mediator) }

  private func answerLog(on mediator: Mediator) throws {
    try mediator.answer(TestLog.write) { [log] in
      log.record($0)
      return Empty()
    }
  }

  private func manager(
    _ modules: [any Module.Type], on mediator: Mediator? = nil
  ) async throws -> ModuleManager {
    let mediator = mediator ?? self.mediator
    let manager = try ModuleManager(modules, mediator: mediator, clock: ManualClock()) { _ in
      ModuleContext(mediator: mediator, folder: FileManager.default.temporaryDirectory)
    }
    try await manager.open()
    return manager
  }

  @Test func `no module starts before it is needed`() async throws {
    let manager = try await manager([TracksModule.self, TrainsModule.self])
    #expect(log.values.isEmpty)
    await manager.stop()
    #expect(log.values.isEmpty)
  }

  @Test
  func `the first call starts a module after its requirements, and the stop is in reverse order`()
    async throws
  {
    let manager = try await manager([TrainsModule.self, TracksModule.self])
    #expect(try await mediator.perform(Trains.count) == 20)
    #expect(log.values == ["start Tracks", "start Trains"])
    await manager.stop()
    #expect(log.values.suffix(2) == ["stop Trains", "stop Tracks"])
  }

  @Test func `concurrent first calls cause one start`() async throws {
    let manager = try await manager([TracksModule.self])
    let total = try await withThrowingTaskGroup { group in
      for _ in 0..<50 {
        group.addTask { [mediator] in try await mediator.perform(Tracks.count) }
      }
      return try await group.reduce(0, +)
    }
    #expect(total == 100)
    #expect(log.values == ["start Tracks"])
    await manager.stop()
  }

  @Test func `an event starts its followers, and draining the mediator waits for them`()
    async throws
  {
    let manager = try await manager([TracksModule.self, TrainsModule.self])
    mediator.publish(TrainArrived(log: log))
    await mediator.drain()
    #expect(log.values == ["start Tracks", "start Trains", "arrived"])
    await manager.stop()
  }

  @Test func `no call reaches a module before its start has returned`() async throws {
    let manager = try await manager([GateModule.self])
    #expect(try await mediator.perform(Gate.isOpen))
    #expect(try await mediator.perform(Gate.wasOpenForEarlyCaller))
    await manager.stop()
  }

  @Test func `calls fail after the stop`() async throws {
    var manager: ModuleManager? = try await manager([TracksModule.self])
    _ = try await mediator.perform(Tracks.count)
    await manager?.stop()
    manager = nil
    await #expect(throws: MediatorError.self) { try await mediator.perform(Tracks.count) }
  }

  @Test func `a failed start fails the call, and the next call tries again`() async throws {
    let mediator = Mediator()
    let manager = try await manager([TracksModule.self], on: mediator)
    let reason = "no target 'test-log'; see the list of modules"
    await #expect(throws: MediatorError.unavailable(path: "tracks/count", reason: reason)) {
      try await mediator.perform(Tracks.count)
    }
    try answerLog(on: mediator)
    #expect(try await mediator.perform(Tracks.count) == 2)
    #expect(log.values == ["start Tracks"])
    await manager.stop()
  }
}
