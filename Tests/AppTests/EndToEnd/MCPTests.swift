import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import TestSupport
import Testing

@testable import HostKit
@testable import metro

@Suite struct MCPTests {
  /// Lets `metro mcp` answer lines, as many as fit into a pipe, and returns what it writes. Time
  /// does not pass, so that no call is cancelled.
  private func answers(to lines: String..., in session: HostSession) async throws -> [JSONValue] {
    let (requests, responses) = (Pipe(), Pipe())
    try requests.fileHandleForWriting.write(
      contentsOf: Data(lines.map { $0 + "\n" }.joined().utf8))
    try requests.fileHandleForWriting.close()
    var host = session.host
    host.clock = ManualClock()
    host.openClientStreams = { () throws(HostError) in
      try .copies(
        of: requests.fileHandleForReading.fileDescriptor,
        responses.fileHandleForWriting.fileDescriptor)
    }
    #expect(await host.run(["mcp"]) == .answered)
    try responses.fileHandleForWriting.close()
    let output = responses.fileHandleForReading.readDataToEndOfFile()
    return try output.split(separator: UInt8(ascii: "\n")).map {
      try JSON.decode(JSONValue.self, from: Data($0))
    }
  }

  private struct Tool: Decodable {
    struct Input: Decodable {
      struct Field: Decodable {
        let description: String
      }
      let type: String
      let properties: [String: Field]
    }
    let name: String
    let description: String
    let inputSchema: Input
  }

