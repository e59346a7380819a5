import Foundation
import Testing

@testable import Mediator

private enum Hotel: Interface {
  static let book = Action<Booking, Booking>(Hotel.self, "book", .reads, .remote)
  static let nothing = Action<Empty, Double>(Hotel.self, "nothing")
  static let leave = Action<Empty, Empty>(Hotel.self, "leave")
}

private struct Booking: Codable, Sendable, Equatable {
  enum Seat: String, Codable, CaseIterable { case window, aisle }
  struct Guest: Codable, Equatable { let name: String }

  let on: Date
  let guests: [Guest]
  var seat: Seat?
}

@Suite struct MediatorCallsByNameTests {
  let mediator = Mediator()

  init() throws {
    try mediator.answer(Clock.add) { $0.first + $0.second + ($0.more ?? []).reduce(0, +) }
    try mediator.answer(Clock.reset) { _ in throw ClockFailed() }
    try mediator.answer(Clock.tick) { $0 }
    try mediator.answer(Hotel.book) { $0 }
    try mediator.answer(Hotel.nothing) { _ in .nan }
    try mediator.answer(Hotel.leave) { _ in throw CancellationError() }
  }

  private func text(_ json: Data) -> String { String(decoding: json, as: UTF8.self) }

  @Test func `a call by name takes parameters and returns JSON`() async throws {
    var parameters: Parameters = ["first": "2", "second": "3"]
    parameters.append("10", for: "more")
    parameters.append("20", for: "more")
    let json = try await mediator.perform(target: "clock", action: "add", parameters: parameters)
    #expect(text(json) == "35")
  }

  @Test func `a call can have a hundred parameters, and each must fit a field`() async throws {
    var parameters: Parameters = ["first": "0", "second": "0"]
    for number in 0..<100 { parameters.append("\(number)", for: "more") }
    let sum = try await mediator.perform(target: "clock", action: "add", parameters: parameters)
    #expect(text(sum) == "4950")
    parameters.append("1", for: "mroe")
    let reason = "there is no such parameter; did you mean 'more'?"
    await #expect(throws: MediatorError.badInput(path: "clock/add", field: "mroe", reason: reason))
    {
      try await mediator.perform(target: "clock", action: "add", parameters: parameters)
    }
  }

