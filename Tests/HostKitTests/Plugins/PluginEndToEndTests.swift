import Console
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Plugins
import TestSupport
import Testing

@testable import HostKit

/// The path of a program that plug-ins need; nil if there is none.
let python = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"]
  .map { folder -> String in folder + "/python3" }
  .first { path in access(path, X_OK) == 0 }

/// Runs a plug-in in Python, which has no package for the protocol.
@Suite(.highPriority, .enabled(if: python != nil, "needs python3"))
struct PluginEndToEndTests {
  private static let manifest =
    #"""
    {"name": "weather", "summary": "Weather at a place", "command": ["python3", "weather.py"],
     "calls": ["ports/count"], "follows": {"ShipSank": "sank"}, "remote": ["weather"],
     "lists": [{"tool": "days", "title": "day"}],
     "env": [{"name": "WEATHER_KEY", "summary": "the key", "optional": true}]}
    """#

  /// Writes the names of the ships that sank into a file, and calls the app over its descriptor.
  private static let program =
    #"""
    import json, os, socket, sys
    open("started", "a").write("x")
    host = socket.socket(fileno=int(os.environ["SHOP_HOST_FD"])).makefile("rw")
    def call_host(tool):
        request = {"jsonrpc": "2.0", "id": 1, "method": "tools/call",
                   "params": {"name": tool, "arguments": {}}}
        host.write(json.dumps(request) + "\n")
        host.flush()
        return json.loads(host.readline())
    def tool(name, fields):
        return {"name": name, "description": "Tells the " + name, "inputSchema":
                {"type": "object", "required": fields,
                 "properties": {field: {"type": "string"} for field in fields}}}
    def call(name, arguments):
        if name == "weather":
            answer = call_host("ports_count")["result"]["structuredContent"]["result"]
            return {"structuredContent": {"place": arguments["place"], "ships": answer},
                    "content": []}
        if name == "sink":
            return {"content": [{"type": "text", "text": call_host("ports_sink")["error"]["message"]}]}
        if name == "days":
            return {"content": [], "structuredContent": {"result": [{"day": "Monday"}]}}
        if name == "variables":
            return {"content": [{"type": "text", "text": " ".join(sorted(os.environ))}]}
        open("sank.txt", "a").write(arguments["name"] + "\n")
        return {"content": []}
    tools = [tool("weather", ["place"]), tool("sink", []), tool("sank", ["name"]),
             tool("days", []), tool("variables", [])]
    for line in sys.stdin:
        request = json.loads(line)
        if "id" not in request:
            continue
        answer = {"jsonrpc": "2.0", "id": request["id"]}
        if request["method"] == "initialize":
            answer["result"] = {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}},
                                "serverInfo": {"name": "weather", "version": "1"}}
        elif request["method"] == "tools/list":
            answer["result"] = {"tools": tools}
        elif request["method"] == "tools/call":
            answer["result"] = call(request["params"]["name"], request["params"]["arguments"])
        else:
            answer["error"] = {"code": -32601, "message": "no such method"}
        print(json.dumps(answer), flush=True)
    """#

  private let fixture = PluginHostFixture()

  private func trust(
    _ manifest: String = manifest, program: String = program
  ) async throws -> CommandLineOutput {
    try fixture.install("weather", manifest, program: program, file: "weather.py")
    return try await run("plugins", "trust", "weather", "--yes")
  }

  private let environment = [
    "PATH": (python.map { ($0 as NSString).deletingLastPathComponent } ?? "") + ":/bin",
    "SHOP_DEADLINES_START": "600", "SHOP_DEADLINES_STOP": "600", "SHOP_DEADLINES_HOOK": "600",
    "LC_SECRET": "1",
  ]

  private func run(_ line: String..., input: String = "") async throws -> CommandLineOutput {
    try await fixture.app.run(
      line, input: input, folder: fixture.home, columns: 200, environment: environment)
  }

  private func content(_ name: String) -> String? {
    try? String(contentsOf: URL(filePath: fixture.path(name)), encoding: .utf8)
  }

  @Test func `a trusted plug-in calls the app, follows an event and answers`() async throws {
    let trusted = try await trust()
    #expect(trusted.code == .answered, "\(trusted)")
    #expect(
      trusted.output.hasSuffix(
        "Trusted 'weather', which has 5 tools: weather, sink, sank, days, variables.\n"))
    let answer = try await run("weather", "Porto", "--json")
    #expect(answer.output == "{\"place\":\"Porto\",\"ships\":3}\n", "\(answer)")
    // It runs for the call only.
    #expect(content("started") == "xx")
    #expect(try await run("sink").output == "2\n")
    #expect(content("sank.txt") == "Titanic\n")
    #expect(try await run("weather", "days").output.contains("Monday"))
    #expect(try await run("help", "weather").output.contains("Tells the weather"))
  }

  @Test func `a plug-in receives an event that another process has published`() async throws {
    _ = try await trust()
    let client = try MCPClient(
      fixture.app, in: fixture.folder, home: "home", environment: environment)
    _ = try await client.answer(to: MCPEra.legacy.request("1", "ping"))
    let mediator = Mediator()
    let bridge = EventBridge(
      of: [ShipSank.self], on: mediator, in: fixture.home,
      log: Log(level: .warning) { Issue.record("\($0): \($1)") })
    mediator.publish(ShipSank(name: "Titanic"))
    try await wait(attempts: 300_000) { content("sank.txt") == "Titanic\n" }
    client.hangUp()
    #expect(try await client.waitForEnd() == .answered)
    withExtendedLifetime(bridge) {}
  }

  @Test func `a program that calls the app at its start can be trusted, and starts again`()
    async throws
  {
    let program = Self.program.replacing(
      "for line in sys.stdin:",
      with: "call_host('ports_count')['result']['structuredContent']\nfor line in sys.stdin:")
    let trusted = try await trust(program: program)
    #expect(trusted.code == .answered, "\(trusted)")
    #expect(try await run("weather", "days").output.contains("Monday"))
  }

  @Test func `a program that may call nothing has a closed connection to the app`() async throws {
    let program = Self.program.replacing(
      "call_host(\"ports_sink\")[\"error\"][\"message\"]", with: "repr(host.read())")
    let manifest = Self.manifest.replacing("\"calls\": [\"ports/count\"], ", with: "")
    let trusted = try await trust(manifest, program: program)
    #expect(trusted.code == .answered, "\(trusted)")
    #expect(try await run("weather", "sink").output == "''\n")
  }

  @Test func `the doctor starts no plug-in`() async throws {
    _ = try await trust()
    #expect(try await run("doctor").code == .answered)
    #expect(content("started") == "x")
  }

  @Test(arguments: [
    ("ports_sink", "no tool 'ports_sink'; see 'tools/list'"),
    (
      "ports_length",
      "'calls' in plugin.json does not name 'ports/length'; add it, and trust the plug-in again"
    ),
  ])
  func `a call of an action that is not remote, or not under 'calls', is refused`(
    tool: String, reason: String
  ) async throws {
    _ = try await trust(program: Self.program.replacing("ports_sink", with: tool))
    let answer = try await run("weather", "sink")
    #expect(answer.output == reason + "\n", "\(answer)")
    #expect(content("sank.txt") == nil)
  }

  @Test func `a plug-in gets no variable that may hold a secret`() async throws {
    _ = try await trust()
    let names = try await run("weather", "variables").output.split(separator: " ")
    let own = Set(names.map { $0.trimmingCharacters(in: .newlines) })
    #expect(own.isSuperset(of: ["PATH", "SHOP_HOME", "SHOP_HOST_FD"]))
    #expect(own.isDisjoint(with: ["SHOP_DEADLINES_START", "LC_SECRET"]))
  }

  @Test func `only the tools that are offered are tools of MCP clients and links`() async throws {
    _ = try await trust()
    let list = try await run("mcp", "--list").output
    #expect(list.contains("weather_weather") && !list.contains("weather_days"))
    #expect(try await run("open", "shop://weather/weather?place=Porto").output.contains("Porto"))
    let refused = try await run("open", "shop://weather/days")
    #expect(refused.code == .failed && refused.errors.contains("'weather/days'"), "\(refused)")
  }

  @Test func `the examples of the commands run`() async throws {
    try fixture.install("weather", Self.manifest, program: Self.program, file: "weather.py")
    let source = fixture.folder.url.appending(path: "weather").path
    try FileManager.default.moveItem(
      atPath: fixture.home.appending(path: "plugins/weather").path, toPath: source)
    let order = ["add", "configure", "trust", "log", "outdated", "update", "distrust", "remove"]
    let index = fixture.folder.url.appending(path: "index.json")
    try Data(#"{"plugins": []}"#.utf8).write(to: index)
    // PluginUpdateTests have a repository, PluginArchiveTests archives, and PluginDevelopmentTests
    // end what lasts.
    let lines = Command.plugins.flatMap(\.examples)
      .filter { !$0.contains("https:") && !$0.hasPrefix("plugins dev") }.map(words)
      .map { line in
        line.map { $0 == "../weather" || $0 == "weather" && line.contains("add") ? source : $0 }
      }
    func isList(_ line: [String]) -> Bool { order.allSatisfy { !line.contains($0) } }
    #expect(
      lines.filter(isList) == [
        ["plugins"], ["plugins", "--json"], ["plugins", "search", "rain"],
        ["plugins", "search", "--json"], ["plugins", "test", source],
        ["plugins", "test", source, "--json"],
      ])
    for verb in order {
      for line in lines where line.contains(verb) || isList(line) {
        let result = try await fixture.app.run(
          line, folder: fixture.home,
          environment: [
            "PATH": "/usr/bin:/bin:/usr/local/bin", "SHOP_PLUGINS_INDEX": index.path,
          ])
        #expect(result.code == .answered && !result.output.isEmpty, "\(line): \(result)")
      }
    }
  }

  @Test func `neither help, completion, the version nor the list start a plug-in`() async throws {
    _ = try await trust()
    #expect(content("started") == "x")
    for line in [
      ["--version"], ["help"], ["help", "weather"], ["weather", "--help"], ["help", "--json"],
      ["complete", "--shell=bash", "--line=shop wea"],
      ["complete", "--shell=bash", "--line=shop weather Po"], ["plugins"], ["modules"],
      ["manual"], ["mcp", "--list"], ["sink", "--help"], ["plugins", "log", "weather"],
    ] {
      let result = try await fixture.app.run(line, folder: fixture.home)
      #expect(result.code == .answered, "\(line): \(result.errors)")
    }
    #expect(content("started") == "x")
  }

  @Test func `a plug-in whose plugin.json names a tool that it lacks is not trusted`() async throws
  {
    let result = try await trust(
      Self.manifest.replacing(#""remote": ["weather"]"#, with: #""remote": ["wether"]"#))
    #expect(
      result.errors == "shop: the plug-in 'weather' has no tool 'wether', which its plugin.json "
        + "names under 'remote'; did you mean 'weather'?\n")
    #expect(try await run("plugins").output.contains("untrusted"))
  }

  @Test func `a list hint with a field that the tool's objects lack is an error`() async throws {
    let schema = #"""
      "outputSchema": {"type": "object", "properties": {"result": {"type": "array", "items":
        {"type": "object", "properties": {"day": {"type": "string"}}}}}}, "inputSchema":
      """#
    let result = try await trust(
      Self.manifest.replacing(#""title": "day""#, with: #""title": "dya""#),
      program: Self.program.replacing(#""inputSchema":"#, with: schema))
    #expect(
      result.errors == "shop: what 'days' of the plug-in 'weather' lists has no field 'dya', which "
        + "its plugin.json names under 'lists'; did you mean 'day'?\n")
  }

  @Test func `a plug-in that cannot start is not trusted`() async throws {
    try fixture.install("weather", program: "#!/bin/sh\necho 'no network' >&2\nexit 3\n")
    let result = try await run("plugins", "trust", "weather", "--yes")
    #expect(result.code == .failed)
    #expect(result.errors.contains("exit status 3: no network"), "\(result.errors)")
    #expect(try await run("plugins").output.contains("untrusted"))
    #expect(try await run("plugins", "log", "weather").output == "no network\n")
  }

  @Test func `twenty plug-ins do not change the version, and a call starts one`() async throws {
    _ = try await trust()
    for number in 0..<19 {
      let name = "weather" + String(repeating: "x", count: number + 1)
      try fixture.install(
        name, Self.manifest.replacing(#""weather", "summary""#, with: "\"\(name)\", \"summary\""),
        program: Self.program, file: "weather.py")
      try fixture.trust(name)
    }
    #expect(try await run("--version").output == "shop 1.2.3\n")
    #expect(try await run("weather", "Porto", "--json").code == .answered)
    let started = try FileManager.default.subpathsOfDirectory(atPath: fixture.home.path)
      .filter { $0.hasSuffix("/started") }
    #expect(started == ["plugins/weather/started"])
  }
}
