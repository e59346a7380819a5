import Foundation
import Mediator
import TestSupport
import Testing

@Suite struct MediatorAnswersTests {
  let mediator = Mediator()

  @Test func `two answers to one action are an error that names both owners`() throws {
    try mediator.answer(Clock.tick, owner: "First/First.swift") { $0 }
    #expect(throws: MediatorError.duplicate(path: "clock/tick", owners: ["First", "Second"])) {
      try mediator.answer(Clock.tick, owner: "Second/Second.swift") { $0 }
    }
  }

  @Test func `two declarations of one name cannot both be answered`() throws {
    let other = Action<Int, Int>(native: Clock.self, "tick")
    try mediator.answer(Clock.tick, owner: "First/First.swift") { $0 }
    #expect(throws: MediatorError.duplicate(path: "clock/tick", owners: ["First", "Second"])) {
      try mediator.answer(other, owner: "Second/Second.swift") { $0 }
    }
  }

  @Test func `an answer can be withdrawn and given again`() async throws {
    try mediator.answer(Clock.tick) { $0 }
    mediator.withdraw(Clock.tick)
    await #expect(throws: MediatorError.noSuchTarget("clock", nearest: nil)) {
      try await mediator.perform(Clock.tick, 1)
    }
    try mediator.answer(Clock.tick) { $0 + 1 }
    #expect(try await mediator.perform(Clock.tick, 1) == 2)
  }

  @Test func `a withdrawn action is gone for names and URLs too`() async throws {
    try mediator.answer(Clock.add) { $0.first }
    mediator.withdraw(Clock.add)
    await #expect(throws: MediatorError.noSuchTarget("clock", nearest: nil)) {
      try await mediator.perform(target: "clock", action: "add", parameters: [:])
    }
    await #expect(throws: MediatorError.noSuchTarget("clock", nearest: nil)) {
      try await mediator.perform(url: "metro://clock/1/plus/2")
    }
    #expect(mediator.routes.isEmpty)
  }

  @Test func `a replacement answers until its token is gone`() async throws {
    try mediator.answer(Clock.tick) { $0 }
    var first: Subscription? = try mediator.replace(Clock.tick) { $0 * 10 }
    var second: Subscription? = try mediator.replace(Clock.tick) { $0 * 100 }
    #expect(try await mediator.perform(Clock.tick, 1) == 100)
    first = nil
    #expect(try await mediator.perform(Clock.tick, 1) == 100)
    withExtendedLifetime((first, second)) {}
    second = nil
    #expect(try await mediator.perform(Clock.tick, 1) == 1)
  }

  @Test func `a replacement needs no owner, and leaves none behind`() async throws {
    do {
      let replaced = try mediator.replace(Clock.tick) { $0 * 10 }
      #expect(try await mediator.perform(Clock.tick, 1) == 10)
      withExtendedLifetime(replaced) {}
    }
    #expect(mediator.actions.isEmpty)
  }

  @Test func `an owner may come while a replacement stands in`() async throws {
    var replaced: Subscription? = try mediator.replace(Clock.tick) { $0 * 10 }
    try mediator.answer(Clock.tick) { $0 }
    #expect(try await mediator.perform(Clock.tick, 1) == 10)
    withExtendedLifetime(replaced) {}
    replaced = nil
    #expect(try await mediator.perform(Clock.tick, 1) == 1)
  }

  @Test(arguments: [false, true])
  func `an announced owner starts with the first call, and not where it is replaced`(
    isIntercepted: Bool
  ) async throws {
    let passing = isIntercepted ? mediator.intercept(with: Passing()) : nil
    let starts = Recorder<Int>()
    try mediator.announce(Clock.tick, by: "Clock") { [mediator] in
      starts.record(1)
      try mediator.answer(Clock.tick, by: "Clock") { $0 }
    }
    do {
      let replaced = try mediator.replace(Clock.tick) { $0 * 10 }
      #expect(try await mediator.perform(Clock.tick, 1) == 10)
      withExtendedLifetime(replaced) {}
    }
    #expect(starts.values.isEmpty)
    #expect(try await mediator.perform(Clock.tick, 1) == 1)
    #expect(try await mediator.perform(Clock.tick, 2) == 2)
    #expect(starts.values == [1])
    withExtendedLifetime(passing) {}
  }

  @Test func `an owner that closes starts anew with the next call`() async throws {
    let starts = Recorder<Int>()
    try mediator.announce(Clock.tick, by: "Clock") { [mediator] in
      starts.record(1)
      try mediator.answer(Clock.tick, by: "Clock") { $0 }
    }
    _ = try await mediator.perform(Clock.tick, 1)
    mediator.close(Clock.tick)
    #expect(try await mediator.perform(Clock.tick, 1) == 1)
    #expect(starts.values == [1, 1])
  }

  @Test func `what somebody answers cannot be announced by another`() throws {
    try mediator.answer(Clock.tick, owner: "First/First.swift") { $0 }
    #expect(throws: MediatorError.duplicate(path: "clock/tick", owners: ["First", "Second"])) {
      try mediator.announce(Clock.tick, by: "Second") {}
    }
  }

  @Test func `what a handler holds stays for calls under way, until the mediator goes`() throws {
    weak var held: Farewell?
    var mediator: Mediator? = Mediator()
    do {
      let object = Farewell {}
      held = object
      try mediator?.answer(Clock.tick) { [object] number in
        withExtendedLifetime(object) {}
        return number
      }
    }
    mediator?.withdraw(Clock.tick)
    #expect(held != nil)
    mediator = nil
    #expect(held == nil)
  }

  @Test func `an owner that starts without an answer is told as unavailable`() async throws {
    try mediator.announce(Clock.tick, by: "Clock") {}
    let expected = MediatorError.unavailable(path: "clock/tick", reason: "'Clock' is not running")
    await #expect(throws: expected) { try await mediator.perform(Clock.tick, 1) }
  }

  @Test func `what is let go may call the mediator`() throws {
    let farewells = Recorder<Int>()
    func farewell() -> Farewell {
      Farewell { [mediator] in farewells.record(mediator.actions.count) }
    }
    try mediator.announce(Clock.tick, by: "Clock") { [object = farewell()] in _ = object }
    mediator.answerMissing { [object = farewell()] call in
      _ = object
      throw call.error
    }
    mediator.withdraw(Clock.tick)
    mediator.answerMissing { throw $0.error }
    let follower = mediator.follow(Ticked.self) { [object = farewell()] _ in _ = object }
    withExtendedLifetime(consume follower) {}
    let stream = mediator.events(of: Ticked.self, newest: 1)
    mediator.publish(Ticked(object: farewell()))
    mediator.publish(Ticked(object: nil))
    #expect(farewells.values == [0, 0, 0, 0])
    withExtendedLifetime(stream) {}
  }

  @Test func `the registry lists every action with types, reach and owner`() throws {
    try mediator.answer(Clock.tick) { $0 }
    try mediator.answer(Clock.add) { $0.first }
    let listed = mediator.actions.map { action, owner in
      "\(action.target) \(action.name) \(action.input) \(action.output) \(action.reach) \(owner)"
    }
    #expect(
      listed == [
        "clock add Sum Int remote MediatorTests", "clock tick Int Int native MediatorTests",
      ])
  }
}

private struct Ticked: Event {
  let object: Farewell?
}

private struct Passing: Interceptor {}

/// Does something when it goes.
private final class Farewell: Sendable {
  private let say: @Sendable () -> Void

  init(say: @escaping @Sendable () -> Void) {
    self.say = say
  }

  deinit { say() }
}