  @Test func `a call by name takes JSON and returns JSON`() async throws {
    let json = Data(#"{"first": 2, "second": 3, "more": [4], "unknown": {}}"#.utf8)
    #expect(text(try await mediator.perform(target: "clock", action: "add", json: json)) == "9")
  }

  @Test func `JSON has dates in ISO 8601 and sorted keys`() async throws {
    let json = Data(#"{"on": "2026-11-20T08:00:00Z", "guests": [{"name": "A/B"}]}"#.utf8)
    let answer = try await mediator.perform(target: "hotel", action: "book", json: json)
    #expect(text(answer) == #"{"guests":[{"name":"A/B"}],"on":"2026-11-20T08:00:00Z"}"#)
  }

  @Test(
    arguments: [
      (["first": "2"], "second", "a value is missing"),
      (["first": "2", "second": "x"], "second", "expected a whole number, not 'x'"),
      (["first": "2", "second": ""], "second", "expected a whole number, not ''"),
      (
        ["first": "2", "second": "3", "frist": "4"], "frist",
        "there is no such parameter; did you mean 'first'?"
      ),
      (
        ["first": "2", "second": "3", "reach": "4"], "reach",
        "there is no such parameter; remove it"
      ),
    ] as [(Parameters, String, String)])
  func `an error about parameters names the field and says what was expected`(
    parameters: Parameters, field: String, reason: String
  ) async {
    let expected = MediatorError.badInput(path: "clock/add", field: field, reason: reason)
    await #expect(throws: expected) {
      try await mediator.perform(target: "clock", action: "add", parameters: parameters)
    }
  }

  @Test(arguments: [
    ("", nil, "the given data was not valid JSON"), ("{", nil, "the given data was not valid JSON"),
    ("[]", nil, "expected an object"), ("7", nil, "expected an object"),
    (#"{"guests": []}"#, "on", "a value is missing"),
    (#"{"on": null, "guests": []}"#, "on", "a value is missing"),
    (#"{"on": 7, "guests": []}"#, "on", "expected a text"),
    (
      #"{"on": "today", "guests": []}"#, "on",
      "expected a date and time, as in '2026-11-20T08:00:00Z', not 'today'"
    ),
    (#"{"on": "2026-11-20T08:00:00Z", "guests": 1}"#, "guests", "expected a list"),
    (
      #"{"on": "2026-11-20T08:00:00Z", "guests": [{"name": "A"}, {"name": 2}]}"#,
      "guests[1].name", "expected a text"
    ),
    (
      #"{"on": "2026-11-20T08:00:00Z", "guests": [{}]}"#, "guests[0].name", "a value is missing"
    ),
    (
      #"{"on": "2026-11-20T08:00:00Z", "guests": [], "seat": "roof"}"#, "seat",
      "expected one of window, aisle"
    ),
  ])
  func `an error about JSON names the field and says what was expected`(
    json: String, field: String?, reason: String
  ) async {
    let expected = MediatorError.badInput(path: "hotel/book", field: field, reason: reason)
    await #expect(throws: expected) {
      try await mediator.perform(target: "hotel", action: "book", json: Data(json.utf8))
    }
  }

  @Test func `JSON that is nested too deeply is an error`() async {
    let json = Data((String(repeating: #"{"more":["#, count: 10_000)).utf8)
    let expected = MediatorError.badInput(
      path: "clock/add", field: nil, reason: "expected valid JSON in UTF-8 of at most 128 levels")
    await #expect(throws: expected) {
      try await mediator.perform(target: "clock", action: "add", json: json)
    }
  }

  @Test(arguments: [
    ("tick", Exposure.local, "clock/tick"), ("tick", .remote, "clock/tick"),
    ("reset", .remote, "clock/reset"),
  ])
  func `an action that is not exposed to a caller cannot be called`(
    action: String, origin: Exposure, path: String
  ) async {
    await #expect(throws: MediatorError.notExposed(path: path, to: origin)) {
      try await mediator.perform(target: "clock", action: action, parameters: [:], from: origin)
    }
  }

  @Test func `an error of a module is wrapped with target and action`() async {
    let error = await #expect(throws: ActionError.self) {
      try await mediator.perform(target: "clock", action: "reset", parameters: [:])
    }
    #expect(error?.path == "clock/reset" && error?.error is ClockFailed && error?.kind == .failed)
  }

  @Test func `an output without a JSON form is an error of the action`() async {
    let error = await #expect(throws: ActionError.self) {
      try await mediator.perform(target: "hotel", action: "nothing", parameters: [:])
    }
    #expect(error?.error is EncodingError)
  }

  @Test func `a name that is missing inside a module is a failure of its action`() {
    let inner = MediatorError.noSuchTarget("x", nearest: nil)
    #expect(ActionError(path: "a/b", error: inner).kind == .failed)
  }

  @Test func `a cancellation is not wrapped`() async throws {
    await #expect(throws: CancellationError.self) {
      try await mediator.perform(target: "hotel", action: "leave", parameters: [:])
    }
  }

  @Test(arguments: [
    ("clack", "add", MediatorError.noSuchTarget("clack", nearest: "clock")),
    ("clock", "ad", .noSuchAction(target: "clock", name: "ad", nearest: "add")),
    ("clock", "tack", .noSuchAction(target: "clock", name: "tack", nearest: nil)),
  ])
  func `a misspelt name suggests the nearest one that the caller may call`(
    target: String, action: String, expected: MediatorError
  ) async {
    await #expect(throws: expected) {
      try await mediator.perform(target: target, action: action, parameters: [:])
    }
  }
}
