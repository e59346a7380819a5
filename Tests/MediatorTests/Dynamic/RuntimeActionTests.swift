import Foundation
import ModuleTesting
import Testing

@testable import Mediator

private let day = Schema.object(
  name: "Day", [.field("low", .number), .field("text", .text(nil), isOptional: true)])

private let question = Schema.object(
  name: "Question",
  [
    .field("place", .text(nil)),
    .field("days", .integer, isOptional: true),
    .field("height", .number, isOptional: true),
    .field("detailed", .boolean, isOptional: true),
    .field("unit", .choice(["celsius", "kelvin"]), isOptional: true),
    .field("since", .text(.dateTime), isOptional: true),
    .field("tags", .list(.integer), isOptional: true),
    .field("area", .object(name: "Area", [.field("radius", .number)]), isOptional: true),
  ])

/// Declared once, as a plug-in's host would.
private let forecast = Action(
  target: "weather", name: "forecast", .reads, .remote, at: "weather/of/:place/:days<int>?",
  input: question, output: question)
private let report = Action(
  target: "weather", name: "report", input: .dictionary(.number),
  output: .object(name: "Report", [.field("days", .list(day))]))
private let list = Action(target: "weather", name: "list", input: .list(.integer), output: .any)

private struct PathRecorder: Interceptor {
  let paths: Recorder<String>

  func intercept<Input: Sendable, Output: Sendable>(
    _ call: Call, _ input: Input, next: (Input) async throws -> Output
  ) async throws -> Output {
    paths.record(call.action.path)
    return try await next(input)
  }
}

@Suite struct RuntimeActionTests {
  let mediator = Mediator()

  init() throws {
    try mediator.answer(forecast) { $0 }
    try mediator.answer(list) { $0 }
  }

  private func text(_ json: Data) -> String { String(decoding: json, as: UTF8.self) }

  private func days(_ days: [JSONValue]) -> JSONValue { .object(["days": .list(days)]) }

  @Test func `a typed call passes values as they are`() async throws {
    #expect(try await mediator.perform(forecast, .integer(7)) == .integer(7))
  }

  @Test func `a call by name takes JSON and returns JSON, without unknown fields`() async throws {
    let json = Data(#"{"place": "A", "days": 2.0, "unit": null, "tags": [1], "x": {}}"#.utf8)
    let answer = try await mediator.perform(target: "weather", action: "forecast", json: json)
    #expect(text(answer) == #"{"days":2,"place":"A","tags":[1]}"#)
  }

  @Test(
    arguments: [
      (["place": "7"], ["place": .text("7")]),
      (["place": "A", "days": "-2"], ["place": .text("A"), "days": .integer(-2)]),
      (["place": "", "height": "1.5"], ["place": .text(""), "height": .number(1.5)]),
      (["place": "A", "height": "2"], ["place": .text("A"), "height": .integer(2)]),
      (["place": "A", "detailed": "false"], ["place": .text("A"), "detailed": .boolean(false)]),
      (["place": "A", "unit": "kelvin"], ["place": .text("A"), "unit": .text("kelvin")]),
      (
        ["place": "A", "since": "2026-11-20T08:00:00Z"],
        ["place": .text("A"), "since": .text("2026-11-20T08:00:00Z")]
      ),
      (
        ["tags": "1", "place": "A", "tags": "2"],
        ["place": .text("A"), "tags": .list([.integer(1), .integer(2)])]
      ),
    ] as [(Parameters, [String: JSONValue])])
  func `parameters are converted by the schema`(
    parameters: Parameters, expected: [String: JSONValue]
  ) async throws {
    let answer = try await mediator.perform(
      target: "weather", action: "forecast", parameters: parameters, returning: JSONValue.self)
    #expect(answer == .object(expected))
  }

  @Test(
    arguments: [
      ([:], "place", "a value is missing"),
      (["place": "A", "place": "B"], "place", "given 2 times; once is expected"),
      (["place": "A", "days": "1.5"], "days", "expected a whole number, not '1.5'"),
      (["place": "A", "days": ""], "days", "expected a whole number, not ''"),
      (["place": "A", "height": "nan"], "height", "expected a number, not 'nan'"),
      (["place": "A", "detailed": "yes"], "detailed", "expected true or false, not 'yes'"),
      (["place": "A", "unit": "k"], "unit", "expected one of celsius, kelvin, not 'k'"),
      (
        ["place": "A", "since": "now"], "since",
        "expected a date and time, as in '2026-11-20T08:00:00Z', not 'now'"
      ),
      (["place": "A", "tags": "1", "tags": "x"], "tags", "expected a whole number, not 'x'"),
      (["place": "A", "area": "1"], "area", "an object within an object needs JSON"),
      (["plce": "A", "place": "B"], "plce", "there is no such parameter; did you mean 'place'?"),
      (["place": "A", "reach": "1"], "reach", "there is no such parameter; remove it"),
    ] as [(Parameters, String, String)])
  func `an error about parameters names the field and says what was expected`(
    parameters: Parameters, field: String, reason: String
  ) async {
    let expected = MediatorError.badInput(path: "weather/forecast", field: field, reason: reason)
    await #expect(throws: expected) {
      try await mediator.perform(target: "weather", action: "forecast", parameters: parameters)
    }
  }

