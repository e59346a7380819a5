import Foundation
import Mediator
import ModuleTesting
import Testing

@Suite struct UnhandledCallTests {
  let mediator = Mediator()
  private let used = Recorder<String>()

  init() throws {
    try mediator.answer(Clock.tick) { $0 }
    mediator.setFallback(for: "news") { [used] call in
      used.record("news: \(call.target) \(call.action) \(call.origin)")
      return Data("42".utf8)
    }
    mediator.setFallback { [used] call in
      used.record("all: \(call.target) \(call.action) \(call.origin)")
      throw call.error
    }
  }

  @Test func `a call of a missing target uses the target's fallback`() async throws {
    let json = try await mediator.perform(target: "news", action: "list", parameters: ["a": "b"])
    #expect(json == Data("42".utf8))
    #expect(used.values == ["news: news list local"])
  }

  @Test func `a URL that matches no pattern uses the target's fallback`() async throws {
    let answer = try await mediator.perform(url: "app://news/of/today?x=1", returning: Int.self)
    #expect(answer == 42)
    #expect(used.values == ["news: news of/today remote"])
  }

  @Test func `the general fallback is used for all other targets, and for missing actions`() async {
    await #expect(throws: MediatorError.noSuchTarget("sport", nearest: nil)) {
      try await mediator.perform(target: "sport", action: "list", json: Data())
    }
    await #expect(throws: MediatorError.noSuchAction(target: "clock", name: "reset", nearest: nil))
    {
      try await mediator.perform(Clock.reset)
    }
    #expect(used.values == ["all: sport list local", "all: clock reset native"])
  }

  @Test func `a typed call gets the fallback's output`() async throws {
    mediator.setFallback(for: "clock") { _ in Data("7".utf8) }
    #expect(try await mediator.perform(Clock.add, Sum(first: 1, second: 2)) == 7)
  }

  @Test func `a fallback's output that cannot be decoded is ignored`() async {
    mediator.setFallback(for: "clock") { _ in Data("seven".utf8) }
    let expected = MediatorError.noSuchAction(target: "clock", name: "add", nearest: nil)
    await #expect(throws: expected) {
      try await mediator.perform(Clock.add, Sum(first: 1, second: 2))
    }
    await #expect(throws: expected) {
      try await mediator.perform(
        target: "clock", action: "add", parameters: [:], returning: Int.self)
    }
    await #expect(throws: expected) {
      try await mediator.perform(url: "app://clock/add", returning: Int.self)
    }
  }

  @Test func `a call of an action that is not exposed uses no fallback`() async {
    await #expect(throws: MediatorError.notExposed(path: "clock/tick", to: .remote)) {
      try await mediator.perform(url: "app://clock/tick")
    }
    #expect(used.values.isEmpty)
  }
}
