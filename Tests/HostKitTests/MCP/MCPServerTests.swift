import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Platform
import Plugins
import Testing

@testable import HostKit

/// A client and its server over time, and clients that do not follow the protocol.
@Suite(.timeLimit(.minutes(15))) struct MCPServerTests {
  private static let ping = MCPEra.legacy.request("\"end\"", "ping")
  private static let pong = #"{"jsonrpc":"2.0","id":"end","result":{}}"#

  private static func cancel(_ id: String) -> String {
    #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":\#(id)}}"#
  }

  @Test(arguments: MCPEra.allCases)
  func `a cancelled call ends, and is not answered`(era: MCPEra) async throws {
    let client = try MCPClient()
    client.send(era.call("7", "catalogue_wait"))
    try await client.wait(for: "waiting")
    client.send(Self.cancel("7"))
    try await client.wait(for: "cancelled")
    client.send(Self.ping)
    #expect(await client.line() == Self.pong)
    client.hangUp()
    #expect(try await client.rest() == [])
    #expect(try await client.waitForEnd() == .answered)
  }

  @Test func `eight calls run at the same time, and a ping waits for none of them`() async throws {
    let client = try MCPClient()
    client.send((1...10).map { MCPEra.modern.call("\($0)", "catalogue_wait") })
    try await client.wait(for: "waiting", count: 8)
    client.send(Self.ping)
    #expect(await client.line() == Self.pong)
    // Call 9 waits for another one to end, so it is cancelled before it begins.
    client.send((1...9).reversed().map { Self.cancel("\($0)") })
    try await client.wait(for: "waiting", count: 9)
    client.send(Self.cancel("10"), Self.ping)
    #expect(await client.line() == Self.pong)
    client.hangUp()
    #expect(try await client.rest() == [])
    #expect(try await client.waitForEnd() == .answered)
    #expect(client.notes.values.count(where: { $0 == "waiting" }) == 9)
  }

  @Test(arguments: [("\"a\\\"b\"", MCPEra.modern), ("17", .legacy)])
  func `long work is reported until it ends`(token: String, era: MCPEra) async throws {
    let client = try MCPClient()
    client.send(era.call("1", "catalogue_wait", token: token))
    try await client.wait(for: "waiting")
    let time = Task { try await client.advance() }
    for second in 1...3 {
      let report = try await client.message()
      #expect(try report == Self.report(second, token))
    }
    // The server waits only for some time for the answer after the end of its input.
    time.cancel()
    _ = await time.result
    client.waitEnd.fulfil(.success(Empty()))
    client.hangUp()
    var messages = try await client.rest()
    #expect(messages.popLast()?["result"]?["structuredContent"] == .object([:]))
    for (second, report) in zip(4..., messages) {
      #expect(try report == Self.report(second, token))
    }
  }

  private static func report(_ second: Int, _ token: String) throws -> JSONValue {
    try JSONValue(
      json: #"{"jsonrpc":"2.0","method":"notifications/progress","params":{"#
        + #""progressToken":\#(token),"progress":\#(second),"message":"running for \#(second) s"}}"#
    )
  }

  @Test func `at the end of the input, calls have a second before they are cancelled`()
    async throws
  {
    let client = try MCPClient()
    client.send(MCPEra.modern.call("1", "catalogue_wait"))
    try await client.wait(for: "waiting")
    client.hangUp()
    try await client.advance()
    #expect(try await client.waitForEnd() == .answered)
    #expect(client.notes.values == ["waiting", "cancelled", "stopped"])
    #expect(try await client.rest() == [])
  }

  @Test func `what was asked before the end of the input is answered`() async throws {
    let client = try MCPClient()
    client.send(Data((Self.ping + "\n" + MCPEra.modern.call("1", "catalogue_names")).utf8))
    client.hangUp()
    #expect(try await client.rest().count == 2)
    #expect(try await client.waitForEnd() == .answered)
    #expect(client.notes.values == ["stopped"])
  }

  @Test(arguments: MCPEra.allCases)
  func `a text that is too long is refused, with its field and the limit`(era: MCPEra) async throws
  {
    let client = try MCPClient()
    let name = String(repeating: "é", count: 240_000)
    let answer = try await client.answer(
      to: era.call("1", "catalogue_price", #"{"name":"\#(name)"}"#))
    let result = try #require(answer["result"])
    #expect(result["isError"] == .boolean(true))
    let reason = "'name': it has 480000 bytes; expected at most 16384; shorten it"
    #expect(result["content"] == .list([.object(["type": .text("text"), "text": .text(reason)])]))
    #expect(client.notes.values == [])
  }

  @Test func `thousands of calls are all answered, although the client reads late`() async throws {
    let client = try MCPClient(isReading: false)
    client.send((1...5000).map { MCPEra.modern.call("\($0)", "catalogue_names") })
    await client.flush()
    client.read()
    var ids: [Int] = []
    while ids.count < 5000 {
      guard case .integer(let id)? = try await client.message()["id"] else { break }
      ids.append(id)
    }
    #expect(ids.sorted() == Array(1...5000))
  }

  @Test func `an interruption ends the server`() async throws {
    let client = try MCPClient()
    client.send(MCPEra.modern.call("1", "catalogue_wait"))
    try await client.wait(for: "waiting")
    client.end.cancel()
    #expect(try await client.waitForEnd() == .interrupted)
    #expect(client.notes.values.contains("stopped"))
  }

  @Test(arguments: [
    "garbage", "{", "[]", "[{]", #"{"jsonrpc":"2.0"}"#,
    "\u{7}", "null",
    String(repeating: "[", count: 200), #"{"jsonrpc":"2.0","id":{},"method":"ping"}"#,
  ])
  func `garbage is answered with an error, and the next request as usual`(
    line: String
  ) async throws {
    let client = try MCPClient()
    let answer = try await client.answer(to: line)
    guard case .integer(let code)? = answer["error"]?["code"] else {
      Issue.record("\(answer)")
      return
    }
    #expect([-32700, -32600].contains(code))
    client.send(Self.ping)
    #expect(await client.line() == Self.pong)
  }

  @Test func `a batch is answered in one line`() async throws {
    let client = try MCPClient()
    client.send(
      #"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"notifications/x"}]"#)
    #expect(await client.line() == #"[{"jsonrpc":"2.0","id":1,"result":{}}]"#)
  }

  @Test func `a line of 17 MiB is refused, and the next request is answered`() async throws {
    let client = try MCPClient()
    let name = String(repeating: "x", count: 17 << 20)
    let answer = try await client.answer(
      to: MCPEra.legacy.call("1", "catalogue_price", #"{"name":"\#(name)"}"#))
    #expect(answer["error"]?["code"] == .integer(-32600))
    client.send(Self.ping)
    #expect(await client.line() == Self.pong)
  }

  @Test func `a client that never reads does not keep the server from ending`() async throws {
    let client = try MCPClient(isReading: false)
    // The answers fill the pipe several times.
    let name = String(repeating: "x", count: 16_000)
    let call = MCPEra.modern.call("0", "catalogue_price", #"{"name":"\#(name)"}"#)
    client.send((1...40).map { call.replacing(#""id":0"#, with: "\"id\":\($0)") })
    // Otherwise the deadline of the module's start might pass.
    try await client.wait(for: "price")
    client.hangUp()
    try await client.advance()
    #expect(try await client.waitForEnd() == .answered)
    #expect(client.notes.values.last == "stopped")
  }
}
