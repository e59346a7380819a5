import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Platform
import Testing

@Suite(.timeLimit(.minutes(15))) struct ModuleManagerStartTests {
  @Test func `a start that exceeds its deadline fails, and a start that ends later is stopped`()
    async throws
  {
    let fixture = ModuleManagerFixture([Script(start: .exceedsDeadline)])
    try await fixture.withManager { manager in
      try await manager.open()
      let error = await #expect(throws: MediatorError.self) {
        try await fixture.mediator.perform(Zero.count)
      }
      #expect(error?.description.contains("did not start within 5 s") == true)
      fixture.resumeHangingCalls()
      try await wait(while: !fixture.log.values.contains("stop 0"))
      #expect(await manager.stop().calls.isEmpty)
      #expect(fixture.log.values == ["start 0", "stop 0"])
    }
  }

  @Test func `when a required module cannot start, the modules that have started are stopped`()
    async throws
  {
    let fixture = ModuleManagerFixture([
      Script(activation: .eager),
      Script(requires: [0], activation: .eager, failurePolicy: .required, start: .fails),
    ])
    try await fixture.withManager { manager in
      await #expect(throws: TestError.self) { try await manager.open() }
      #expect(
        fixture.log.values.filter { !$0.hasPrefix("run") } == ["start 0", "start 1", "stop 0"])
      await #expect(throws: ModuleManagerError.stopping) { try await manager.start("Zero") }
    }
  }

  @Test
  func `when an optional module cannot start, the host continues and calls fail with the reason`()
    async throws
  {
    let fixture = ModuleManagerFixture([
      Script(activation: .eager, start: .fails), Script(requires: [0]), Script(activation: .eager),
    ])
    try await fixture.withManager { manager in
      try await manager.open()
      #expect(try await fixture.mediator.perform(Two.count) == 2)
      await #expect(throws: MediatorError.unavailable(path: "zero/count", reason: "a fault")) {
        try await fixture.mediator.perform(Zero.count)
      }
      let reason = "'One' requires 'Zero', which could not start: a fault"
      await #expect(throws: MediatorError.unavailable(path: "one/count", reason: reason)) {
        try await fixture.mediator.perform(One.count)
      }
      await manager.stop()
    }
  }

  @Test func `calls of a disabled module, and of modules that require it, fail with the reason`()
    async throws
  {
    let fixture = ModuleManagerFixture([Script(), Script(requires: [0])])
    try await fixture.withManager(disabled: ["Zero": "it is switched off"]) { manager in
      try await manager.open()
      let error = await #expect(throws: MediatorError.self) {
        try await fixture.mediator.perform(One.count)
      }
      #expect(error?.description.contains("requires 'Zero'") == true)
      #expect(error?.description.contains("it is switched off") == true)
      #expect(fixture.log.values.isEmpty)
      await manager.stop()
    }
    await #expect(throws: ModuleManagerError.unknownModule("Zeo", nearest: "Zero")) {
      try await fixture.withManager(disabled: ["Zeo": ""]) { _ in }
    }
  }

  @Test func `a cancelled caller does not wait, and the start continues for the others`()
    async throws
  {
    let fixture = ModuleManagerFixture([Script(requires: [1]), Script(start: .ignoresCancellation)])
    try await fixture.withManager { manager in
      let caller = Task.immediate { try await manager.start("Zero") }
      let other = Task.immediate { try await manager.start("One") }
      caller.cancel()
      await #expect(throws: CancellationError.self) { try await caller.value }
      fixture.resumeHangingCalls()
      try await other.value
      await manager.stop()
    }
  }

  @Test func `an opening that is cancelled throws, also while an optional module starts`()
    async throws
  {
    let fixture = ModuleManagerFixture([Script(activation: .eager, start: .ignoresCancellation)])
    try await fixture.withManager { manager in
      let opening = Task { try await manager.open() }
      try await wait(while: fixture.log.values.isEmpty)
      opening.cancel()
      await #expect(throws: CancellationError.self) { try await opening.value }
      fixture.resumeHangingCalls()
      try await manager.start("Zero")
      #expect(fixture.log.values.filter { $0 == "start 0" }.count == 1)
      await manager.stop()
    }
  }

  @Test func `when the run of one module throws, the others continue`() async throws {
    let fixture = ModuleManagerFixture([Script(run: .fails), Script(run: .succeedsSlowly)])
    try await fixture.withManager { manager in
      try await manager.open()
      #expect(try await fixture.mediator.perform(One.count) == 1)
      try await manager.start("Zero")
      try await wait(while: !fixture.events.values.contains("Zero failed: a fault"))
      #expect(manager.records[1].state == .failed("a fault"))
      await #expect(throws: MediatorError.unavailable(path: "zero/count", reason: "a fault")) {
        try await fixture.mediator.perform(Zero.count)
      }
      #expect(try await fixture.mediator.perform(One.count) == 1)
      // The failure of run was reported when it happened, so the stop does not report it again.
      let calls = await manager.stop().calls.map { "\($0.hook) \($0.module)" }
      #expect(calls == ["stop Zero", "run One", "stop One"])
    }
  }

  @Test func `when the run of a required module throws, the host stops`() async throws {
    let fixture = ModuleManagerFixture([
      Script(failurePolicy: .required, run: .fails), Script(run: .succeedsSlowly),
    ])
    try await fixture.withManager { manager in
      try await manager.start("One")
      try await manager.start("Zero")
      try await wait(while: !fixture.events.values.contains("One stopped"))
      #expect(await manager.stop().calls.filter { $0.hook == .stop }.count == 2)
    }
  }

  @Test func `a start that fails is tried once and fails for every waiting caller`() async throws {
    let fixture = ModuleManagerFixture([Script(start: .ignoresCancellation)])
    try await fixture.withManager(deadlines: .unlimited) { manager in
      let callers = (0..<50).map { _ in Task.immediate { try await manager.start("Zero") } }
      try await wait(while: fixture.log.values.isEmpty)
      let stop = Task.immediate { await manager.stop(within: .seconds(5)) }
      fixture.clock.advance(by: .seconds(5))
      for caller in callers {
        let error = await #expect(throws: ModuleManagerError.self) { try await caller.value }
        #expect(error == .startTookTooLong("Zero", deadline: .seconds(5)))
      }
      #expect(await stop.value.calls.map { $0.outcome } == [.abandoned])
      #expect(fixture.log.values == ["start 0"])
    }
  }

  @Test
  func `a call that is cancelled during the start throws a cancellation error, not unavailable`()
    async throws
  {
    let fixture = ModuleManagerFixture([Script(start: .ignoresCancellation)])
    try await fixture.withManager(deadlines: .unlimited) { manager in
      try await manager.open()
      let call = Task { try await fixture.mediator.perform(Zero.count) }
      try await wait(while: fixture.log.values.isEmpty)
      call.cancel()
      await #expect(throws: CancellationError.self) { try await call.value }
      fixture.resumeHangingCalls()
      #expect(try await fixture.mediator.perform(Zero.count) == 0)
      await manager.stop()
    }
  }

  @Test func `a start that exceeds its deadline is cancelled`() async throws {
    let fixture = ModuleManagerFixture([Script(start: .waitsForCancellation)])
    try await fixture.withManager { manager in
      let caller = Task { try await manager.start("Zero") }
      try await wait(while: fixture.log.values.isEmpty)
      fixture.clock.advance(by: Script.deadline)
      await #expect(throws: ModuleManagerError.self) { try await caller.value }
      try await wait(while: fixture.log.values.count < 2)
      #expect(fixture.log.values == ["start 0", "cancelled start 0"])
      #expect(manager.records[0].state == .failed("\(Self.late)"))
    }
  }

  @Test func `an abandoned start that ends late does not affect the next start`() async throws {
    let mediator = Mediator()
    let log = Recorder<String>()
    let clock = ManualClock()
    let release = Promise<Empty>()
    try mediator.answer(TestLog.write) { sentence in
      log.record(sentence)
      return log.values.count == 1 ? try await release.result.get() : Empty()
    }
    let manager = try ModuleManager([SlowModule.self], mediator: mediator, clock: clock) { _ in
      ModuleContext(mediator: mediator, folder: FileManager.default.temporaryDirectory)
    }
    try await manager.open()
    let first = Task.detached { try await mediator.perform(Slow.act) }
    try await wait(while: log.values.isEmpty)
    clock.advance(by: .seconds(10))
    await #expect(throws: MediatorError.self) { try await first.value }
    _ = try await mediator.perform(Slow.act)
    release.fulfil(.success(Empty()))
    try await wait(while: !log.values.contains("stop"))
    _ = try await mediator.perform(Slow.act)
    #expect(log.values == ["start", "start", "stop"])
    #expect(await manager.stop().failures.isEmpty)
    #expect(log.values == ["start", "start", "stop", "stop"])
  }

  @Test func `a module is stopped when one of its actions already has another handler`()
    async throws
  {
    let mediator = Mediator()
    let log = Recorder<String>()
    try mediator.answer(TestLog.write) { sentence in
      log.record(sentence)
      return Empty()
    }
    try mediator.answer(Slow.rest) { $0 }
    let manager = try ModuleManager([SlowModule.self], mediator: mediator) { _ in
      ModuleContext(mediator: mediator, folder: FileManager.default.temporaryDirectory)
    }
    let owners = ["ModuleManagerTests", "Slow"]
    await #expect(throws: MediatorError.duplicate(path: "slow/rest", owners: owners)) {
      try await manager.start("Slow")
    }
    #expect(log.values == ["start", "stop"])
    await #expect(
      throws: MediatorError.unavailable(path: "slow/act", reason: "'Slow' is not running")
    ) {
      try await mediator.perform(Slow.act)
    }
  }

  private static let late = ModuleManagerError.startTookTooLong("Zero", deadline: Script.deadline)
}

private enum Slow: Interface {
  static let act = Action<Empty, Empty>(native: Slow.self, "act")
  static let rest = Action<Empty, Empty>(native: Slow.self, "rest")
}

private struct SlowModule: Module {
  static let manifest = Manifest(Slow.self, summary: "", answers: [Slow.act, Slow.rest])
  let mediator: Mediator

  init(context: ModuleContext) { mediator = context.mediator }
  func register(with registrar: Registrar) {
    registrar.answer(Slow.act) { $0 }
    registrar.answer(Slow.rest) { $0 }
  }
  func start() async throws { _ = try await mediator.perform(TestLog.write, "start") }
  func stop() async throws { _ = try await mediator.perform(TestLog.write, "stop") }
}
