import Mediator
import ModuleTesting
import Testing

private struct Ticked: Event {}

private struct Tocked: Event {}

/// Records each call and publication with its parent.
private struct ParentRecorder: Interceptor {
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

@Suite(.timeLimit(.minutes(15))) struct TraceSpanTests {
  let mediator = Mediator()
  private let recorder = Recorder<(id: Int, parent: Int?, name: String)>()

  /// The names of all calls and publications, each after the name of its parent.
  private var parentsAndNames: [String] {
    let spans = recorder.values
    return spans.map { span in
      "\(spans.first { $0.id == span.parent }?.name ?? "nobody") > \(span.name)"
    }
  }

  @Test func `the parent of a nested call is the outer call`() async throws {
    try mediator.answer(Clock.tick) { $0 }
    try mediator.answer(Clock.add) { [mediator] sum in
      async let first = mediator.perform(Clock.tick, sum.first)
      return try await first + mediator.perform(Clock.tick, sum.second)
    }
    let subscription = mediator.intercept(with: ParentRecorder(recorder: recorder))
    _ = try await mediator.perform(Clock.add, Sum(first: 1, second: 2))
    _ = try await mediator.perform(Clock.tick, 1)
    #expect(
      parentsAndNames.sorted() == ["add > tick", "add > tick", "nobody > add", "nobody > tick"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `the parent of what a follower does is the event's publication, in place and queued`()
    async throws
  {
    try mediator.answer(Clock.tick) { $0 }
    let inPlace = mediator.follow(Ticked.self) { [mediator] _ in mediator.publish(Tocked()) }
    let queued = mediator.follow(queued: Ticked.self) { [mediator] _ in
      _ = try? await mediator.perform(Clock.tick, 1)
    }
    let subscription = mediator.intercept(with: ParentRecorder(recorder: recorder))
    await mediator.publishAndWait(Ticked())
    #expect(parentsAndNames.sorted() == ["Ticked > Tocked", "Ticked > tick", "nobody > Ticked"])
    withExtendedLifetime((inPlace, queued, subscription)) {}
  }
}
