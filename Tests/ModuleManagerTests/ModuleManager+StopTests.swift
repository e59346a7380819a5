import Mediator
import ModuleManager
import TestSupport
import Testing

@Suite struct ModuleManagerStopTests {
  @Test func `a stop cancels starts, whose callers are told why`() async throws {
    let world = World([Script(start: .waiting)])
    try await world.live(deadlines: .endless) { manager in
      let caller = Task { try await manager.start("Zero") }
      while world.diary.values.isEmpty { await Task.yield() }
      #expect(await manager.stop().calls.isEmpty)
      await #expect(throws: ModuleManagerError.stopping) { try await caller.value }
      #expect(world.diary.values == ["start 0", "cancelled start 0"])
    }
  }

  @Test func `a stop ends work, and none that has ended is told of`() async throws {
    let world = World([Script(run: .waiting), Script(run: .well)])
    try await world.live { manager in
      for name in ["Zero", "One"] { try await manager.start(name) }
      while world.diary.values.count < 4 { await Task.yield() }
      for _ in 0..<100 { await Task.yield() }
      let report = await manager.stop()
      #expect(
        report.calls.map { "\($0.hook) \($0.module)" } == ["stop One", "run Zero", "stop Zero"])
      #expect(world.diary.values.suffix(3) == ["stop 1", "cancelled run 0", "stop 0"])
    }
  }

  @Test func `a limit counts where it is shorter than the deadline`() async throws {
    let world = World([Script(stop: .deaf)])
    try await world.live(deadlines: .endless) { manager in
      try await manager.start("Zero")
      let began = world.clock.now
      let stop = Task { await manager.stop(within: .seconds(2)) }
      while !world.diary.values.contains("stop 0") { await Task.yield() }
      world.clock.advance(by: .seconds(2))
      #expect(await stop.value.calls.map { $0.outcome } == [.abandoned])
      #expect(began.duration(to: world.clock.now) == .seconds(2))
      #expect(manager.records[0].state == .failed("it did not stop in time"))
    }
  }

  @Test func `whoever stops a second time waits for the first stop`() async throws {
    let world = World([Script(stop: .deaf)])
    try await world.live { manager in
      try await manager.start("Zero")
      async let first = manager.stop()
      while !world.diary.values.contains("stop 0") { await Task.yield() }
      let second = Task.immediate { await manager.stop() }
      world.release()
      #expect(await second.value == first)
      #expect(world.diary.values.filter { $0 == "stop 0" }.count == 1)
    }
  }
}
