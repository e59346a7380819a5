import Mediator
import ModuleTesting
import Platform
import TestSupport
import Testing

@testable import ModuleManager

private enum Weather: Interface {
  static let now = Action<Empty, Int>(Weather.self, "now")
}

/// Answers with a number, once `start` may return.
private struct WeatherModule: ModuleLifecycle {
  let number: Int
  let start: Promise<Void>

  func register(with registrar: Registrar) { registrar.answer(Weather.now) { _ in number } }
  func start() async throws { try await start.value }

  static func manager(
    _ number: Int, on mediator: Mediator, start: Promise<Void> = .fulfilled
  ) async throws -> ModuleManager {
    let descriptor = ModuleDescriptor(Manifest(Weather.self, summary: "", answers: [Weather.now])) {
      _ in WeatherModule(number: number, start: start)
    }
    let manager = try ModuleManager([descriptor], mediator: mediator) { _ in
      ModuleContext(mediator: mediator, folder: TemporaryFolder().url)
    }
    try await manager.open()
    return manager
  }
}

extension Promise<Void> {
  fileprivate static var fulfilled: Promise {
    let promise = Promise()
    promise.fulfil(.success(()))
    return promise
  }
}

@Suite(.timeLimit(.minutes(15))) struct ModuleManagerStopTests {
  @Test func `a manager can take the place of another one, which stops later`() async throws {
    let mediator = Mediator()
    let former = try await WeatherModule.manager(1, on: mediator)
    #expect(try await mediator.perform(Weather.now) == 1)
    former.unregister()
    let next = try await WeatherModule.manager(2, on: mediator)
    #expect(try await mediator.perform(Weather.now) == 2)
    former.unregister()
    await former.stop()
    #expect(try await mediator.perform(Weather.now) == 2)
    next.unregister()
    await #expect(throws: MediatorError.self) { try await mediator.perform(Weather.now) }
    await next.stop()
  }

  @Test func `a start that ends after the removal of the module registers nothing`() async throws {
    let mediator = Mediator()
    let start = Promise<Void>()
    let former = try await WeatherModule.manager(1, on: mediator, start: start)
    let call = Task { try await mediator.perform(Weather.now) }
    try await wait { former.records.first?.state == .starting }
    former.unregister()
    start.fulfil(.success(()))
    await #expect(throws: MediatorError.self) { try await call.value }
    #expect(mediator.registeredActions.isEmpty)
    let next = try await WeatherModule.manager(2, on: mediator)
    #expect(try await mediator.perform(Weather.now) == 2)
    await former.stop()
    await next.stop()
  }

  @Test func `a stop ends half a second after its deadline, even when many modules ignore it`()
    async throws
  {
    let fixture = ModuleManagerFixture(
      Array(repeating: Script(stop: .ignoresCancellation), count: 10))
    try await fixture.withManager(deadlines: Deadlines(stop: .seconds(4))) { manager in
      for name in ModuleManagerFixture.names.prefix(10) { try await manager.start(name) }
      let began = fixture.clock.now
      async let report = manager.stop()
      for number in (0..<10).reversed() {
        try await wait(while: !fixture.log.values.contains("stop \(number)"))
        fixture.clock.advance(by: number == 9 ? .seconds(4) : .milliseconds(50))
      }
      #expect(await report.calls.map { $0.outcome } == Array(repeating: .abandoned, count: 10))
      #expect(began.duration(to: fixture.clock.now) <= .milliseconds(4500))
    }
  }

  @Test func `a stop during starts cancels them and stops the modules that have started`()
    async throws
  {
    for seed in 0..<100 {
      var random = SplitMix64(seed: seed)
      let scripts = (0..<6).map { Script(requires: Array(0..<$0), activation: .eager) }
      let fixture = ModuleManagerFixture(scripts)
      try await fixture.withManager { manager in
        let opening = Task { try? await manager.open() }
        for _ in 0..<Int.random(in: 0..<20, using: &random) { await Task.yield() }
        await manager.stop()
        await opening.value
        let log = fixture.log.values
        let started = log.filter { $0.hasPrefix("start") }.map { $0.dropFirst(6) }
        let stopped = log.filter { $0.hasPrefix("stop") }.map { $0.dropFirst(5) }
        #expect(stopped == started.reversed(), "seed \(seed)")
      }
    }
  }

  @Test(arguments: [[], [1]])
  func `a stop cancels starts, and their callers get the reason`(requires: [Int]) async throws {
    let script = Script(start: .waitsForCancellation)
    let fixture = ModuleManagerFixture(
      requires.isEmpty ? [script] : [Script(requires: requires), script])
    try await fixture.withManager(deadlines: .unlimited) { manager in
      let caller = Task { try await manager.start("Zero") }
      try await wait(while: fixture.log.values.isEmpty)
      #expect(await manager.stop().calls.isEmpty)
      await #expect(throws: ModuleManagerError.stopping) { try await caller.value }
      let number = requires.first ?? 0
      #expect(fixture.log.values == ["start \(number)", "cancelled start \(number)"])
    }
  }

  @Test func `a stop cancels each run and reports only those that had not ended`() async throws {
    let fixture = ModuleManagerFixture([Script(run: .waitsForCancellation), Script(run: .succeeds)])
    try await fixture.withManager { manager in
      for name in ["Zero", "One"] { try await manager.start(name) }
      try await wait(while: fixture.log.values.count < 4)
      // The hook has returned, but the manager may not know it yet.
      try await wait {
        manager.state.withLock(\.started).contains {
          $0.manifest.name == "One" && $0.runEnded.currentResult != nil
        }
      }
      let report = await manager.stop()
      #expect(
        report.calls.map { "\($0.hook) \($0.module)" } == ["stop One", "run Zero", "stop Zero"])
      #expect(fixture.log.values.suffix(3) == ["stop 1", "cancelled run 0", "stop 0"])
      // A run that ends because it was cancelled is no failure.
      #expect(fixture.events.values.suffix(2) == ["One stopped", "Zero stopped"])
      #expect(manager.records.map(\.state) == [.stopped, .stopped])
    }
  }

  @Test(arguments: [(limit: 2, deadline: 1_000_000), (limit: 1_000_000, deadline: 2)])
  func `a stop takes no longer than the shorter one of its limit and its deadline`(
    limit: Int, deadline: Int
  ) async throws {
    let fixture = ModuleManagerFixture([Script(stop: .ignoresCancellation)])
    let deadlines = Deadlines(stop: .seconds(deadline))
    try await fixture.withManager(deadlines: deadlines) { manager in
      try await manager.start("Zero")
      let began = fixture.clock.now
      let stop = Task { await manager.stop(within: .seconds(limit)) }
      try await wait(while: !fixture.log.values.contains("stop 0"))
      fixture.clock.advance(by: .seconds(2))
      #expect(await stop.value.calls.map { $0.outcome } == [.abandoned])
      #expect(began.duration(to: fixture.clock.now) == .seconds(2))
      #expect(manager.records[0].state == .failed("it did not stop in time"))
    }
  }

  @Test func `a second stop waits for the first one`() async throws {
    let fixture = ModuleManagerFixture([Script(stop: .ignoresCancellation)])
    try await fixture.withManager { manager in
      try await manager.start("Zero")
      async let first = manager.stop()
      try await wait(while: !fixture.log.values.contains("stop 0"))
      let second = Task.immediate { await manager.stop() }
      fixture.resumeHangingCalls()
      #expect(await second.value == first)
      #expect(fixture.log.values.filter { $0 == "stop 0" }.count == 1)
    }
  }
}
