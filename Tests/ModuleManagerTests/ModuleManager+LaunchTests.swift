import Foundation
import Mediator
import ModuleManager
import TestSupport
import Testing

@Suite struct ModuleManagerLaunchTests {
  @Test func `a start that fails tells every waiting caller, and was tried once`() async throws {
    let world = World([Script(start: .deaf)])
    try await world.live(deadlines: .endless) { manager in
      let callers = (0..<50).map { _ in Task.immediate { try await manager.start("Zero") } }
      while world.diary.values.isEmpty { await Task.yield() }
      let stop = Task.immediate { await manager.stop(within: .seconds(5)) }
      world.clock.advance(by: .seconds(5))
      for caller in callers {
        let error = await #expect(throws: ModuleManagerError.self) { try await caller.value }
        #expect(error == .startTookTooLong("Zero", deadline: .seconds(5)))
      }
      #expect(await stop.value.calls.map { $0.outcome } == [.abandoned])
      #expect(world.diary.values == ["start 0"])
    }
  }

  @Test func `a call that is cancelled while its module starts is not told as unavailable`()
    async throws
  {
    let world = World([Script(start: .deaf)])
    try await world.live(deadlines: .endless) { manager in
      try await manager.open()
      let call = Task { try await world.mediator.perform(Zero.count) }
      while world.diary.values.isEmpty { await Task.yield() }
      call.cancel()
      await #expect(throws: CancellationError.self) { try await call.value }
      world.release()
      #expect(try await world.mediator.perform(Zero.count) == 0)
      await manager.stop()
    }
  }

  @Test func `a start hears that it took too long`() async throws {
    let world = World([Script(start: .waiting)])
    try await world.live { manager in
      let caller = Task { try await manager.start("Zero") }
      while world.diary.values.isEmpty { await Task.yield() }
      world.clock.advance(by: Script.limit)
      await #expect(throws: ModuleManagerError.self) { try await caller.value }
      while world.diary.values.count < 2 { await Task.yield() }
      #expect(world.diary.values == ["start 0", "cancelled start 0"])
      #expect(manager.records[0].state == .failed("\(Self.late)"))
    }
  }

  @Test func `a start that comes too late takes nothing from the one after it`() async throws {
    let mediator = Mediator()
    let diary = Recorder<String>()
    let clock = ManualClock()
    let release = Promise<Empty>()
    try mediator.answer(Log.write) { sentence in
      diary.record(sentence)
      return diary.values.count == 1 ? try await release.result.get() : Empty()
    }
    let manager = try ModuleManager([SlowModule.self], mediator: mediator, clock: clock) { _ in
      ModuleContext(mediator: mediator, folder: FileManager.default.temporaryDirectory)
    }
    try await manager.open()
    let first = Task.detached { try await mediator.perform(Slow.act) }
    while diary.values.isEmpty { await Task.yield() }
    clock.advance(by: .seconds(10))
    await #expect(throws: MediatorError.self) { try await first.value }
    _ = try await mediator.perform(Slow.act)
    release.fulfil(.success(Empty()))
    while !diary.values.contains("stop") { await Task.yield() }
    _ = try await mediator.perform(Slow.act)
    #expect(diary.values == ["start", "start", "stop"])
    #expect(await manager.stop().failures.isEmpty)
    #expect(diary.values == ["start", "start", "stop", "stop"])
  }

  @Test func `a module whose answers somebody else gives is stopped, and answers nothing`()
    async throws
  {
    let mediator = Mediator()
    let diary = Recorder<String>()
    try mediator.answer(Log.write) { sentence in
      diary.record(sentence)
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
    #expect(diary.values == ["start", "stop"])
    await #expect(
      throws: MediatorError.unavailable(path: "slow/act", reason: "'Slow' is not running")
    ) {
      try await mediator.perform(Slow.act)
    }
  }

  private static let late = ModuleManagerError.startTookTooLong("Zero", deadline: Script.limit)
}

private enum Log: Interface {
  static let write = Action<String, Empty>(native: Log.self, "write")
}

private enum Slow: Interface {
  static let act = Action<Empty, Empty>(native: Slow.self, "act")
  static let rest = Action<Empty, Empty>(native: Slow.self, "rest")
}

private struct SlowModule: Module {
  static let manifest = Manifest(Slow.self, summary: "", answers: [Slow.act, Slow.rest])
  let mediator: Mediator

  init(context: ModuleContext) { mediator = context.mediator }
  func connect(_ connection: Connection) {
    connection.answer(Slow.act) { $0 }
    connection.answer(Slow.rest) { $0 }
  }
  func start() async throws { _ = try await mediator.perform(Log.write, "start") }
  func stop() async throws { _ = try await mediator.perform(Log.write, "stop") }
}
