import Foundation
import Mediator
import TestSupport
import Testing

@testable import Plugins

@Suite(.highPriority) struct MCPAnswerTests {
  private func tools(_ pages: String...) throws -> [PluginTool] {
    var list = MCPToolList("weather")
    for page in pages { _ = try list.append(Data(page.utf8)) }
    return list.tools
  }

  private func list(of name: String, _ others: String = #""inputSchema":{}"#) -> String {
    #"{"tools":[{"name":\#(name),\#(others)}]}"#
  }

  @Test(arguments: [
    ("{}", "expected an object with a list 'tools'"),
    ("[]", "expected an object with a list 'tools'"),
    (#"{"tools":{}}"#, "expected an object with a list 'tools'"),
    (#"{"tools":[3]}"#, "tool 1 has no name of at most 128 bytes"),
    (#"{"tools":[{"name":""}]}"#, "tool 1 has no name of at most 128 bytes"),
    (#"{"tools":[{"name":1}]}"#, "tool 1 has no name of at most 128 bytes"),
    (#"{"tools":[{"name":"a\u001b[1m"}]}"#, "the tool 'a' has no schema of its input"),
    (#"{"tools":[{"name":"a","inputSchema":true}]}"#, "the tool 'a' has no schema of its input"),
    (
      #"{"tools":[{"name":"a","inputSchema":{}},{"name":"a","inputSchema":{}}]}"#,
      "it lists the tool 'a' twice"
    ),
    (#"{"tools":[],"nextCursor":3}"#, "expected a short text as 'nextCursor'"),
  ])
  func `a list of tools that is not valid is refused`(page: String, reason: String) {
    #expect(throws: PluginError.badAnswer(plugin: "weather", reason: reason)) {
      try tools(page)
    }
  }

  @Test(
    arguments: [
      (
        #"{"content":[{"type":"image","mimeType":"image/png","data":"AQID"},{"type":"text","text":"a"}]}"#,
        [
          #"{"data":"AQID","mimeType":"image/png","type":"image"}"#, #"{"text":"a","type":"text"}"#,
        ]
      ),
      (#"{"content":[{"type":"text","text":"a"}]}"#, nil),
      (#"{"content":[{"type":"image","mimeType":"image/png","data":"?"}]}"#, nil),
      (#"{"content":[1]}"#, nil), (#"{"content":["#, nil), (#"{"days":[]}"#, nil), ("\"a\"", nil),
    ] as [(String, [String]?)])
  func `files in the output of a tool are passed on as they are`(json: String, blocks: [String]?) {
    let found = ToolContent.blocks(of: Data(json.utf8))
    #expect(found?.map { String(decoding: $0, as: UTF8.self) } == blocks)
  }

  @Test func `a list of tools has limits`() throws {
    let name = String(repeating: "n", count: 128)
    #expect(try tools(list(of: "\"\(name)\"")).count == 1)
    #expect(throws: PluginError.self) { try tools(list(of: "\"\(name)n\"")) }

    let many = (1...257).map { #"{"name":"t\#($0)","inputSchema":{}}"# }
    #expect(try tools("{\"tools\":[\(many.dropLast().joined(separator: ","))]}").count == 256)
    #expect(
      throws: PluginError.badAnswer(plugin: "weather", reason: "it has more than 256 tools")
    ) { try tools("{\"tools\":[\(many.joined(separator: ","))]}") }

    let large = #""inputSchema":{"title":"\#(String(repeating: "x", count: 1 << 20))"}"#
    #expect(
      throws: PluginError.badAnswer(plugin: "weather", reason: "its schemas have more than 1 MiB")
    ) { try tools(list(of: "\"a\"", large)) }
  }

  @Test func `descriptions are printable and not too long`() throws {
    let text = #""description":"\u001b]0;x\u0007One\r\n\u202etwo\u0000","inputSchema":{}"#
    #expect(try tools(list(of: "\"a\"", text)).first?.description == "One\ntwo")
    let long = String(repeating: "x", count: 5000)
    let tool = try tools(list(of: "\"a\"", #""description":"\#(long)","inputSchema":{}"#)).first
    #expect(tool?.description.count == 1000)
    let others = #""description":3,"outputSchema":3,"inputSchema":{},"annotations":[1]"#
    #expect(
      try tools(list(of: "\"a\"", others))
        == [PluginTool(name: "a", description: "", inputSchema: "{}", outputSchema: nil)])
  }

  private func value(_ result: String) throws -> JSONValue {
    try MCPToolResult(Data(result.utf8), of: "add", "weather").value
  }

  @Test(arguments: [
    (
      #"{"structuredContent":{"a":[1,2.50,9007199254740993]},"content":[]}"#,
      JSONValue.object(["a": .list([.integer(1), .number(2.5), .integer(9_007_199_254_740_993)])])
    ),
    (#"{"structuredContent":[null]}"#, .list([.null])),
    (#"{"structuredContent":null,"content":[{"type":"text","text":"a"}]}"#, .text("a")),
    (#"{"content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}"#, .text("a\nb")),
    (#"{"content":null}"#, .text("")),
    (
      #"{"content":[{"type":"text","text":"a"},{"type":"image","data":""}]}"#,
      .object([
        "content": .list([
          .object(["type": .text("text"), "text": .text("a")]),
          .object(["type": .text("image"), "data": .text("")]),
        ])
      ])
    ),
    (#"{"resultType":"complete","isError":false,"content":[]}"#, .text("")),
    ("{}", .text("")),
  ])
  func `a result is the structured content or the texts`(result: String, value: JSONValue) throws {
    #expect(try self.value(result) == value)
  }

  @Test(arguments: [
    ("[]", "'add': expected an object"), ("3", "'add': expected an object"),
    (#"{"content":3}"#, "'add': expected a list of objects as 'content'"),
    (#"{"content":[3]}"#, "'add': expected a list of objects as 'content'"),
    (#"{"structuredContent":1e999}"#, nil),
    (
      #"{"structuredContent":\#(String(repeating: "[", count: 70) + String(repeating: "]", count: 70))}"#,
      "'add': it has more than 64 levels"
    ),
    (
      #"{"resultType":"input_required"}"#,
      "'add': expected a complete result, or what it needs before"
    ),
  ])
  func `a result that is not valid is refused`(result: String, reason: String?) {
    if let reason {
      #expect(throws: PluginError.badAnswer(plugin: "weather", reason: reason)) {
        try value(result)
      }
    } else {
      #expect(throws: PluginError.self) { try value(result) }
    }
  }

  @Test(arguments: [
    (
      #"{"isError":true,"content":[{"type":"text","text":"no\u001b[1m such\nplace"}]}"#,
      "no such place"
    ),
    (#"{"isError":true,"structuredContent":{"a":1}}"#, "it gives no reason"),
  ])
  func `a tool says that it has failed`(result: String, message: String) {
    #expect(throws: PluginError.toolFailed(plugin: "weather", tool: "add", message: message)) {
      try value(result)
    }
  }
}
