import Mediator
import ModuleManager
import ModuleTesting
import Testing

@Suite struct ModuleRecordTests {
  @Test func `a record has the reason, the time and the duration of a start`() async throws {
    let fixture = ModuleManagerFixture([Script(start: .succeedsSlowly), Script(requires: [0])])
    try await fixture.withManager { manager in
      try await manager.open()
      fixture.clock.advance(by: .seconds(7))
      _ = try await fixture.mediator.perform(One.count)
      let records = manager.records
      #expect(
        records.map { $0.activation?.reason } == [.requirement(of: "One"), .action("one/count")])
      #expect(records.map { $0.activation?.at } == [.seconds(7), .seconds(7)])
      #expect(records.map { $0.activation?.took } == [.seconds(1), .zero])
      await manager.stop()
      #expect(manager.records.map { $0.state } == [.stopped, .stopped])
      #expect(manager.records[0].calls.last?.hook == .stop)
    }
  }

  @Test func `a record has the last call of each hook`() async throws {
    let fixture = ModuleManagerFixture([Script(run: .succeedsSlowly, hook: .succeedsSlowly)])
    try await fixture.withManager { manager in
      try await manager.start("Zero")
      await manager.didReceiveMemoryWarning()
      await manager.stop()
      let calls = manager.records[0].calls
      #expect(calls.map { $0.hook } == [.run, .didReceiveMemoryWarning, .stop])
      #expect(calls.map { $0.took } == [.zero, .seconds(1), .zero])
    }
  }
}
