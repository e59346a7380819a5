import Console
import Foundation
import Mediator
import ModuleTesting
import Plugins
import Testing

@testable import HostKit

/// The messages of the specification, field by field.
@Suite(.timeLimit(.minutes(15))) struct MCPMessageTests {
  private static let info = #"{"name":"shop","version":"1.2.3"}"#
  private static let modernEnd =
    #""resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":\#(info)}"#
  private static let tools =
    #""capabilities":{"tools":{"listChanged":true},"prompts":{"listChanged":true},"#
    + #""resources":{"subscribe":true,"listChanged":true}}"#
  private static let instructions = #""instructions":"shop: a shop for the terminal.""#
  private static let all =
    #"["2026-07-28","2025-11-25","2025-06-18","2025-03-26","2024-11-05"]"#
  private static let price =
    #"{"amount":12345678901234567.25,"name":"lamp","number":9223372036854775807}"#

  /// Sends one line, and compares the answer.
  private func expect(_ answer: String, to line: String) async throws {
    let client = try MCPClient()
    let actual = try await client.answer(to: line)
    #expect(try actual == JSONValue(json: answer), "\(line)\n\(actual.json)")
    client.hangUp()
    #expect(try await client.waitForEnd() == .answered)
  }

  private static func text(_ json: String) throws -> String {
    let text = String(decoding: try JSON.encode(json), as: UTF8.self)
    return #""content":[{"type":"text","text":\#(text)}]"#
  }

  private static func initialize(_ revision: String) -> String {
    MCPEra.legacy.request(
      "1", "initialize",
      #""protocolVersion":"\#(revision)","capabilities":{},"clientInfo":{"name":"c","version":"1"}"#
    )
  }

  @Test(arguments: [
    ("2025-11-25", "2025-11-25"), ("2025-06-18", "2025-06-18"), ("2025-03-26", "2025-03-26"),
    ("2024-11-05", "2024-11-05"), ("1900-01-01", "2025-11-25"), ("2026-07-28", "2025-11-25"),
  ])
  func `initialize agrees on a revision`(requested: String, agreed: String) async throws {
    try await expect(
      #"{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"\#(agreed)",\#(Self.tools),"#
        + #""serverInfo":\#(Self.info),\#(Self.instructions)}}"#, to: Self.initialize(requested))
  }

  @Test func `server/discover describes the server`() async throws {
    try await expect(
      #"{"jsonrpc":"2.0","id":"a","result":{"supportedVersions":\#(Self.all),\#(Self.tools),"#
        + #"\#(Self.instructions),"ttlMs":300000,"cacheScope":"private",\#(Self.modernEnd)}}"#,
      to: MCPEra.modern.request("\"a\"", "server/discover"))
  }

  @Test func `ping belongs to the older era`() async throws {
    try await expect(
      #"{"jsonrpc":"2.0","id":1,"result":{}}"#, to: MCPEra.legacy.request("1", "ping"))
    try await expect(
      #"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no method 'ping'"}}"#,
      to: MCPEra.modern.request("1", "ping"))
  }

  @Test(arguments: [
    ("catalogue_price", #"{"name":"lamp","amount":12345678901234567.25}"#, price, price),
    (
      "catalogue_names", "{}", #"["chair","\u202e\"lamp\"\n\\ ü"]"#,
      #"{"result":["chair","\u202e\"lamp\"\n\\ ü"]}"#
    ),
    (
      "catalogue_twice", #"{"input":4611686018427387903}"#, "9223372036854775806",
      #"{"result":9223372036854775806}"#
    ),
  ])
  func `a call returns the output as a text and as it is`(
    tool: String, arguments: String, modern: String, legacy: String
  ) async throws {
    for (era, output, end) in [
      (MCPEra.modern, modern, "," + Self.modernEnd), (.legacy, legacy, ""),
    ] {
      let client = try MCPClient()
      client.send(era.call("1", tool, arguments))
      let line = await client.line() ?? ""
      let result = try JSONValue(json: line)["result"]
      guard case .list(let parts)? = result?["content"], case .text(let text)? = parts[0]["text"]
      else {
        Issue.record("\(line)")
        continue
      }
      #expect(try JSONValue(json: text) == JSONValue(json: output))
      // Not decoded: the numbers are spelled as `perform(json:)` spells them.
      #expect(line.contains("\"structuredContent\":\(text)"))
      #expect(
        try result
          == JSONValue(
            json: #"{\#(Self.text(text)),"structuredContent":\#(output)\#(end)}"#))
      client.hangUp()
    }
  }

  @Test(arguments: [
    (
      #"{"name":"none"}"#, "'catalogue/price' failed: no article 'none' at https://…@example.org/?…"
    ), ("{}", "'name': a value is missing"),
    (
      #"{"name":"lamp","size":"huge"}"#,
      "'size': expected one of small, large"
    ),
    (
      #"{"name":"lamp","sise":"small"}"#,
      "'sise': there is no such parameter; did you mean 'size'?"
    ),
    (
      #"{"name":"lamp","_meta":{}}"#,
      "'_meta': there is no such parameter; remove it"
    ),
  ])
  func `an error of a module or in the arguments is a result`(
    arguments: String, sentence: String
  ) async throws {
    for (era, end) in [(MCPEra.modern, "," + Self.modernEnd), (.legacy, "")] {
      try await expect(
        #"{"jsonrpc":"2.0","id":1,"result":{\#(Self.text(sentence)),"isError":true\#(end)}}"#,
        to: era.call("1", "catalogue_price", arguments))
    }
  }

  @Test(arguments: [
    (
      "catalogue_twice", #"{"input":1,"imput":2}"#,
      "'imput': there is no such parameter; did you mean 'input'?"
    ),
    (
      "catalogue_names", #"{"all":true}"#,
      "'all': there is no such parameter; remove it"
    ),
  ])
  func `an argument that the tool does not have is refused`(
    tool: String, arguments: String, sentence: String
  ) async throws {
    for (era, end) in [(MCPEra.modern, "," + Self.modernEnd), (.legacy, "")] {
      try await expect(
        #"{"jsonrpc":"2.0","id":1,"result":{\#(Self.text(sentence)),"isError":true\#(end)}}"#,
        to: era.call("1", tool, arguments, token: "7"))
    }
  }

  @Test(arguments: [
    ("catalogue_prise", "no tool 'catalogue_prise'; did you mean 'catalogue_price'?"),
    ("catalogue_secret", "no tool 'catalogue_secret'; did you mean 'catalogue_names'?"),
    ("catalogue_internalPrice", "no tool 'catalogue_internalPrice'; see 'tools/list'"),
    ("host_tools", "no tool 'host_tools'; see 'tools/list'"),
    ("catalogue/price", "no tool 'catalogue/price'; did you mean 'catalogue_price'?"),
    (
      #"\u001b[31m\u202e\"\\\n"#,
      #"no tool '\\u{1b}[31m\\u{202e}\"\\ '; see 'tools/list'"#
    ),
    (
      #"catalogue_price\u200b"#,
      #"no tool 'catalogue_price\\u{200b}'; did you mean 'catalogue_price'?"#
    ),
    ("", "no tool ''; see 'tools/list'"),
  ])
  func `only actions that are open to assistants are tools`(name: String, message: String)
    async throws
  {
    for era in MCPEra.allCases {
      let answer = try await MCPClient().answer(to: era.call("1", name))
      #expect(answer["error"]?["code"] == .integer(-32602))
      #expect(
        try answer["error"]?["message"] == JSONValue(json: "\"\(message)\""), "\(answer.json)")
    }
  }

  private static let version = #""io.modelcontextprotocol/protocolVersion""#
  private static let capabilities = #""io.modelcontextprotocol/clientCapabilities":{}"#

  @Test(arguments: [
    #""_meta":{\#(version):"1900-01-01",\#(capabilities)}"#, #""_meta":{\#(version):"1900-01-01"}"#,
  ])
  func `an unknown revision is refused with those that are supported`(
    parameters: String
  ) async throws {
    for method in ["server/discover", "tools/list", "tools/call"] {
      let answer = try await MCPClient().answer(
        to: MCPEra.legacy.request("1", method, parameters))
      #expect(answer["error"]?["code"] == .integer(-32022))
      #expect(
        try answer["error"]?["data"]
          == JSONValue(json: #"{"requested":"1900-01-01","supported":\#(Self.all)}"#))
    }
  }

  @Test(arguments: [
    ("server/discover", ""), ("tools/list", #""_meta":{\#(capabilities)}"#),
    ("tools/list", #""_meta":{\#(version):"2026-07-28"}"#),
    ("tools/list", #""_meta":{\#(version):20260728,\#(capabilities)}"#),
    (
      "tools/list",
      #""_meta":{\#(version):"2026-07-28","io.modelcontextprotocol/clientCapabilities":[]}"#
    ), ("tools/list", #""_meta":3"#), ("tools/list", #""_meta":{},"_meta":{}"#),
    ("tools/list", #""cursor":"2""#), ("tools/call", #""arguments":{}"#),
    ("resources/list", #""cursor":"2""#), ("resources/read", ""),
    ("resources/subscribe", ""), ("resources/unsubscribe", #""uri":1"#), ("prompts/get", ""),
    ("prompts/get", #""name":"catalogue_price","arguments":[]"#),
    ("prompts/get", #""name":"catalogue_price","arguments":{"name":1}"#),
    ("tools/call", #""name":["catalogue_price"]"#),
    ("tools/call", #""name":"catalogue_price","arguments":[]"#),
    ("tools/call", #""name":"catalogue_price","arguments":{"name":"a","name":"b"}"#),
    ("initialize", ""),
    ("initialize", #""protocolVersion":1"#),
  ])
  func `parameters that are not valid are refused`(method: String, parameters: String) async throws
  {
    let answer = try await MCPClient().answer(to: MCPEra.legacy.request("1", method, parameters))
    #expect(answer["error"]?["code"] == .integer(-32602), "\(answer)")
  }

  @Test(arguments: [
    ("tools/list", #""cursor":null,"_meta":null"#),
    ("tools/call", #""name":"catalogue_names","arguments":null"#),
  ])
  func `parameters that are null are as if omitted`(method: String, parameters: String) async throws
  {
    let answer = try await MCPClient().answer(to: MCPEra.legacy.request("1", method, parameters))
    #expect(answer["result"] != nil, "\(answer)")
  }

  @Test func `a request without parameters may say null`() async throws {
    let line = #"{"jsonrpc":"2.0","id":5,"method":"tools/list","params":null}"#
    #expect(try await MCPClient().answer(to: line)["result"] != nil)
  }

  @Test(arguments: [(1022, true), (1023, false)])
  func `a token for progress has at most 1 KiB with its quotes`(count: Int, isAccepted: Bool)
    async throws
  {
    let token = "\"" + String(repeating: "a", count: count) + "\""
    let answer = try await MCPClient().answer(
      to: MCPEra.modern.call("1", "catalogue_names", token: token))
    #expect((answer["result"] != nil) == isAccepted, "\(answer)")
  }

  @Test(arguments: [
    ("resources/subscribe", [MCPEra.modern]), ("resources/unsubscribe", [.modern]),
    ("subscriptions/listen", [.legacy]), ("logging/setLevel", MCPEra.allCases),
    ("nonsense", MCPEra.allCases),
  ])
  func `methods that the server does not offer are unknown`(
    method: String, eras: [MCPEra]
  ) async throws {
    for era in eras {
      try await expect(
        #"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no method '\#(method)'"}}"#,
        to: era.request("1", method))
    }
  }

  @Test func `names in metadata may be spelled with escapes`() async throws {
    let line = MCPEra.modern.request("1", "server/discover").replacing(
      "modelcontextprotocol/", with: #"modelcontextprotocol\/"#)
    #expect(try await MCPClient().answer(to: line)["result"] != nil)
  }
}
