import Foundation
import Mediator
import TestSupport
import Testing

private struct Ticked: Event {
  var number: Int
}

/// Notes what passes, and how it ends.
private struct Notes: Interceptor {
  let name: String
  let recorder: Recorder<String>
  var needsParents = false

  func intercept<Input: Sendable, Output: Sendable>(
    _ call: Call, _ input: Input, next: (Input) async throws -> Output
  ) async throws -> Output {
    recorder.record("\(name) \(call.action.path)(\(input)) from \(call.caller), \(call.reach)")
    do {
      let output = try await next(input)
      recorder.record("\(name) returned \(output)")
      return output
    } catch {
      recorder.record("\(name) threw \(error)")
      throw error
    }
  }

  func intercept<Published: Event>(
    _ publication: Publication, _ event: Published, next: (Published) -> Void
  ) {
    recorder.record("\(name) \(publication.event) from \(publication.publisher)")
    next(event)
    recorder.record("\(name) told")
  }
}

/// Answers small numbers itself, doubles the others, and lets nothing else pass.
private struct Doubler: Interceptor {
  func intercept<Input: Sendable, Output: Sendable>(
    _ call: Call, _ input: Input, next: (Input) async throws -> Output
  ) async throws -> Output {
    guard let number = input as? Int, let double = number * 2 as? Input else { throw ClockFailed() }
    if number < 10, let answer = -number as? Output { return answer }
    return try await next(double)
  }

  func intercept<Published: Event>(
    _ publication: Publication, _ event: Published, next: (Published) -> Void
  ) {
    guard let ticked = event as? Ticked, ticked.number >= 10,
      let double = Ticked(number: ticked.number * 2) as? Published
    else { return }
    next(double)
  }
}

/// Does something before each call.
private struct Once: Interceptor {
  let act: @Sendable () async throws -> Void

  func intercept<Input: Sendable, Output: Sendable>(
    _ call: Call, _ input: Input, next: (Input) async throws -> Output
  ) async throws -> Output {
    try await act()
    return try await next(input)
  }
}

@Suite struct InterceptorTests {
  let mediator = Mediator()
  private let recorder = Recorder<String>()

  init() throws {
    try mediator.answer(Clock.tick) { $0 + 1 }
    try mediator.answer(Clock.reset) { _ in throw ClockFailed() }
    try mediator.answer(Clock.add) { $0.first + $0.second }
  }

  @Test func `the first interceptor is the outermost, and each sees call and outcome`() async throws
  {
    let outer = mediator.intercept(with: Notes(name: "outer", recorder: recorder))
    let inner = mediator.intercept(with: Notes(name: "inner", recorder: recorder))
    _ = try await mediator.perform(Clock.tick, 1, caller: "A/B.swift")
    #expect(
      recorder.values == [
        "outer clock/tick(1) from A/B.swift, native", "inner clock/tick(1) from A/B.swift, native",
        "inner returned 2", "outer returned 2",
      ])
    withExtendedLifetime((outer, inner)) {}
  }

  @Test func `an interceptor sees what a module throws`() async throws {
    let notes = mediator.intercept(with: Notes(name: "it", recorder: recorder))
    await #expect(throws: ClockFailed()) { try await mediator.perform(Clock.reset) }
    #expect(recorder.values.last == "it threw ClockFailed()")
    withExtendedLifetime(notes) {}
  }

  @Test func `calls by name and by URL pass too, and say how they came`() async throws {
    let notes = mediator.intercept(with: Notes(name: "it", recorder: recorder))
    _ = try await mediator.perform(
      target: "clock", action: "add", json: Data(#"{"first": 1, "second": 2}"#.utf8))
    _ = try await mediator.perform(url: "metro://clock/1/plus/2")
    let calls = recorder.values.filter { $0.contains("clock/add") }
    #expect(calls.map { $0.suffix(6) } == [" local", "remote"])
    withExtendedLifetime(notes) {}
  }

  @Test(arguments: [(3, -3), (20, 41)])
  func `an interceptor can answer itself and change the input`(input: Int, answer: Int) async throws
  {
    let doubler = mediator.intercept(with: Doubler())
    #expect(try await mediator.perform(Clock.tick, input) == answer)
    withExtendedLifetime(doubler) {}
  }

  @Test func `an interceptor can refuse a call`() async throws {
    let doubler = mediator.intercept(with: Doubler())
    await #expect(throws: ClockFailed()) {
      try await mediator.perform(Clock.add, Sum(first: 1, second: 2))
    }
    withExtendedLifetime(doubler) {}
  }

  @Test func `publications pass too, and can be changed and held back`() {
    let heard = Recorder<Int>()
    let follower = mediator.follow(Ticked.self) { heard.record($0.number) }
    let notes = mediator.intercept(with: Notes(name: "it", recorder: recorder))
    let doubler = mediator.intercept(with: Doubler())
    mediator.publish(Ticked(number: 3), publisher: "A/B.swift")
    mediator.publish(Ticked(number: 20), publisher: "A/B.swift")
    #expect(heard.values == [40])
    #expect(recorder.values.prefix(2) == ["it Ticked from A/B.swift", "it told"])
    withExtendedLifetime((follower, notes, doubler)) {}
  }

  @Test func `the first interceptor is the outermost for publications too`() {
    let outer = mediator.intercept(with: Notes(name: "outer", recorder: recorder))
    let inner = mediator.intercept(with: Notes(name: "inner", recorder: recorder))
    mediator.publish(Ticked(number: 1), publisher: "A/B.swift")
    #expect(
      recorder.values == [
        "outer Ticked from A/B.swift", "inner Ticked from A/B.swift", "inner told", "outer told",
      ])
    withExtendedLifetime((outer, inner)) {}
  }

  @Test func `an interceptor can call and publish itself, and leave while it stands around a call`()
    async throws
  {
    let token = Lock<Subscription?>(nil)
    let once = Once { [mediator, recorder] in
      let former = token.withLock { $0.take() }
      withExtendedLifetime(consume former) {}
      recorder.record("tick is \(try await mediator.perform(Clock.tick, 1))")
      mediator.publish(Ticked(number: 1))
    }
    let subscription = mediator.intercept(with: once)
    token.withLock { $0 = subscription }
    withExtendedLifetime(consume subscription) {}
    #expect(try await mediator.perform(Clock.tick, 2) == 3)
    #expect(try await mediator.perform(Clock.tick, 3) == 4)
    #expect(recorder.values == ["tick is 2"])
  }

  @Test func `an interceptor ends with its token`() async throws {
    do {
      let notes = mediator.intercept(with: Notes(name: "it", recorder: recorder))
      withExtendedLifetime(notes) {}
    }
    _ = try await mediator.perform(Clock.tick, 1)
    mediator.publish(Ticked(number: 1))
    #expect(recorder.values.isEmpty)
  }
}
