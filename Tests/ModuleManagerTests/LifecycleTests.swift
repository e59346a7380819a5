import Foundation
import Mediator
import ModuleManager
import TestSupport
import Testing

@Suite struct LifecycleTests {
  @Test func `a hook reaches every module at work, whatever one of them throws`() async throws {
    let world = World([Script(), Script(hook: .badly), Script(), Script()])
    try await world.live { manager in
      for name in ["Two", "Zero", "One"] { try await manager.start(name) }
      let report = await manager.didReceiveMemoryWarning()
      #expect(report.calls.map { $0.module } == ["Two", "Zero", "One"])
      #expect(report.failures.map { $0.outcome } == [.failed("a fault")])
      #expect(world.notices.values.last == "One failed in didReceiveMemoryWarning: a fault")
      #expect(await manager.willEnterForeground().calls.isEmpty)
      await manager.stop()
    }
  }

  @Test func `a hook that hangs is named and left behind, and the next ones are called`()
    async throws
  {
    let world = World([Script(), Script(hook: .never), Script(hook: .slowly)])
    try await world.live { manager in
      for name in ["Zero", "One", "Two"] { try await manager.start(name) }
      let report = await manager.didReceiveMemoryWarning()
      #expect(
        report.calls.map { $0.outcome } == [
          .returned(isHandled: true), .abandoned, .returned(isHandled: true),
        ])
      #expect(report.calls.map { $0.took } == [.zero, .seconds(5), .seconds(1)])
      await manager.stop()
    }
  }

  @Test func `a URL for one module starts it, any other goes to all at work`() async throws {
    let world = World([Script(), Script(), Script(hook: .badly)])
    try await world.live { manager in
      let one = try #require(URL(string: "metro://one/1"))
      #expect(try await manager.open(one).isHandled)
      #expect(manager.records[0].activation?.reason == .url)
      let other = try #require(URL(string: "https://example.org/2"))
      #expect(try await !manager.open(other).isHandled)
      #expect(
        world.diary.values.filter { !$0.hasPrefix("run") } == ["start 1", "open 1", "open 1"])
      let notification = RemoteNotification(target: "zero", payload: Data())
      #expect(try await manager.didReceive(notification).calls.isEmpty)
      #expect(manager.records.map { $0.state }.filter { $0 == .started }.count == 2)
      await manager.stop()
    }
  }

  @Test func `a start that takes too long is told to the caller, and stopped if it ends later`()
    async throws
  {
    let world = World([Script(start: .never)])
    try await world.live { manager in
      try await manager.open()
      let error = await #expect(throws: MediatorError.self) {
        try await world.mediator.perform(Zero.count)
      }
      #expect(error?.description.contains("did not start within 5 s") == true)
      world.release()
      while !world.diary.values.contains("stop 0") { await Task.yield() }
      #expect(await manager.stop().calls.isEmpty)
      #expect(world.diary.values == ["start 0", "stop 0"])
    }
  }

  @Test func `however many modules ignore their stop, it ends half a second after its deadline`()
    async throws
  {
    let world = World(Array(repeating: Script(stop: .deaf), count: 10))
    try await world.live(deadlines: Deadlines(stop: .seconds(4))) { manager in
      for name in World.names.prefix(10) { try await manager.start(name) }
      let began = world.clock.now
      async let report = manager.stop()
      for number in (0..<10).reversed() {
        while !world.diary.values.contains("stop \(number)") { await Task.yield() }
        world.clock.advance(by: number == 9 ? .seconds(4) : .milliseconds(50))
      }
      #expect(await report.calls.map { $0.outcome } == Array(repeating: .abandoned, count: 10))
      #expect(began.duration(to: world.clock.now) <= .milliseconds(4500))
    }
  }

  @Test func `a required module that cannot start stops what has started`() async throws {
    let world = World([
      Script(activation: .eager),
      Script(requires: [0], activation: .eager, failurePolicy: .required, start: .badly),
    ])
    try await world.live { manager in
      await #expect(throws: Fault.self) { try await manager.open() }
      #expect(
        world.diary.values.filter { !$0.hasPrefix("run") } == ["start 0", "start 1", "stop 0"])
      await #expect(throws: ModuleManagerError.stopping) { try await manager.start("Zero") }
    }
  }

  @Test func `an optional module that cannot start keeps the host and answers why`() async throws {
    let world = World([
      Script(activation: .eager, start: .badly), Script(requires: [0]), Script(activation: .eager),
    ])
    try await world.live { manager in
      try await manager.open()
      #expect(try await world.mediator.perform(Two.count) == 2)
      await #expect(throws: MediatorError.unavailable(path: "zero/count", reason: "a fault")) {
        try await world.mediator.perform(Zero.count)
      }
      let reason = "'One' requires 'Zero', which could not start: a fault"
      await #expect(throws: MediatorError.unavailable(path: "one/count", reason: reason)) {
        try await world.mediator.perform(One.count)
      }
      await manager.stop()
    }
  }

  @Test func `a crash of one module's work leaves the others at work`() async throws {
    let world = World([Script(run: .badly), Script(run: .slowly)])
    try await world.live { manager in
      try await manager.open()
      #expect(try await world.mediator.perform(One.count) == 1)
      try await manager.start("Zero")
      while !world.notices.values.contains("Zero failed: a fault") { await Task.yield() }
      #expect(manager.records[1].state == .failed("a fault"))
      let reason = "'Zero' is out of use: a fault"
      await #expect(throws: MediatorError.unavailable(path: "zero/count", reason: reason)) {
        try await world.mediator.perform(Zero.count)
      }
      #expect(try await world.mediator.perform(One.count) == 1)
      // The crash has been told, and its work has no end any more.
      let calls = await manager.stop().calls.map { "\($0.hook) \($0.module)" }
      #expect(calls == ["stop Zero", "run One", "stop One"])
    }
  }

  @Test func `a crash of a required module's work stops the host`() async throws {
    let world = World([
      Script(failurePolicy: .required, run: .badly), Script(run: .slowly),
    ])
    try await world.live { manager in
      try await manager.start("One")
      try await manager.start("Zero")
      while !world.notices.values.contains("One stopped") { await Task.yield() }
      #expect(await manager.stop().calls.filter { $0.hook == .stop }.count == 2)
    }
  }

  @Test func `a disabled module answers why, and so does who requires it`() async throws {
    let world = World([Script(), Script(requires: [0])])
    try await world.live(disabled: ["Zero": "it is switched off"]) { manager in
      try await manager.open()
      let error = await #expect(throws: MediatorError.self) {
        try await world.mediator.perform(One.count)
      }
      #expect(error?.description.contains("requires 'Zero'") == true)
      #expect(error?.description.contains("it is switched off") == true)
      #expect(world.diary.values.isEmpty)
      await manager.stop()
    }
    await #expect(throws: ModuleManagerError.unknownModule("Zeo", nearest: "Zero")) {
      try await world.live(disabled: ["Zeo": ""]) { _ in }
    }
  }

  @Test func `a caller who is cancelled does not wait, and the start goes on for the others`()
    async throws
  {
    let world = World([Script(requires: [1]), Script(start: .deaf)])
    try await world.live { manager in
      let caller = Task.immediate { try await manager.start("Zero") }
      let other = Task.immediate { try await manager.start("One") }
      caller.cancel()
      await #expect(throws: CancellationError.self) { try await caller.value }
      world.release()
      try await other.value
      await manager.stop()
    }
  }

  @Test func `a stop while modules start cancels the starts and stops what has started`()
    async throws
  {
    for seed in 0..<100 {
      var random = SplitMix64(seed: seed)
      let scripts = (0..<6).map { Script(requires: Array(0..<$0), activation: .eager) }
      let world = World(scripts)
      try await world.live { manager in
        let opening = Task { try? await manager.open() }
        for _ in 0..<Int.random(in: 0..<20, using: &random) { await Task.yield() }
        await manager.stop()
        await opening.value
        let diary = world.diary.values
        let started = diary.filter { $0.hasPrefix("start") }.map { $0.dropFirst(6) }
        let stopped = diary.filter { $0.hasPrefix("stop") }.map { $0.dropFirst(5) }
        #expect(stopped == started.reversed(), "seed \(seed)")
      }
    }
  }

  @Test func `why and when a module started is on record`() async throws {
    let world = World([Script(start: .slowly), Script(requires: [0])])
    try await world.live { manager in
      try await manager.open()
      world.clock.advance(by: .seconds(7))
      _ = try await world.mediator.perform(One.count)
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
}