  @Test(arguments: [
    ("", nil, "the given data was not valid JSON"), ("[]", nil, "expected an object"),
    ("{}", "place", "a value is missing"), (#"{"place": 7}"#, "place", "expected a text"),
    (
      #"{"place": "A", "unit": "k"}"#, "unit", "expected one of celsius, kelvin, not 'k'"
    ),
    (#"{"place": "A", "area": {"radius": "1"}}"#, "area.radius", "expected a number"),
    (#"{"place": "A", "tags": [1, 2, "3"]}"#, "tags[2]", "expected a whole number"),
  ])
  func `an error about JSON names the field and says what was expected`(
    json: String, field: String?, reason: String
  ) async {
    let expected = MediatorError.badInput(path: "weather/forecast", field: field, reason: reason)
    await #expect(throws: expected) {
      try await mediator.perform(target: "weather", action: "forecast", json: Data(json.utf8))
    }
  }

  @Test func `JSON that is nested too deeply is an error`() async {
    let expected = MediatorError.badInput(
      path: "weather/forecast", field: nil,
      reason: "expected valid JSON in UTF-8 of at most 128 levels")
    await #expect(throws: expected) {
      try await mediator.perform(
        target: "weather", action: "forecast",
        json: Data(String(repeating: "[", count: 100_000).utf8))
    }
  }

  @Test func `an output that does not fit is an error that names the field`() async throws {
    try mediator.answer(report) { [days] input in
      days([.object(["low": .integer(1)]), .object(["low": input])])
    }
    let expected = MediatorError.badOutput(
      path: "weather/report", field: "days[1].low", reason: "expected a number")
    await #expect(throws: expected) {
      try await mediator.perform(target: "weather", action: "report", parameters: [:])
    }
  }

  @Test func `the fields of an output that its schema does not have are removed`() async throws {
    try mediator.answer(report) { [days] input in
      days([.object(["low": .number(1.5), "text": .null, "high": input])])
    }
    let answer = try await mediator.perform(
      target: "weather", action: "report", parameters: ["a": "1", "b": "2.5"])
    #expect(text(answer) == #"{"days":[{"low":1.5}]}"#)
  }

  @Test func `an input that is values by name takes any parameter`() async throws {
    try mediator.answer(report) { input in
      #expect(input == .object(["a": .integer(1), "b": .number(2.5)]))
      return days([])
    }
    _ = try await mediator.perform(
      target: "weather", action: "report", parameters: ["a": "1", "b": "2.5"])
  }

