import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Platform
import Testing

@Suite(.timeLimit(.minutes(15))) struct RestartIntensityTests {
  @Test func `a module whose run throws is stopped, and the next call starts it again`()
    async throws
  {
    let fixture = try RestartFixture()
    try await fixture.manager.open()
    #expect(try await fixture.call() == 1)
    fixture.failRun()
    try await wait { fixture.log.values.contains("stop 1") }
    #expect(fixture.state == .failed("a fault"))
    #expect(fixture.events.values == ["started", "failed: a fault"])
    fixture.clock.advance(by: .milliseconds(100))
    #expect(try await fixture.call() == 2)
    #expect(fixture.state == .started)
    #expect(fixture.log.values == ["start 1", "stop 1", "start 2"])
    await fixture.manager.stop()
    #expect(fixture.log.values == ["start 1", "stop 1", "start 2", "stop 2"])
  }

  @Test func `a call during the back-off waits for the start, which is not repeated`() async throws
  {
    let fixture = try RestartFixture()
    try await fixture.manager.open()
    // The back-off doubles with each start within the window.
    for (starts, milliseconds) in [(1, 100), (2, 200), (3, 400)] {
      #expect(try await fixture.call() == starts)
      fixture.failRun()
      try await wait { fixture.log.values.contains("stop \(starts)") }
      let calls = (0..<3).map { _ in Task.immediate { try await fixture.call() } }
      try await wait { fixture.state == .starting }
      fixture.clock.advance(by: .milliseconds(milliseconds - 1))
      for _ in 0..<100 { await Task.yield() }
      #expect(!fixture.log.values.contains("start \(starts + 1)"))
      fixture.clock.advance(by: .milliseconds(1))
      for call in calls { #expect(try await call.value == starts + 1) }
    }
    await fixture.manager.stop()
  }

  @Test func `the deadline of the start counts after the back-off`() async throws {
    let deadlines = Deadlines(start: .milliseconds(20), stop: .seconds(5), hook: .seconds(5))
    let fixture = try RestartFixture(deadlines: deadlines)
    try await fixture.manager.open()
    _ = try await fixture.call()
    fixture.failRun()
    try await wait { fixture.log.values.contains("stop 1") }
    let call = Task.immediate { try await fixture.call() }
    try await wait { fixture.state == .starting }
    fixture.clock.advance(by: .milliseconds(90))
    for _ in 0..<100 { await Task.yield() }
    #expect(fixture.state == .starting)
    fixture.clock.advance(by: .milliseconds(10))
    #expect(try await call.value == 2)
    await fixture.manager.stop()
  }

  @Test func `a call that is cancelled during the back-off does not wait`() async throws {
    let fixture = try RestartFixture()
    try await fixture.manager.open()
    _ = try await fixture.call()
    fixture.failRun()
    try await wait { fixture.log.values.contains("stop 1") }
    let call = Task.immediate { try await fixture.call() }
    call.cancel()
    await #expect(throws: CancellationError.self) { try await call.value }
    fixture.clock.advance(by: .milliseconds(100))
    #expect(try await fixture.call() == 2)
    await fixture.manager.stop()
  }

  @Test func `a stop of the host ends the back-off`() async throws {
    let fixture = try RestartFixture()
    try await fixture.manager.open()
    _ = try await fixture.call()
    fixture.failRun()
    try await wait { fixture.log.values.contains("stop 1") }
    let call = Task.immediate { try await fixture.call() }
    try await wait { fixture.state == .starting }
    #expect(await fixture.manager.stop().failures.isEmpty)
    await #expect(
      throws: MediatorError.unavailable(path: "flaky/count", reason: "the host is stopping")
    ) {
      try await call.value
    }
    #expect(fixture.log.values == ["start 1", "stop 1"])
  }

  @Test func `a module that fails after too many starts is unavailable, with the reason`()
    async throws
  {
    let fixture = try RestartFixture()
    try await fixture.manager.open()
    fixture.failStarts(true)
    for _ in 0..<4 {
      fixture.clock.advance(by: .seconds(1))
      await #expect(throws: MediatorError.unavailable(path: "flaky/count", reason: "a fault")) {
        try await fixture.call()
      }
    }
    fixture.clock.advance(by: .seconds(1000))
    let reason =
      "it was started 4 times within 60 s and failed each time; the last reason: a fault"
    await #expect(throws: MediatorError.unavailable(path: "flaky/count", reason: reason)) {
      try await fixture.call()
    }
    #expect(fixture.state == .failed(reason))
    #expect(fixture.events.values == ["failed: a fault", "failed: \(reason)"])
    #expect(fixture.log.values == ["start 1", "start 2", "start 3", "start 4"])
    // An event takes the same way.
    fixture.mediator.publish(Knock())
    await fixture.mediator.drain()
    #expect(fixture.log.values.count == 4)
    // The host allows it again.
    fixture.failStarts(false)
    try await fixture.manager.start("Flaky")
    #expect(try await fixture.call() == 5)
    await fixture.manager.stop()
  }

  @Test func `starts before the window do not count`() async throws {
    let fixture = try RestartFixture()
    try await fixture.manager.open()
    for number in 1...20 {
      #expect(try await fixture.call() == number)
      fixture.failRun()
      try await wait { fixture.log.values.contains("stop \(number)") }
      fixture.clock.advance(by: .seconds(21))
    }
    await fixture.manager.stop()
  }

  @Test func `an event starts a failed module again`() async throws {
    let fixture = try RestartFixture()
    try await fixture.manager.open()
    fixture.mediator.publish(Knock())
    try await wait { fixture.log.values.contains("knock 1") }
    fixture.failRun()
    try await wait { fixture.log.values.contains("stop 1") }
    fixture.clock.advance(by: .milliseconds(100))
    fixture.mediator.publish(Knock())
    try await wait { fixture.log.values.contains("knock 2") }
    await fixture.manager.stop()
  }

  @Test func `a module that hangs in its stop is abandoned, and starts again`() async throws {
    let fixture = try RestartFixture(stop: { try await Promise<Void>().value })
    try await fixture.manager.open()
    _ = try await fixture.call()
    fixture.failRun()
    try await wait { fixture.log.values.contains("stop 1") }
    let call = Task.immediate { try await fixture.call() }
    try await wait { fixture.state == .starting }
    // The deadline of the stop, which is shorter than that of the start.
    fixture.clock.advance(by: .seconds(5))
    #expect(try await call.value == 2)
    #expect(fixture.events.values.contains("stop failed: it did not return within 5 s"))
    _ = Task.immediate { await fixture.manager.stop(within: .zero) }
  }

  /// With a maximum of 0, only the host starts the module again.
  @Test(arguments: [3, 0])
  func `a module does not start again before its previous instance has stopped`(maximum: Int)
    async throws
  {
    let stopped = Promise<Void>()
    let fixture = try RestartFixture(
      restarts: RestartIntensity(maximum: maximum, within: .seconds(60)),
      stop: { try await stopped.value })
    try await fixture.manager.open()
    _ = try await fixture.call()
    fixture.failRun()
    try await wait { fixture.log.values.contains("stop 1") }
    let start = Task.immediate { try await fixture.manager.start("Flaky") }
    fixture.clock.advance(by: .milliseconds(100))
    for _ in 0..<100 { await Task.yield() }
    #expect(fixture.log.values == ["start 1", "stop 1"])
    stopped.fulfil(.success(()))
    try await start.value
    #expect(fixture.log.values == ["start 1", "stop 1", "start 2"])
    await fixture.manager.stop()
  }

  @Test func `an instance that was stopped after a failure gets no hook and no second stop`()
    async throws
  {
    let fixture = try RestartFixture()
    try await fixture.manager.open()
    for number in 1...2 {
      #expect(try await fixture.call() == number)
      fixture.failRun()
      try await wait { fixture.log.values.contains("stop \(number)") }
      fixture.clock.advance(by: .seconds(1))
    }
    #expect(try await fixture.call() == 3)
    #expect(await fixture.manager.didReceiveMemoryWarning().calls.count == 1)
    await fixture.manager.stop()
    #expect(
      fixture.log.values == [
        "start 1", "stop 1", "start 2", "stop 2", "start 3", "warn 3", "stop 3",
      ])
  }

  @Test func `the failure of a requirement causes no back-off`() async throws {
    let fails = Lock(true)
    let requirement = ModuleDescriptor(Manifest(name: "Base", summary: "")) { _ in
      if fails.withLock({ $0 }) { throw TestError() }
      return Base()
    }
    let fixture = try RestartFixture(requirement: requirement)
    try await fixture.manager.open()
    await #expect(throws: MediatorError.self) { try await fixture.call() }
    fails.withLock { $0 = false }
    // The time does not pass.
    #expect(try await fixture.call() == 1)
    await fixture.manager.stop()
  }

  @Test func `without a restart intensity, a module is not started again after its run threw`()
    async throws
  {
    let fixture = try RestartFixture(restarts: nil)
    try await fixture.manager.open()
    _ = try await fixture.call()
    fixture.failRun()
    // The report follows the removal of the handlers.
    try await wait { fixture.events.values.last == "failed: a fault" }
    #expect(fixture.state == .failed("a fault"))
    fixture.clock.advance(by: .seconds(1000))
    await #expect(throws: MediatorError.unavailable(path: "flaky/count", reason: "a fault")) {
      try await fixture.call()
    }
    await fixture.manager.stop()
    #expect(fixture.log.values == ["start 1", "stop 1"])
  }
}
