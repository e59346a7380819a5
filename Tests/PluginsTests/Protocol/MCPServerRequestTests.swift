import Channel
import Foundation
import Mediator
import ModuleTesting
import Platform
import TestSupport
import Testing

@testable import Plugins

/// What a plug-in asks of the app.
@Suite(.timeLimit(.minutes(15))) struct MCPServerRequestTests {
  private static let form = #"""
    {"message":"Who\u001b[1m are you?","requestedSchema":{"type":"object","required":["name"],
     "properties":{"name":{"type":"string","title":"Your name"},
      "age":{"type":"integer","minimum":0,"default":30},"member":{"type":"boolean"},
      "size":{"enum":["S","L"]},"colours":{"type":"array","items":{"enum":["red","blue"]}},
      "id":{"type":"integer","maximum":9007199254740993},"height":{"type":"number"}}}}
    """#

  @Test(arguments: [("ping", "{}"), ("roots/list", #"{"roots":[]}"#)])
  func `a request is answered`(method: String, answer: String) async throws {
    let server = try FakeServer.speaking(.modern) { _ in nil }
    let result = try await server.server.request(method, timeout: .seconds(600))
    #expect(result == Data(answer.utf8))
  }

  @Test(arguments: [
    (
      "sampling/createMessage",
      "this app has no language model, so it answers no 'sampling/createMessage'; call a model in "
        + "the plug-in"
    ),
    (
      "tools/list",
      "no method 'tools/list'; this app answers 'ping', 'roots/list' and 'elicitation/create'"
    ),
  ])
  func `other requests are refused with a sentence`(method: String, reason: String) async throws {
    let server = try FakeServer.speaking(.modern) { _ in nil }
    await #expect(throws: ChannelError.remote(code: -32601, message: reason)) {
      try await server.server.request(method, timeout: .seconds(600))
    }
  }

  @Test func `a person answers a form`() async throws {
    let asked = Recorder<PluginQuestion>()
    let requests = MCPServerRequests(plugin: "weather") { question in
      asked.record(question)
      let lines = [" Ada ", "", "y", "L", "red, blue", "9007199254740993", "1.5"]
      var values: [String: JSONValue] = [:]
      for (field, line) in zip(question.fields, lines) {
        values[field.name] = try field.value(of: line)
      }
      return values
    } warn: {
      Issue.record("\($0)")
    }
    let answer = try await requests.answer("elicitation/create", Data(Self.form.utf8))
    #expect(
      try JSON.decode(JSONValue.self, from: answer)
        == .object([
          "action": .text("accept"),
          "content": .object([
            "name": .text("Ada"), "age": .integer(30), "member": .boolean(true),
            "size": .text("L"), "colours": .list([.text("red"), .text("blue")]),
            "id": .integer(9_007_199_254_740_993), "height": .number(1.5),
          ]),
        ]))
    #expect(asked.values.map(\.message) == ["Who are you?"])
    #expect(
      asked.values.first?.fields.map(\.prompt) == [
        "Your name (a text): ", "age (a whole number; at least 0; default 30): ",
        "member (yes or no; optional): ", "size (one of S, L: S or L; optional): ",
        "colours (one of red, blue: red or blue; may be given several times; optional): ",
        "id (a whole number; at most 9007199254740993; optional): ",
        "height (a number; optional): ",
      ])
  }

  @Test(arguments: [
    (0, "", "a value is missing"), (1, "x", "expected a whole number, not 'x'"),
    (1, "1.5", "expected a whole number, not '1.5'"), (1, "-1", "expected at least 0, not '-1'"),
    (2, "perhaps", "expected yes or no, not 'perhaps'"), (3, "M", "expected one of S, L, not 'M'"),
    (4, "red, pink", "expected one of red, blue, not 'pink'"),
    (5, "9007199254740994", "expected at most 9007199254740993, not '9007199254740994'"),
    (6, "inf", "expected a number, not 'inf'"), (6, "1e999", "expected a number, not '1e999'"),
  ])
  func `an answer that does not fit is refused with what was expected`(
    index: Int, line: String, reason: String
  ) throws {
    let question = try #require(PluginQuestion(Data(Self.form.utf8), of: "weather"))
    #expect(throws: PluginQuestionError(reason: reason)) {
      try question.fields[index].value(of: line)
    }
  }

  @Test(arguments: [
    (form, false, "nobody can be asked here; run the command at a terminal"),
    (
      #"{"message":"Who are you?","mode":"url","url":"https://example.com"}"#, true,
      "only questions for texts, numbers, choices, yes and no can be asked here"
    ),
    (
      #"{"message":"Who are you?","requestedSchema":{"properties":{"a":{"type":"object"}}}}"#, true,
      "only questions for texts, numbers, choices, yes and no can be asked here"
    ),
  ])
  func `a question that nobody can answer is declined with a sentence`(
    question: String, canAsk: Bool, reason: String
  ) async throws {
    let warnings = Recorder<String>()
    let ask: PluginQuestion.Asker = { _ in [:] }
    let requests = MCPServerRequests(
      plugin: "weather", ask: canAsk ? ask : nil, warn: { warnings.record($0) })
    let answer = try await requests.answer("elicitation/create", Data(question.utf8))
    #expect(answer == Data(#"{"action":"decline"}"#.utf8))
    #expect(
      warnings.values
        == ["the plug-in 'weather' asks 'Who are you?', which is declined: \(reason)"])
  }

  @Test func `a person may decline`() async throws {
    let requests = MCPServerRequests(plugin: "weather", ask: { _ in nil }, warn: { _ in })
    let answer = try await requests.answer("elicitation/create", Data(Self.form.utf8))
    #expect(answer == Data(#"{"action":"decline"}"#.utf8))
  }

  @Test func `the time in which a person thinks is not that of the call`() async throws {
    let clock = ManualClock()
    let server = Lock<FakeServer?>(nil)
    let fake = try FakeServer.speaking(.legacy, clock: clock) { _ in
      clock.advance(by: .seconds(599))
      return [:]
    } tools: { _ in
      let answer = try await server.withLock(\.self)?.server.request(
        "elicitation/create", Data(Self.form.utf8), timeout: .seconds(3600))
      #expect(answer == Data(#"{"action":"accept","content":{}}"#.utf8))
      return #"{"content":[{"type":"text","text":"done"}]}"#
    }
    server.withLock { $0 = fake }
    let client = try await fake.connect(era: .legacy)
    #expect(try await client.call("a", .object([:])).value == .text("done"))
    server.withLock { $0 = nil }
  }

  @Test func `a question that is declined at once gives a call no time`() async throws {
    let clock = ManualClock()
    let server = Lock<FakeServer?>(nil)
    let fake = try FakeServer.speaking(.legacy, clock: clock) { _ in
      [:]
    } tools: { _ in
      let answer = try await server.withLock(\.self)?.server.request(
        "elicitation/create", Data(#"{"message":"?","mode":"url"}"#.utf8), timeout: .seconds(3600))
      #expect(answer == Data(#"{"action":"decline"}"#.utf8))
      clock.advance(by: .seconds(30))
      return nil
    }
    server.withLock { $0 = fake }
    let client = try await fake.connect(era: .legacy)
    await #expect(
      throws: PluginError.timedOut(plugin: "weather", tool: "a", after: .seconds(30))
    ) { try await client.call("a", .object([:])) }
    server.withLock { $0 = nil }
  }

  @Test(arguments: MCPEra.allCases)
  func `a call may ask 32 questions, and the next call as many`(era: MCPEra) async throws {
    let asked = Recorder<String>()
    let server = Lock<FakeServer?>(nil)
    let question = #"{"message":"Go on?"}"#
    let fake = try FakeServer.speaking(era) { question in
      asked.record(question.message)
      return [:]
    } tools: { request in
      if era == .modern {
        let questions = (1...33).map {
          #""\#($0)":{"method":"elicitation/create","params":\#(question)}"#
        }.joined(separator: ",")
        return #"{"resultType":"input_required","inputRequests":{\#(questions)}}"#
      }
      for _ in 1...33 {
        _ = try await server.withLock(\.self)?.server.request(
          "elicitation/create", Data(question.utf8), timeout: .seconds(3600))
      }
      return nil
    }
    server.withLock { $0 = fake }
    let client = try await fake.connect(era: era)
    let reason = "a call may ask at most 32 questions; ask for several values in one form"
    for calls in 1...2 {
      let error = await #expect(throws: PluginError.self) {
        try await client.call("a", .object([:]))
      }
      #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
      #expect(asked.values.count == calls * 32)
    }
    server.withLock { $0 = nil }
  }

  @Test func `a question shows no secret of the plug-in`() async throws {
    let form = #"""
      {"message":"Is s3cr\u0065t-of-ana yours?","requestedSchema":{"properties":{
       "a":{"title":"not s3cret-of-ana","enum":["s3cret-of-ana","b"]}}}}
      """#
    let asked = Recorder<PluginQuestion>()
    let requests = MCPServerRequests(plugin: "weather", hiding: ["s3cret-of-ana"]) { question in
      asked.record(question)
      return nil
    } warn: { _ in
    }
    _ = try await requests.answer("elicitation/create", Data(form.utf8))
    let question = try #require(asked.values.first)
    #expect(question.message == "Is … yours?")
    #expect(question.fields[0].prompt == "not … (one of …, b: … or b; optional): ")
    #expect(throws: PluginQuestionError(reason: "expected one of …, b, not 'c'")) {
      try question.fields[0].value(of: "c")
    }
  }

  @Test func `in the modern form, a call is repeated with the answers`() async throws {
    let server = try FakeServer.speaking(.modern) { question in
      question.message == "Who?" ? ["name": .text("Ada")] : nil
    } tools: { request in
      guard case .object(let members)? = request.json else { return nil }
      guard let responses = members["inputResponses"] else {
        return #"""
          {"resultType":"input_required","requestState":"s1","inputRequests":{
           "who":{"method":"elicitation/create","params":{"message":"Who?","requestedSchema":
            {"type":"object","properties":{"name":{"type":"string"}}}}},
           "where":{"method":"roots/list"}}}
          """#
      }
      #expect(members["requestState"] == .text("s1"))
      #expect(members["name"] == .text("a"))
      #expect(
        responses
          == .object([
            "who": .object([
              "action": .text("accept"), "content": .object(["name": .text("Ada")]),
            ]),
            "where": .object(["roots": .list([])]),
          ]))
      return #"{"resultType":"complete","content":[{"type":"text","text":"hello"}]}"#
    }
    let client = try await server.connect()
    #expect(try await client.call("a", .object([:])).value == .text("hello"))
  }

  @Test func `a plug-in that asks without an end, or for a model, fails its call`() async throws {
    let again = try FakeServer.speaking(.modern) { _ in
      #"{"resultType":"input_required","requestState":"s"}"#
    }
    let client = try await again.connect()
    await #expect(
      throws: PluginError.badAnswer(plugin: "weather", reason: "'a' asks more than 32 times")
    ) { try await client.call("a", .object([:])) }

    let model = try FakeServer.speaking(.modern) { _ in
      #"{"resultType":"input_required","inputRequests":{"a":{"method":"sampling/createMessage"}}}"#
    }
    let other = try await model.connect()
    await #expect(throws: PluginError.self) { try await other.call("a", .object([:])) }
  }
}
