import Mediator
import ModuleManager
import TestSupport
import Testing

@Suite struct ModuleManagerHooksTests {
  @Test func `a hook reaches modules that started after the last one`() async throws {
    let world = World([Script(), Script()])
    try await world.live { manager in
      try await manager.start("Zero")
      await manager.didReceiveMemoryWarning()
      try await manager.start("One")
      await manager.didReceiveMemoryWarning()
      #expect(
        world.diary.values.filter { $0.hasPrefix("warn") } == ["warn 0", "warn 0", "warn 1"])
      await manager.stop()
    }
  }

  @Test func `a hook that is left behind hears it`() async throws {
    let world = World([Script(hook: .waiting)])
    try await world.live { manager in
      try await manager.start("Zero")
      let warning = Task { await manager.didReceiveMemoryWarning() }
      while !world.diary.values.contains("warn 0") { await Task.yield() }
      world.clock.advance(by: Script.limit)
      #expect(await warning.value.calls.map { $0.outcome } == [.abandoned])
      while !world.diary.values.contains("cancelled warn 0") { await Task.yield() }
      await manager.stop()
    }
  }

  @Test func `the last call of each hook is on record`() async throws {
    let world = World([Script(hook: .slowly)])
    try await world.live { manager in
      try await manager.start("Zero")
      await manager.didReceiveMemoryWarning()
      await manager.stop()
      let calls = manager.records[0].calls
      #expect(calls.map { $0.hook } == [.didReceiveMemoryWarning, .stop])
      #expect(calls.map { $0.took } == [.seconds(1), .zero])
    }
  }
}
