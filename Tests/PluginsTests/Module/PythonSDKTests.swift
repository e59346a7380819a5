import Console
import Foundation
import Mediator
import ModuleTesting
import TestSupport
import Testing

@testable import Plugins

/// The plug-in is written with the official Python package `mcp`, as many servers are.
@Suite(
  .highPriority,
  .enabled(if: PluginFixture.hasSDK, "the Python package mcp with MCPServer cannot be imported"),
  .timeLimit(.minutes(15)))
struct PythonSDKTests {
  private static let script = """
    from mcp.server import MCPServer
    from pydantic import BaseModel

    server = MCPServer("weather")

    class Day(BaseModel):
        day: str
        high: float
        wind: str | None = None

    class Tree(BaseModel):
        name: str
        children: list["Tree"] = []

    @server.tool()
    def forecast(place: str, days: int = 2) -> list[Day]:
        "Show the next days"
        return [Day(day=f"{place} {n}", high=n + 0.5) for n in range(days)]

    @server.tool()
    def tree() -> Tree:
        return Tree(name="a", children=[Tree(name="b", children=[Tree(name="c")])])

    @server.tool()
    def add(a: int, b: int) -> int:
        return a + b

    @server.tool()
    def nothing() -> None:
        pass

    @server.tool(structured_output=False)
    def say(words: list[str]) -> str:
        return " ".join(words)

    @server.tool()
    def count(options: dict[str, int]) -> dict[str, int]:
        return options

    @server.tool()
    def fail() -> str:
        raise ValueError("no such place")

    server.run()
    """

  /// A plug-in whose tools were stored at an earlier start.
  private func fixture(_ era: MCPEra) async throws -> PluginFixture {
    let first = try PluginFixture(Self.script)
    let session = try first.session()
    let client = try await session.connect(era: era, app: .test)
    #expect(client.era == era)
    let tools = try await client.tools()
    await session.end()
    return try PluginFixture(Self.script, tools: tools, era: era)
  }

  @Test(arguments: MCPEra.allCases)
  func `all kinds of results are understood`(era: MCPEra) async throws {
    let fixture = try await fixture(era)
    let harness = try await ModuleHarness(fixture.descriptor)
    func call(_ tool: String, _ json: String) async throws -> String {
      try await harness.call(json, action: tool)
    }
    #expect(
      try await call("forecast", #"{"place":"Porto"}"#)
        == #"[{"day":"Porto 0","high":0.5},{"day":"Porto 1","high":1.5}]"#)
    #expect(
      try await call("tree", "{}")
        == #"{"children":[{"children":[{"children":[],"name":"c"}],"name":"b"}],"name":"a"}"#)
    #expect(
      try await call("add", #"{"a":9007199254740993,"b":0}"#) == "9007199254740993")
    #expect(try await call("nothing", "{}") == "null")
    #expect(try await call("say", #"{"words":["a","b"]}"#) == "\"a b\"")
    #expect(try await call("count", #"{"options":{"x":1}}"#) == #"{"x":1}"#)
    await #expect(throws: ActionError.self) { try await call("fail", "{}") }
    // Nothing has changed since the earlier start.
    #expect(fixture.stored.values.isEmpty)
    let answer = try await harness.run("weather forecast Porto --days 1")
    #expect(answer.text == "day      high\nPorto 0   0.5")
    #expect(try await harness.run("weather say --words a --words b").text == "a b")
    await harness.stop()
  }

  /// The server accepts only the form of the first request that it reads. Both arrive before it has
  /// started.
  @Test(.enabled(if: TestOptions.isThorough), arguments: MCPEra.allCases)
  func `a server may take 20 seconds to start`(era: MCPEra) async throws {
    let fixture = try PluginFixture("time.sleep(20)\n" + Self.script, tools: [Self.add], era: era)
    let harness = try await ModuleHarness(fixture.descriptor)
    #expect(try await harness.call(#"{"a":1,"b":2}"#, action: "add") == "3")
    #expect(fixture.stored.values.map(\.era) == [era])
    await harness.stop()
  }

  private static let add = PluginTool(
    name: "add", description: "", inputSchema: "{}",
    outputSchema: #"{"type":"object","properties":{"result":{}},"required":["result"]}"#)
}
