import Foundation
import Mediator
import Testing

@Suite struct MediatorNamesTests {
  let mediator = Mediator()

  init() throws {
    try mediator.answer(Clock.add) { $0.first + $0.second + ($0.more ?? []).reduce(0, +) }
    try mediator.answer(Clock.reset) { $0 }
    try mediator.answer(Clock.tick) { $0 }
  }

  private func text(_ json: Data) -> String { String(decoding: json, as: UTF8.self) }

  @Test func `a call by names takes parameters as text and answers in JSON`() async throws {
    var parameters: Parameters = ["first": "2", "second": "3"]
    parameters.append("10", for: "more")
    parameters.append("20", for: "more")
    let json = try await mediator.perform(target: "clock", action: "add", parameters: parameters)
    #expect(text(json) == "35")
  }

  @Test func `a call by names takes JSON and answers in JSON`() async throws {
    let json = Data(#"{"first": 2, "second": 3, "more": [4]}"#.utf8)
    #expect(text(try await mediator.perform(target: "clock", action: "add", json: json)) == "9")
  }

  @Test(
    arguments: [
      (["first": "2"], "second", "a value is missing"),
      (["first": "2", "second": "x"], "second", "expected a whole number, not 'x'"),
    ] as [(Parameters, String, String)])
  func `bad input names the field and what was expected`(
    parameters: Parameters, field: String, reason: String
  ) async {
    let expected = MediatorError.badInput(path: "clock/add", field: field, reason: reason)
    await #expect(throws: expected) {
      try await mediator.perform(target: "clock", action: "add", parameters: parameters)
    }
  }

  @Test func `a native action cannot be called by name`() async {
    await #expect(throws: MediatorError.notReachable(path: "clock/tick", from: .local)) {
      try await mediator.perform(target: "clock", action: "tick", parameters: [:])
    }
  }

  @Test func `a local action cannot be called by URL`() async {
    await #expect(throws: MediatorError.notReachable(path: "clock/reset", from: .remote)) {
      try await mediator.perform(url: "metro://clock/reset")
    }
  }

  @Test func `a remote action can be called by URL`() async throws {
    #expect(text(try await mediator.perform(url: "metro://clock/add?first=2&second=40")) == "42")
  }

  @Test(arguments: [
    ("clack", "add", MediatorError.noSuchTarget("clack", nearest: "clock")),
    ("clock", "ad", MediatorError.noSuchAction(target: "clock", name: "ad", nearest: "add")),
  ])
  func `a misspelt name is answered with the nearest one`(
    target: String, action: String, expected: MediatorError
  ) async {
    await #expect(throws: expected) {
      try await mediator.perform(target: target, action: action, parameters: [:])
    }
  }

  @Test(arguments: ["http://clock/add", "metro:clock", "metro://clock", "metro://clock/add/more"])
  func `a URL that names no action is refused`(url: String) async {
    let error = await #expect(throws: MediatorError.self) { try await mediator.perform(url: url) }
    #expect(error?.kind == .badInput)
  }
}
