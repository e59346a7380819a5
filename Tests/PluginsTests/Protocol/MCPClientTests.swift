import Channel
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Platform
import TestSupport
import Testing

@testable import Plugins

@Suite(.timeLimit(.minutes(15))) struct MCPClientTests {
  private static let schema = #"{"type":"object","properties":{"b":{},"a":{}}}"#

  @Test(arguments: MCPEra.allCases)
  func `requests contain metadata in the modern form only`(era: MCPEra) async throws {
    let server = try FakeServer.speaking(era) { request in
      guard case .object(var members)? = request.json else { return nil }
      let metadata = members.removeValue(forKey: "_meta")
      let isCall = request.method == "tools/call"
      var expected: [String: JSONValue] = isCall ? ["progressToken": .integer(3)] : [:]
      if era == .modern {
        expected["io.modelcontextprotocol/protocolVersion"] = .text("2026-07-28")
        expected["io.modelcontextprotocol/clientCapabilities"] = .object([:])
        expected["io.modelcontextprotocol/clientInfo"] = .object([
          "name": .text("app"), "version": .text("1.2"),
        ])
      }
      #expect(metadata == (expected.isEmpty ? nil : .object(expected)))
      guard isCall else { return #"{"tools":[]}"# }
      #expect(
        members == ["name": .text("a \"b\""), "arguments": .object(["x": .integer(1)])])
      return #"{"content":[]}"#
    }
    let client = try await server.connect(era: era)
    #expect(try await client.tools().isEmpty)
    let answer = try await client.call("a \"b\"", .object(["x": .integer(1)]))
    #expect(answer.value == .text(""))
  }

  @Test func `all pages of the tools are read`() async throws {
    let server = try FakeServer.speaking(.modern) { request in
      guard case .object(let members)? = request.json, case .text(let cursor)? = members["cursor"]
      else { return #"{"tools":[{"name":"a","inputSchema":\#(Self.schema)}],"nextCursor":"1 \""}"# }
      #expect(cursor == "1 \"")
      return #"{"tools":[{"name":"b","description":"B\nb","inputSchema":{},"outputSchema":{}}]}"#
    }
    let tools = try await server.connect().tools()
    #expect(
      tools == [
        PluginTool(name: "a", description: "", inputSchema: Self.schema, outputSchema: nil),
        PluginTool(name: "b", description: "B\nb", inputSchema: "{}", outputSchema: "{}"),
      ])
  }

  @Test func `pages without an end are refused`() async throws {
    let count = Lock(0)
    let server = try FakeServer.speaking(.modern) { _ in
      let number = count.withLock { count in
        count += 1
        return count
      }
      return #"{"tools":[{"name":"t\#(number)","inputSchema":{}}],"nextCursor":"x"}"#
    }
    let client = try await server.connect()
    await #expect(
      throws: PluginError.badAnswer(
        plugin: "weather", reason: "the list of tools has more than 64 pages")
    ) { try await client.tools() }
  }

  @Test func `a list of tools whose schemas have too many levels is refused`() async throws {
    let schema =
      String(repeating: #"{"properties":{"a":"#, count: 100) + "{}"
      + String(repeating: "}}", count: 100)
    let server = try FakeServer.speaking(.modern) { _ in
      #"{"tools":[{"name":"a","inputSchema":\#(schema)}]}"#
    }
    let client = try await server.connect()
    await #expect(
      throws: PluginError.badAnswer(
        plugin: "weather", reason: "the list of tools has more than 128 levels")
    ) { try await client.tools() }
  }

  @Test func `a plug-in without tools says so`() async throws {
    let server = try FakeServer.speaking(.legacy) { _ in
      throw ChannelError.remote(code: -32601, message: "no\u{7}thing")
    }
    let client = try await server.connect()
    await #expect(
      throws: PluginError.badAnswer(plugin: "weather", reason: "it lists no tools: nothing")
    ) { try await client.tools() }
  }

  @Test func `an error of a call is a failure of the tool`() async throws {
    let server = try FakeServer.speaking(.modern) { _ in
      throw ChannelError.remote(code: -32602, message: "no place\u{1B}[31m\nthere")
    }
    let client = try await server.connect()
    await #expect(
      throws: PluginError.toolFailed(
        plugin: "weather", tool: "forecast", message: "no place there")
    ) { try await client.call("forecast", .object([:])) }
  }

  @Test func `a call that takes too long is cancelled at the plug-in`() async throws {
    let clock = ManualClock()
    let server = try FakeServer.speaking(.modern, clock: clock) { _ in
      clock.advance(by: .seconds(30))
      return nil
    }
    let client = try await server.connect()
    await #expect(
      throws: PluginError.timedOut(plugin: "weather", tool: "forecast", after: .seconds(30))
    ) { try await client.call("forecast", .object([:])) }
    try await wait { server.received.values.contains("cancelled tools/call") }
  }

  @Test func `a cancelled call is cancelled at the plug-in`() async throws {
    let call = Promise<Task<MCPToolResult, any Error>>()
    let server = try FakeServer.speaking(.modern) { _ in
      try await call.value.cancel()
      return nil
    }
    let client = try await server.connect()
    let task = Task { try await client.call("forecast", .object([:])) }
    call.fulfil(.success(task))
    await #expect(throws: CancellationError.self) { try await task.value }
    try await wait { server.received.values.contains("cancelled tools/call") }
  }

  @Test func `the end of the plug-in ends its calls`() async throws {
    let server = try FakeServer.speaking(.modern) { _ in nil }
    let client = try await server.connect()
    let task = Task { try await client.call("forecast", .object([:])) }
    try await wait { server.received.values.contains("tools/call") }
    server.server.close()
    await #expect(throws: ChannelError.lost(reason: "the other side has closed it")) {
      try await task.value
    }
  }
}
