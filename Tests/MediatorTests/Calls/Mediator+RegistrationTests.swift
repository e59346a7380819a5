import Foundation
import ModuleTesting
import Testing

@testable import Mediator

@Suite struct MediatorRegistrationTests {
  let mediator = Mediator()

  @Test func `two handlers of one action are an error that names both owners`() throws {
    try mediator.answer(Clock.tick, owner: "First/First.swift") { $0 }
    #expect(throws: MediatorError.duplicate(path: "clock/tick", owners: ["First", "Second"])) {
      try mediator.answer(Clock.tick, owner: "Second/Second.swift") { $0 }
    }
  }

  @Test func `two declarations with the same name cannot both be registered`() throws {
    let other = Action<Int, Int>(native: Clock.self, "tick")
    try mediator.answer(Clock.tick, owner: "First/First.swift") { $0 }
    #expect(throws: MediatorError.duplicate(path: "clock/tick", owners: ["First", "Second"])) {
      try mediator.answer(other, owner: "Second/Second.swift") { $0 }
    }
  }

  @Test(arguments: [false, true])
  func `a lazy owner starts with the first call`(isIntercepted: Bool) async throws {
    let passing = isIntercepted ? mediator.intercept(with: Passing()) : nil
    let starts = Recorder<Int>()
    try mediator.registerLazily(Clock.tick, by: "Clock") { [mediator] in
      starts.record(1)
      try mediator.answer(Clock.tick, by: "Clock") { $0 }
    }
    #expect(starts.values.isEmpty)
    #expect(try await mediator.perform(Clock.tick, 1) == 1)
    #expect(try await mediator.perform(Clock.tick, 2) == 2)
    #expect(starts.values == [1])
    withExtendedLifetime(passing) {}
  }

  @Test func `the path and the links of a removed action can belong to another one`() async throws {
    let former = Action<Empty, Int>(Clock.self, "now", .reads, .remote)
    try mediator.answer(former, owner: "First/First.swift") { _ in 1 }
    mediator.unregister(former)
    await #expect(throws: MediatorError.self) { try await mediator.perform(former) }
    #expect(throws: MediatorError.self) { try mediator.resolve(url: "app://clock/now") }
    let other = Action<Empty, Int>(Clock.self, "now", .reads, .remote)
    try mediator.answer(other, owner: "Second/Second.swift") { _ in 2 }
    #expect(try await mediator.perform(other) == 2)
    #expect(try mediator.resolve(url: "app://clock/now").action.id == other.descriptor.id)
    await #expect(
      throws: MediatorError.unavailable(
        path: "clock/now", reason: "it has changed meanwhile; open it again")
    ) { try await mediator.perform(former) }
  }

  @Test func `a call that waits for an owner that is replaced starts the next one`() async throws {
    try mediator.registerLazily(Clock.tick, by: "Clock") { [mediator] in
      mediator.unregister(Clock.tick)
      try mediator.registerLazily(Clock.tick, by: "Clock") {
        try mediator.answer(Clock.tick, by: "Clock") { $0 + 1 }
      }
    }
    #expect(try await mediator.perform(Clock.tick, 1) == 2)
  }

  @Test func `a deactivated owner starts again with the next call`() async throws {
    let starts = Recorder<Int>()
    try mediator.registerLazily(Clock.tick, by: "Clock") { [mediator] in
      starts.record(1)
      try mediator.answer(Clock.tick, by: "Clock") { $0 }
    }
    _ = try await mediator.perform(Clock.tick, 1)
    mediator.deactivate(Clock.tick)
    #expect(try await mediator.perform(Clock.tick, 1) == 1)
    #expect(starts.values == [1, 1])
  }

  @Test func `an action with a handler cannot be registered lazily by another owner`() throws {
    try mediator.answer(Clock.tick, owner: "First/First.swift") { $0 }
    #expect(throws: MediatorError.duplicate(path: "clock/tick", owners: ["First", "Second"])) {
      try mediator.registerLazily(Clock.tick, by: "Second") {}
    }
  }

  @Test func `an action that is registered lazily cannot be answered by another owner`() throws {
    try mediator.registerLazily(Clock.tick, by: "First") {}
    #expect(throws: MediatorError.duplicate(path: "clock/tick", owners: ["First", "Second"])) {
      try mediator.answer(Clock.tick, by: "Second") { $0 }
    }
  }

  @Test func `a lazy owner cannot answer an action twice`() throws {
    try mediator.registerLazily(Clock.tick, by: "First") {}
    try mediator.answer(Clock.tick, by: "First") { $0 }
    #expect(throws: MediatorError.duplicate(path: "clock/tick", owners: ["First", "First"])) {
      try mediator.answer(Clock.tick, by: "First") { $0 }
    }
  }

  @Test func `what a handler captures is released with the mediator`() throws {
    weak var captured: DeinitObserver?
    var mediator: Mediator? = Mediator()
    do {
      let object = DeinitObserver {}
      captured = object
      try mediator?.registerLazily(Clock.tick, by: "Clock") {}
      try mediator?.answer(Clock.tick, by: "Clock") { [object] number in
        withExtendedLifetime(object) {}
        return number
      }
    }
    mediator?.deactivate(Clock.tick)
    #expect(captured != nil)
    mediator = nil
    #expect(captured == nil)
  }

  @Test func `an action is unavailable if its owner starts without answering it`() async throws {
    try mediator.registerLazily(Clock.tick, by: "Clock") {}
    let expected = MediatorError.unavailable(path: "clock/tick", reason: "'Clock' is not running")
    await #expect(throws: expected) { try await mediator.perform(Clock.tick, 1) }
  }

  @Test func `a deinit may call the mediator`() async throws {
    let releases = Recorder<Int>()
    func observer() -> DeinitObserver {
      DeinitObserver { [mediator] in
        mediator.publish(Released())
        releases.record(mediator.actions.count)
      }
    }
    // While an interceptor is registered, `FastPath` does not get the handler, so it does not
    // retain it.
    let passing = mediator.intercept(with: Passing())
    try mediator.registerLazily(Clock.tick, by: "Clock") {}
    try mediator.answer(Clock.tick, by: "Clock") { [object = observer()] number in
      _ = object
      return number
    }
    mediator.deactivate(Clock.tick)
    mediator.setMissingTargetError { [object = observer()] _ in
      _ = object
      return nil
    }
    mediator.setMissingTargetError { _ in nil }
    let follower = mediator.follow(Ticked.self) { [object = observer()] _ in _ = object }
    withExtendedLifetime(consume follower) {}
    let unused = mediator.follow(queued: Ticked.self) { [object = observer()] _ in _ = object }
    withExtendedLifetime(consume unused) {}
    #expect(releases.values == [1, 1, 1, 1])
    let (release, open) = AsyncStream.makeStream(of: Void.self)
    let busy = mediator.follow(queued: Ticked.self) { _ in for await _ in release { break } }
    mediator.publish(Ticked(object: nil))
    mediator.publish(Ticked(object: observer()))
    withExtendedLifetime(consume busy) {}
    #expect(releases.values == [1, 1, 1, 1, 1])
    open.yield()
    withExtendedLifetime(passing) {}
  }

  @Test func `all actions are listed with types, exposure and owner`() throws {
    try mediator.answer(Clock.tick) { $0 }
    try mediator.answer(Clock.add) { $0.first }
    let listed = mediator.actions.map { action, owner in
      "\(action.target) \(action.name) \(action.input) \(action.output) \(action.exposure) \(owner)"
    }
    #expect(
      listed == [
        "clock add Sum Int remote MediatorTests", "clock tick Int Int native MediatorTests",
      ])
  }
}

private struct Ticked: Event {
  let object: DeinitObserver?
}

private struct Released: Event {}

private struct Passing: Interceptor {}

/// Runs a closure when it is released.
private final class DeinitObserver: Sendable {
  private let onDeinit: @Sendable () -> Void

  init(onDeinit: @escaping @Sendable () -> Void) {
    self.onDeinit = onDeinit
  }

  deinit { onDeinit() }
}
