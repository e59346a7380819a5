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

  @Test func `a notification goes to every module that handles it, and starts it before`()
    async throws
  {
    let fixture = ModuleManagerFixture([Script(), Script(hook: .fails), Script(start: .fails)])
    try await fixture.withManager { manager in
      try await manager.start("One")
      let report = await manager.didReceive(RemoteNotification(payload: Data("1".utf8)))
      #expect(report.calls.map { $0.module } == ["One", "Zero"])
      #expect(report.calls.map { $0.outcome } == [.failed("a fault"), .returned])
      let reasons = manager.records.map { $0.activation?.reason }
      #expect(reasons == [.host, .notification, .notification])
      #expect(fixture.events.values.contains("Two failed: a fault"))
      await manager.stop()
    }
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
      let notification = RemoteNotification(payload: Data("1".utf8))
      #expect(await manager.didReceive(notification).calls.isEmpty)
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
