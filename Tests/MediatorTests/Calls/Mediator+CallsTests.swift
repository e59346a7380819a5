import Mediator
import TestSupport
import Testing

@Suite struct MediatorCallsTests {
  let mediator = Mediator()

  @Test func `a typed call gets the answer of the module that answers`() async throws {
    try mediator.answer(Clock.add) { $0.first + $0.second }
    #expect(try await mediator.perform(Clock.add, Sum(first: 2, second: 3)) == 5)
  }

  @Test func `a typed call rethrows the module's own error`() async throws {
    try mediator.answer(Clock.tick) { _ in throw ClockFailed() }
    await #expect(throws: ClockFailed()) { try await mediator.perform(Clock.tick, 1) }
  }

  @Test func `a call that nobody answers says which name is missing`() async throws {
    await #expect(throws: MediatorError.noSuchTarget("clock", nearest: nil)) {
      try await mediator.perform(Clock.tick, 1)
    }
    try mediator.answer(Clock.reset) { $0 }
    await #expect(throws: MediatorError.noSuchAction(target: "clock", name: "tick", nearest: nil)) {
      try await mediator.perform(Clock.tick, 1)
    }
  }

  @Test func `a cancellation reaches the handler`() async throws {
    let (began, begin) = AsyncStream.makeStream(of: Void.self)
    try mediator.answer(Clock.tick) { number in
      begin.yield()
      while !Task.isCancelled { await Task.yield() }
      try Task.checkCancellation()
      return number
    }
    let call = Task { [mediator] in try await mediator.perform(Clock.tick, 1) }
    for await _ in began { break }
    call.cancel()
    await #expect(throws: CancellationError.self) { try await call.value }
  }

  @MainActor
  @Test(arguments: [false, true])
  func `a handler runs where its caller runs`(isIntercepted: Bool) async throws {
    try mediator.answer(Clock.tick) {
      MainActor.assertIsolated()
      return $0
    }
    let subscription = isIntercepted ? mediator.intercept(with: Passing(needsParents: true)) : nil
    #expect(try await mediator.perform(Clock.tick, 1) == 1)
    withExtendedLifetime(subscription) {}
  }

  @Test func `a thousand actions find their own handlers`() async throws {
    let actions = (0..<1000).map { _ in Action<Int, Int>(native: Clock.self, "own") }
    for action in actions {
      let mediator = Mediator()
      try mediator.answer(action) { $0 + action.slot }
      #expect(try await mediator.perform(action, 1) == action.slot + 1)
    }
  }
}

private struct Passing: Interceptor {
  let needsParents: Bool
}
