import Mediator
import Testing

@Suite(.timeLimit(.minutes(15))) struct MediatorCallsTests {
  let mediator = Mediator()

  @Test func `a typed call returns the output of the handler`() async throws {
    try mediator.answer(Clock.add) { $0.first + $0.second }
    #expect(try await mediator.perform(Clock.add, Sum(first: 2, second: 3)) == 5)
  }

  @Test func `a typed call throws the handler's own error`() async throws {
    try mediator.answer(Clock.tick) { _ in throw ClockFailed() }
    await #expect(throws: ClockFailed()) { try await mediator.perform(Clock.tick, 1) }
  }

  @Test func `a call without a handler throws the missing name`() async throws {
    await #expect(throws: MediatorError.noSuchTarget("clock", nearest: nil)) {
      try await mediator.perform(Clock.tick, 1)
    }
    try mediator.answer(Clock.reset) { $0 }
    await #expect(throws: MediatorError.noSuchAction(target: "clock", name: "tick", nearest: nil)) {
      try await mediator.perform(Clock.tick, 1)
    }
  }

  @Test func `a cancellation reaches the handler`() async throws {
    let (starts, start) = AsyncStream.makeStream(of: Void.self)
    try mediator.answer(Clock.tick) { number in
      start.yield()
      while !Task.isCancelled { await Task.yield() }
      try Task.checkCancellation()
      return number
    }
    let call = Task { [mediator] in try await mediator.perform(Clock.tick, 1) }
    for await _ in starts { break }
    call.cancel()
    await #expect(throws: CancellationError.self) { try await call.value }
  }

  @MainActor
  @Test(arguments: [false, true])
  func `a handler runs on its caller's executor`(isIntercepted: Bool) async throws {
    try mediator.answer(Clock.tick) {
      MainActor.assertIsolated()
      return $0
    }
    let subscription = isIntercepted ? mediator.intercept(with: Passing(needsParents: true)) : nil
    #expect(try await mediator.perform(Clock.tick, 1) == 1)
    withExtendedLifetime(subscription) {}
  }

  @Test func `each of a thousand actions calls its own handler`() async throws {
    let actions = (0..<1000).map { _ in Action<Int, Int>(native: Clock.self, "own") }
    for action in actions {
      let mediator = Mediator()
      try mediator.answer(action) { $0 + action.id }
      #expect(try await mediator.perform(action, 1) == action.id + 1)
    }
  }
}

private struct Passing: Interceptor {
  let needsParents: Bool
}
