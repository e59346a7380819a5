import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Testing

@Suite(.timeLimit(.minutes(15))) struct ModuleManagerHooksTests {
  @Test func `a hook is called in every started module, even when one of them throws`() async throws
  {
    let fixture = ModuleManagerFixture([Script(), Script(hook: .fails), Script(), Script()])
    try await fixture.withManager { manager in
      for name in ["Two", "Zero", "One"] { try await manager.start(name) }
      let report = await manager.didReceiveMemoryWarning()
      #expect(report.calls.map { $0.module } == ["Two", "Zero", "One"])
      #expect(report.failures.map { $0.outcome } == [.failed("a fault")])
      #expect(fixture.events.values.last == "One failed in didReceiveMemoryWarning: a fault")
      #expect(await manager.willEnterForeground().calls.isEmpty)
      await manager.stop()
    }
  }

  @Test
  func `a hook that exceeds its deadline is abandoned and reported, and the next ones are called`()
    async throws
  {
    let fixture = ModuleManagerFixture([
      Script(), Script(hook: .exceedsDeadline), Script(hook: .succeedsSlowly),
    ])
    try await fixture.withManager { manager in
      for name in ["Zero", "One", "Two"] { try await manager.start(name) }
      let report = await manager.didReceiveMemoryWarning()
      #expect(
        report.calls.map { $0.outcome } == [.returned, .abandoned, .returned])
      #expect(report.calls.map { $0.took } == [.zero, .seconds(5), .seconds(1)])
      await manager.stop()
    }
  }

  @Test
  func
    `a notification for one module starts that module, and any other goes to all started modules`()
    async throws
  {
    let fixture = ModuleManagerFixture([Script(), Script(), Script(hook: .fails)])
    try await fixture.withManager { manager in
      let one = RemoteNotification(target: "one", payload: Data("1".utf8))
      let first = try await manager.didReceive(one)
      #expect(first.calls.map { $0.outcome } == [.returned])
      #expect(manager.records[0].activation?.reason == .notification)
      let other = RemoteNotification(payload: Data("2".utf8))
      let second = try await manager.didReceive(other)
      #expect(second.calls.map { $0.outcome } == [.returned])
      #expect(
        fixture.log.values.filter { !$0.hasPrefix("run") } == [
          "start 1", "receive 1", "receive 1",
        ])
      #expect(manager.records.count { $0.state == .started } == 1)
      await manager.stop()
    }
  }

  @Test func `a notification for a module that receives none only starts it`() async throws {
    let mediator = Mediator()
    let manager = try ModuleManager([GateModule.self], mediator: mediator, clock: ManualClock()) {
      _ in ModuleContext(mediator: mediator, folder: FileManager.default.temporaryDirectory)
    }
    try await manager.open()
    let notification = RemoteNotification(target: "gate", payload: Data())
    #expect(try await manager.didReceive(notification).calls.isEmpty)
    #expect(manager.records.map(\.state) == [.started])
    await manager.stop()
  }

  @Test func `a hook is also called in modules that started after its last call`() async throws {
    let fixture = ModuleManagerFixture([Script(), Script()])
    try await fixture.withManager { manager in
      try await manager.start("Zero")
      await manager.didReceiveMemoryWarning()
      try await manager.start("One")
      await manager.didReceiveMemoryWarning()
      #expect(
        fixture.log.values.filter { $0.hasPrefix("warn") } == ["warn 0", "warn 0", "warn 1"])
      await manager.stop()
    }
  }

  @Test func `no hook is called after the stop`() async throws {
    let fixture = ModuleManagerFixture([Script()])
    try await fixture.withManager { manager in
      try await manager.start("Zero")
      await manager.didReceiveMemoryWarning()
      await manager.stop()
      #expect(await manager.didReceiveMemoryWarning().calls.isEmpty)
    }
  }

  @Test func `a hook that is abandoned is cancelled`() async throws {
    let fixture = ModuleManagerFixture([Script(hook: .waitsForCancellation)])
    try await fixture.withManager { manager in
      try await manager.start("Zero")
      let warning = Task { await manager.didReceiveMemoryWarning() }
      try await wait(while: !fixture.log.values.contains("warn 0"))
      fixture.clock.advance(by: Script.deadline)
      #expect(await warning.value.calls.map { $0.outcome } == [.abandoned])
      try await wait(while: !fixture.log.values.contains("cancelled warn 0"))
      await manager.stop()
    }
  }
}