  @Test func `an input that is no object needs JSON`() async throws {
    let json = Data("[1, 2]".utf8)
    let answer = try await mediator.perform(target: "weather", action: "list", json: json)
    #expect(text(answer) == "[1,2]")
    let expected = MediatorError.badInput(
      path: "weather/list", field: nil, reason: "named parameters are not a list")
    await #expect(throws: expected) {
      try await mediator.perform(target: "weather", action: "list", parameters: [:])
    }
  }

  @Test(
    arguments: [
      ("app://weather/of/A%20B", ["place": .text("A B")]),
      (
        "app://weather/of/A/3?detailed=true&tags=1&tags=2",
        [
          "place": .text("A"), "days": .integer(3), "detailed": .boolean(true),
          "tags": .list([.integer(1), .integer(2)]),
        ]
      ),
    ] as [(String, [String: JSONValue])])
  func `the URL for an input calls the action with that input`(
    url: String, members: [String: JSONValue]
  ) async throws {
    let input = JSONValue.object(members)
    #expect(try forecast.url(for: input, scheme: "app") == url)
    #expect(try forecast.input(from: url, scheme: "app") == input)
    #expect(try await mediator.perform(url: url, returning: JSONValue.self) == input)
  }

  @Test(arguments: ["app://weather/forecast?place=A&detailed", "app://weather/of/A?detailed"])
  func `a parameter without a value is true, in either pattern`(url: String) async throws {
    let expected = JSONValue.object(["place": .text("A"), "detailed": .boolean(true)])
    #expect(try await mediator.perform(url: url, returning: JSONValue.self) == expected)
    #expect(try mediator.resolve(url: url).action.path == "weather/forecast")
  }

  @Test(arguments: [
    ("app://weather/forecast", "place", "a value is missing"),
    ("app://weather/of/A?dayz=1", "dayz", "there is no such parameter; did you mean 'days'?"),
  ])
  func `a URL that does not fit cannot be resolved`(url: String, field: String, reason: String) {
    let expected = MediatorError.badInput(path: "weather/forecast", field: field, reason: reason)
    #expect(throws: expected) { try mediator.resolve(url: url) }
    #expect(throws: DecodingError.self) { try forecast.input(from: url, scheme: "app") }
  }

  @Test func `an object within an object has no URL`() {
    let input = JSONValue.object(["place": .text("A"), "area": .object(["radius": .integer(1)])])
    #expect(throws: SchemaError.self) { try forecast.url(for: input, scheme: "app") }
  }

  @Test func `the schemas are those that were given`() throws {
    #expect(try forecast.inputSchema == question && forecast.outputSchema == question)
    #expect(try report.descriptor.inputSchema == .dictionary(.number))
    #expect(try list.outputSchema == .any)
    #expect(forecast.input == "JSONValue" && forecast.output == "JSONValue")
  }

  @Test func `an action has one owner, and its URLs belong to one action`() throws {
    let sameName = Action(target: "weather", name: "list", input: .any, output: .any)
    #expect(
      throws: MediatorError.duplicate(path: "weather/list", owners: ["MediatorTests", "Other"])
    ) {
      try mediator.answer(sameName, owner: "Other/Other.swift") { $0 }
    }
    let sameURL = Action(
      target: "weather", name: "other", .reads, .remote, at: "weather/of/:city", input: .any,
      output: .any)
    let expected = MediatorError.duplicate(
      path: "weather/of/:city", owners: ["MediatorTests", "Other"])
    #expect(throws: expected) { try mediator.answer(sameURL, owner: "Other/Other.swift") { $0 } }
    let badPattern = Action(
      target: "weather", name: "bad", .reads, .remote, at: ":bad", input: .any, output: .any)
    #expect(throws: MediatorError.self) { try mediator.answer(badPattern) { $0 } }
    #expect(mediator.actions.map(\.action.path) == ["weather/forecast", "weather/list"])
  }

  @Test func `a local action cannot be called by URL, and a misspelt name is suggested`() async {
    await #expect(throws: MediatorError.notExposed(path: "weather/list", to: .remote)) {
      try await mediator.perform(
        target: "weather", action: "list", json: Data("[]".utf8), from: .remote)
    }
    let expected = MediatorError.noSuchAction(
      target: "weather", name: "forecst", nearest: "forecast")
    await #expect(throws: expected) {
      try await mediator.perform(target: "weather", action: "forecst", parameters: [:])
    }
  }

  @Test func `interceptors apply`() async throws {
    let paths = Recorder<String>()
    let interception = mediator.intercept(with: PathRecorder(paths: paths))
    let json = Data("[1]".utf8)
    let answer = try await mediator.perform(target: "weather", action: "list", json: json)
    #expect(text(answer) == "[1]" && paths.values == ["weather/list"])
    withExtendedLifetime(interception) {}
  }

  @Test func `an error of the handler is wrapped for callers by name`() async throws {
    try mediator.answer(report) { _ in throw ClockFailed() }
    let error = await #expect(throws: ActionError.self) {
      try await mediator.perform(target: "weather", action: "report", parameters: [:])
    }
    #expect(error?.error is ClockFailed)
    await #expect(throws: ClockFailed()) { try await mediator.perform(report, .null) }
  }
}
