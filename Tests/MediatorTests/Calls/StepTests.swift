import Mediator
import TestSupport
import Testing

private struct Ticked: Event {}

private struct Tocked: Event {}

/// Notes who caused what.
private struct Family: Interceptor {
  let recorder: Recorder<(id: Int, parent: Int?, name: String)>
  var needsParents: Bool { true }

  func intercept<Input: Sendable, Output: Sendable>(
    _ call: Call, _ input: Input, next: (Input) async throws -> Output
  ) async throws -> Output {
    recorder.record((call.id, call.parent, call.action.name))
    return try await next(input)
  }

  func intercept<Published: Event>(
    _ publication: Publication, _ event: Published, next: (Published) -> Void
  ) {
    recorder.record((publication.id, publication.parent, "\(publication.event)"))
    next(event)
  }
}

@Suite struct StepTests {
  let mediator = Mediator()
  private let recorder = Recorder<(id: Int, parent: Int?, name: String)>()

  /// The names of all steps, each with the name of its parent.
  private var families: [String] {
    let steps = recorder.values
    return steps.map { step in
      "\(steps.first { $0.id == step.parent }?.name ?? "nobody") > \(step.name)"
    }
  }

  @Test func `a nested call knows the call that it is part of`() async throws {
    try mediator.answer(Clock.tick) { $0 }
    try mediator.answer(Clock.add) { [mediator] sum in
      async let first = mediator.perform(Clock.tick, sum.first)
      return try await first + mediator.perform(Clock.tick, sum.second)
    }
    let family = mediator.intercept(with: Family(recorder: recorder))
    _ = try await mediator.perform(Clock.add, Sum(first: 1, second: 2))
    _ = try await mediator.perform(Clock.tick, 1)
    #expect(families.sorted() == ["add > tick", "add > tick", "nobody > add", "nobody > tick"])
    withExtendedLifetime(family) {}
  }

  @Test func `what a follower does is part of the event, in place and queued`() async throws {
    try mediator.answer(Clock.tick) { $0 }
    let inPlace = mediator.follow(Ticked.self) { [mediator] _ in mediator.publish(Tocked()) }
    let queued = mediator.follow(queued: Ticked.self) { [mediator] _ in
      _ = try? await mediator.perform(Clock.tick, 1)
    }
    let family = mediator.intercept(with: Family(recorder: recorder))
    await mediator.deliver(Ticked())
    #expect(families.sorted() == ["Ticked > Tocked", "Ticked > tick", "nobody > Ticked"])
    withExtendedLifetime((inPlace, queued, family)) {}
  }
}
