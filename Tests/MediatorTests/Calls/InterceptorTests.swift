import Foundation
import Mediator
import ModuleTesting
import Platform
import Testing

private struct Ticked: Event {
  var number: Int
}

/// Records calls and publications, and their outcomes.
private struct RecordingInterceptor: Interceptor {
  let name: String
  let recorder: Recorder<String>
  var needsParents = false

  func intercept<Input: Sendable, Output: Sendable>(
    _ call: Call, _ input: Input, next: (Input) async throws -> Output
  ) async throws -> Output {
    recorder.record("\(name) \(call.action.path)(\(input)) from \(call.caller), \(call.origin)")
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
    recorder.record("\(name) sent")
  }
}

/// Returns the negative of small numbers, doubles larger ones, and throws for all other inputs.
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

/// Runs a closure before each call.
private struct Before: Interceptor {
  let run: @Sendable () async throws -> Void

  func intercept<Input: Sendable, Output: Sendable>(
    _ call: Call, _ input: Input, next: (Input) async throws -> Output
  ) async throws -> Output {
    try await run()
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

  @Test func `the first interceptor is the outermost, and each gets the call and its outcome`()
    async throws
  {
    let outer = mediator.intercept(with: RecordingInterceptor(name: "outer", recorder: recorder))
    let inner = mediator.intercept(with: RecordingInterceptor(name: "inner", recorder: recorder))
    _ = try await mediator.perform(Clock.tick, 1, caller: "A/B.swift")
    #expect(
      recorder.values == [
        "outer clock/tick(1) from A/B.swift, native", "inner clock/tick(1) from A/B.swift, native",
        "inner returned 2", "outer returned 2",
      ])
    withExtendedLifetime((outer, inner)) {}
  }

  @Test func `an interceptor gets the error of a module`() async throws {
    let recording = mediator.intercept(with: RecordingInterceptor(name: "it", recorder: recorder))
    await #expect(throws: ClockFailed()) { try await mediator.perform(Clock.reset) }
    #expect(recorder.values.last == "it threw ClockFailed()")
    withExtendedLifetime(recording) {}
  }

  @Test func `calls by name and by URL are intercepted too, with their origin`() async throws {
    let recording = mediator.intercept(with: RecordingInterceptor(name: "it", recorder: recorder))
    _ = try await mediator.perform(
      target: "clock", action: "add", json: Data(#"{"first": 1, "second": 2}"#.utf8))
    _ = try await mediator.perform(url: "app://clock/1/plus/2")
    let calls = recorder.values.filter { $0.contains("clock/add") }
    #expect(calls.map { $0.suffix(6) } == [" local", " links"])
    withExtendedLifetime(recording) {}
  }

  @Test(arguments: [(3, -3), (20, 41)])
  func `an interceptor can return an output itself and change the input`(input: Int, answer: Int)
    async throws
  {
    let doubler = mediator.intercept(with: Doubler())
    #expect(try await mediator.perform(Clock.tick, input) == answer)
    withExtendedLifetime(doubler) {}
  }

  @Test func `an interceptor can throw instead of calling`() async throws {
    let doubler = mediator.intercept(with: Doubler())
    await #expect(throws: ClockFailed()) {
      try await mediator.perform(Clock.add, Sum(first: 1, second: 2))
    }
    withExtendedLifetime(doubler) {}
  }

  @Test func `publications are intercepted too, and can be changed and stopped`() {
    let received = Recorder<Int>()
    let follower = mediator.follow(Ticked.self) { received.record($0.number) }
    let recording = mediator.intercept(with: RecordingInterceptor(name: "it", recorder: recorder))
    let doubler = mediator.intercept(with: Doubler())
    mediator.publish(Ticked(number: 3), publisher: "A/B.swift")
    mediator.publish(Ticked(number: 20), publisher: "A/B.swift")
    #expect(received.values == [40])
    #expect(recorder.values.prefix(2) == ["it Ticked from A/B.swift", "it sent"])
    withExtendedLifetime((follower, recording, doubler)) {}
  }

  @Test func `the first interceptor is the outermost for publications too`() {
    let outer = mediator.intercept(with: RecordingInterceptor(name: "outer", recorder: recorder))
    let inner = mediator.intercept(with: RecordingInterceptor(name: "inner", recorder: recorder))
    mediator.publish(Ticked(number: 1), publisher: "A/B.swift")
    #expect(
      recorder.values == [
        "outer Ticked from A/B.swift", "inner Ticked from A/B.swift", "inner sent", "outer sent",
      ])
    withExtendedLifetime((outer, inner)) {}
  }

  @Test func `an interceptor can call, publish, and be removed during a call`()
    async throws
  {
    let subscriptionLock = Lock<Subscription?>(nil)
    let before = Before { [mediator, recorder] in
      let former = subscriptionLock.withLock { $0.take() }
      withExtendedLifetime(consume former) {}
      recorder.record("tick is \(try await mediator.perform(Clock.tick, 1))")
      mediator.publish(Ticked(number: 1))
    }
    let subscription = mediator.intercept(with: before)
    subscriptionLock.withLock { $0 = subscription }
    withExtendedLifetime(consume subscription) {}
    #expect(try await mediator.perform(Clock.tick, 2) == 3)
    #expect(try await mediator.perform(Clock.tick, 3) == 4)
    #expect(recorder.values == ["tick is 2"])
  }

  @Test func `an interceptor is removed when its subscription is released`() async throws {
    do {
      let recording = mediator.intercept(with: RecordingInterceptor(name: "it", recorder: recorder))
      withExtendedLifetime(recording) {}
    }
    _ = try await mediator.perform(Clock.tick, 1)
    mediator.publish(Ticked(number: 1))
    #expect(recorder.values.isEmpty)
  }
}