  @Test func `the actions for assistants are tools, and each has descriptions`() async throws {
    let list = try await HostSession().run("mcp", "--list", "--json").output
    let tools = try JSON.decode([Tool].self, from: Data(list.utf8))
    let actions = AppModules.all.flatMap { $0.manifest.answers }.filter {
      $0.exposure.contains(.assistants)
    }
    #expect(tools.map(\.name) == actions.map { "\($0.target)_\($0.name)" }.sorted())
    for tool in tools {
      #expect(
        tool.name.wholeMatch(of: /[A-Za-z0-9_-]{1,64}/) != nil && tool.inputSchema.type == "object")
      #expect(!tool.description.isEmpty, "\(tool.name)")
      #expect(tool.inputSchema.properties.values.allSatisfy { !$0.description.isEmpty })
    }
    let plan = try #require(tools.first { $0.name == "routing_plan" })
    #expect(plan.description == "Plan journeys between two stations or places")
    #expect(plan.inputSchema.properties["city"]?.description != "a text")
  }

  @Test func `each action for assistants has a summary, or a command with one`() async throws {
    let list = try await HostSession().run("mcp", "--list", "--json").output
    let tools = try JSON.decode([Tool].self, from: Data(list.utf8))
    let nameless = tools.filter { $0.description.hasPrefix("The action ") }
    #expect(nameless.map(\.name) == [], "add 'summary:' to the declaration of each of them")
  }

  /// The names of fields that are plain numbers of things, and say so.
  private static let counts: Set = ["lines", "stations", "rides"]

  @Test func `each number of an input has a description with its unit`() async throws {
    let list = try await HostSession().run("mcp", "--list", "--json").output
    for tool in try JSON.decode([Tool].self, from: Data(list.utf8)) {
      let types = [Schema.integer, .number].map { "\($0)" }
      let numbers = tool.inputSchema.properties.filter { types.contains($0.value.description) }
      #expect(numbers.keys.sorted() == [], "\(tool.name): conform its type to SchemaDescribing")
    }
  }

  @Test func `each number of an output has a description, unless it is a plain count`() throws {
    for action in AppModules.all.flatMap({ $0.manifest.answers })
    where action.exposure.contains(.assistants) {
      for field in try action.outputSchema?.allFields ?? [] where field.isNumber {
        #expect(
          field.description != nil || Self.counts.contains(field.name),
          "\(action.path): describe '\(field.name)' in 'fieldDescriptions' of its type")
      }
    }
  }

  @Test func `a call returns what the command prints`() async throws {
    let session = try HostSession()
    let command = try await session.run(
      "route", "Trindade", "Aliados", "--depart", "08:00", "--json")
    let call =
      #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"routing_plan","arguments":{"#
      + #""from":"Trindade","to":"Aliados","depart":"08:00"}}}"#
    let answers = try await answers(to: call, in: session)
    guard case .object(let answer)? = answers.first, case .object(let result)? = answer["result"]
    else {
      Issue.record("\(answers)")
      return
    }
    #expect(
      try result["structuredContent"]
        == JSON.decode(JSONValue.self, from: Data(command.output.utf8)))
  }

  @Test func `the prompts are the tools whose commands have examples`() async throws {
    let answers = try await answers(
      to: #"{"jsonrpc":"2.0","id":1,"method":"prompts/list"}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"prompts/get","params":{"name":"trips_add","arguments":"#
        + #"{"from":"Trindade","to":"Aliados"}}}"#,
      #"{"jsonrpc":"2.0","id":3,"method":"prompts/get","params":{"name":"stations_search"}}"#,
      in: HostSession())
    let trip = "Plan a trip. Call the tool 'trips_add' with these arguments:"
    let search =
      "Find stations by name or near a place. Call the tool 'stations_search' with these arguments:"
    #expect(
      try answers.dropFirst().map { try Self.text(ofPrompt: $0) } == [
        "\(trip)\n- from: Trindade\n- to: Aliados", "\(search)\n- text: casa",
      ])
    let list = String(decoding: try JSON.encode(answers[0]), as: UTF8.self)
    #expect(list.contains(#", such as 8:05 or noon","name":"depart","required":false}"#), "\(list)")
    #expect(list.contains(#", such as Trindade","name":"from","required":true}"#), "\(list)")
  }

  private static func text(ofPrompt answer: JSONValue) throws -> String {
    struct Answer: Decodable {
      struct Result: Decodable {
        struct Message: Decodable {
          let content: [String: String]
        }
        let messages: [Message]
      }
      let result: Result
    }
    let decoded = try JSON.decode(Answer.self, from: JSON.encode(answer))
    return decoded.result.messages.map { $0.content["text"] ?? "" }.joined()
  }

  @Test(
    .enabled(if: HostProcess.isAvailable), .timeLimit(.minutes(5)),
    arguments: [
      (
        #""method":"resources/subscribe","params":{"uri":"\#(four)""#, "",
        #"{"jsonrpc":"2.0","id":1,"result":{}}"#
      ),
      (
        #""method":"subscriptions/listen","params":{"_meta":{"io.modelcontextprotocol/"#
          + #"protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}},"#
          + #""notifications":{"resourceSubscriptions":["\#(four)"]}"#,
        #""_meta":{"io.modelcontextprotocol/subscriptionId":1},"#,
        #"{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"#
          + #""_meta":{"io.modelcontextprotocol/subscriptionId":1},"notifications":"#
          + #"{"resourceSubscriptions":["\#(four)"]}}}"#
      ),
    ])
  func `a client hears that a command has installed a city`(
    request: String, mark: String, answer: String
  ) async throws {
    let session = try HostSession()
    let (requests, responses) = (Pipe(), Pipe())
    let process = try ChildProcess(
      [HostProcess.binary.path, "mcp"],
      environment: ["METRO_HOME": session.folder.path, "METRO_LOG": "off"],
      descriptors: .init(
        input: requests.fileHandleForReading.fileDescriptor,
        output: responses.fileHandleForWriting.fileDescriptor))
    try responses.fileHandleForWriting.close()
    func next(_ expected: String) async throws {
      let line = Data(expected.utf8 + [10])
      let read = await blocking {
        try? responses.fileHandleForReading.read(upToCount: line.count)
      }
      #expect(read.map { String(decoding: $0, as: UTF8.self) } == expected + "\n")
    }
    try requests.fileHandleForWriting.write(
      contentsOf: Data(#"{"jsonrpc":"2.0","id":1,\#(request)}}"#.utf8 + [10]))
    try await next(answer)
    let feed = SharedData.checkout
      .appending(path: "Tests/AppTests/Fixtures/Feeds/four-stations.zip").path
    #expect(try await session.run("city", "add", "four", feed).code == .answered)
    try await next(
      #"{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{\#(mark)"#
        + #""uri":"\#(Self.four)"}}"#)
    try requests.fileHandleForWriting.close()
    #expect(await blocking { process.wait() } == 0)
  }

  private static let four = "metro://data-source/city?city=four"

  @Test(
    .enabled(if: HostProcess.isAvailable), .timeLimit(.minutes(5)),
    arguments: [(nil, 0), (SIGTERM, 143), (SIGINT, 130)] as [(Int32?, Int32)])
  func `the process ends with its input, and after a signal`(
    signal: Int32?, code: Int32
  ) async throws {
    let folder = TemporaryFolder()
    let (requests, responses) = (Pipe(), Pipe())
    let process = try ChildProcess(
      [HostProcess.binary.path, "mcp"],
      environment: ["METRO_HOME": folder.url.path, "METRO_LOG": "off"],
      descriptors: .init(
        input: requests.fileHandleForReading.fileDescriptor,
        output: responses.fileHandleForWriting.fileDescriptor))
    try responses.fileHandleForWriting.close()
    try requests.fileHandleForWriting.write(
      contentsOf: Data(#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#.utf8 + [10]))
    let answer = Data(#"{"jsonrpc":"2.0","id":1,"result":{}}"#.utf8 + [10])
    #expect(
      await blocking { try? responses.fileHandleForReading.read(upToCount: answer.count) } == answer
    )
    if let signal {
      kill(process.id, signal)
    } else {
      try requests.fileHandleForWriting.close()
    }
    #expect(await blocking { process.wait() } == code)
    #expect(try responses.fileHandleForReading.readToEnd() ?? Data() == Data())
  }
}

extension Schema {
  /// The fields of all objects at any depth.
  fileprivate var allFields: [Field] {
    switch self {
    case .object(_, let fields): fields + fields.flatMap(\.schema.allFields)
    case .list(let part), .dictionary(let part), .nullable(let part): part.allFields
    case .anyOf(let parts): parts.flatMap(\.allFields)
    case .any, .boolean, .integer, .number, .text, .choice, .recursive: []
    }
  }
}

extension Schema.Field {
  fileprivate var isNumber: Bool { [.integer, .number].contains(valueSchema) }
}
