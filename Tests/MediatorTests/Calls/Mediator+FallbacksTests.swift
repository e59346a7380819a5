import Foundation
import Mediator
import TestSupport
import Testing

@Suite struct MediatorFallbacksTests {
  let mediator = Mediator()
  private let asked = Recorder<String>()

  init() throws {
    try mediator.answer(Clock.tick) { $0 }
    mediator.answerMissing(in: "news") { [asked] call in
      asked.record("news: \(call.target) \(call.action) \(call.reach)")
      return Data("42".utf8)
    }
    mediator.answerMissing { [asked] call in
      asked.record("all: \(call.target) \(call.action) \(call.reach)")
      throw call.error
    }
  }

  @Test func `a target's own fallback answers a missing target by name`() async throws {
    let json = try await mediator.perform(target: "news", action: "list", parameters: ["a": "b"])
    #expect(json == Data("42".utf8))
    #expect(asked.values == ["news: news list local"])
  }

  @Test func `it answers a URL that fits no route`() async throws {
    let answer = try await mediator.perform(url: "metro://news/of/today?x=1", answering: Int.self)
    #expect(answer == 42)
    #expect(asked.values == ["news: news of/today remote"])
  }

  @Test func `the fallback for all is asked for any other target, and for a missing action`() async
  {
    await #expect(throws: MediatorError.noSuchTarget("sport", nearest: nil)) {
      try await mediator.perform(target: "sport", action: "list", json: Data())
    }
    await #expect(throws: MediatorError.noSuchAction(target: "clock", name: "reset", nearest: nil))
    {
      try await mediator.perform(Clock.reset)
    }
    #expect(asked.values == ["all: sport list local", "all: clock reset native"])
  }

  @Test func `a typed call gets a fallback's answer as its output`() async throws {
    mediator.answerMissing(in: "clock") { _ in Data("7".utf8) }
    #expect(try await mediator.perform(Clock.add, Sum(first: 1, second: 2)) == 7)
  }

  @Test func `an answer that cannot be read is none`() async {
    mediator.answerMissing(in: "clock") { _ in Data("seven".utf8) }
    let expected = MediatorError.noSuchAction(target: "clock", name: "add", nearest: nil)
    await #expect(throws: expected) {
      try await mediator.perform(Clock.add, Sum(first: 1, second: 2))
    }
    let unknown = MediatorError.noSuchTarget("clock", nearest: nil)
    await #expect(throws: unknown) {
      try await mediator.perform(
        target: "clock", action: "add", parameters: [:], answering: Int.self)
    }
    await #expect(throws: unknown) {
      try await mediator.perform(url: "metro://clock/add", answering: Int.self)
    }
  }

  @Test func `an action that is out of reach is no matter for fallbacks`() async {
    await #expect(throws: MediatorError.notReachable(path: "clock/tick", from: .remote)) {
      try await mediator.perform(url: "metro://clock/tick")
    }
    #expect(asked.values.isEmpty)
  }
}
