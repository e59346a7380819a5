import Console
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Platform
import Plugins
import Scenes
import TestSupport
import Testing

@testable import HostKit

/// Plug-ins that come, change and go while a session lasts.
@Suite(.highPriority, .timeLimit(.minutes(5)), .enabled(if: python != nil, "needs python3"))
struct LivePluginTests {
  /// Has one tool more after each call of `grow`, and the number of its process as the result.
  private static let program = #"""
    import json, os, sys
    tools = ["weather"]
    def send(message):
        print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        if "id" not in request:
            continue
        method, answer = request["method"], {}
        if method == "initialize":
            answer = {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}},
                      "serverInfo": {"name": "weather", "version": "1"}}
        elif method == "tools/list":
            answer = {"tools": [{"name": name, "inputSchema": {"type": "object"}}
                                for name in tools]}
        elif method == "tools/call":
            if request["params"]["arguments"].get("grow"):
                tools.append("storm")
                send({"method": "notifications/tools/list_changed"})
            if request["params"]["arguments"].get("end"):
                sys.exit(3)
            key = os.environ.get("KEY", "none")
            answer = {"content": [{"type": "text", "text": f"{os.getpid()} {key}"}]}
            if request["params"]["arguments"].get("draw"):
                answer["content"].append(
                    {"type": "image", "mimeType": "image/png", "data": "iVBORw0KGgo="})
        else:
            send({"id": request["id"], "error": {"code": -32601, "message": "no such method"}})
            continue
        send({"id": request["id"], "result": answer})
    """#

  private static let manifest = #"""
    {"name": "weather", "summary": "Weather at a place", "command": ["python3", "weather.py"],
     "remote": ["weather"], "env": [{"name": "KEY", "summary": "the key", "optional": true}]}
    """#

  private let fixture = PluginHostFixture()
  /// What the session writes on the standard error output.
  private var errors: URL { fixture.folder.url.appending(path: "errors") }

  private func installAndTrust(_ tools: [String] = ["weather"]) throws {
    try fixture.install("weather", Self.manifest, program: Self.program, file: "weather.py")
    try fixture.trust(
      tools: tools.map {
        PluginTool(
          // As the program describes it, so that its start changes nothing.
          name: $0, description: "", inputSchema: #"{"type": "object"}"#, outputSchema: nil)
      })
  }

  /// Runs `body` within a session that lasts.
  private func withSession(
    _ body: @escaping @Sendable (Mediator, LiveChanges) async throws -> Void
  ) async throws {
    let closed = Terminal(descriptor: -1, environment: [:])
    try FileManager.default.createDirectory(
      at: fixture.folder.url, withIntermediateDirectories: true)
    try Data().write(to: errors)
    let file = try FileHandle(forWritingTo: errors)
    defer { withExtendedLifetime(file) {} }
    let host = CommandLineHost(
      app: fixture.app, folder: fixture.home, output: closed,
      errors: Terminal(descriptor: file.fileDescriptor, environment: [:]),
      environment: ["SHOP_DEADLINES_START": "600", "PATH": "/usr/bin:/bin"]
    ).withPlugins
    let mediator = host.app.makeMediator()
    let session = try Session<Void>(host, try host.configuration, mediator)
    let changes = LiveChanges(of: mediator)
    let result = await session.run {
      session.beginLastingTasks(now: { Date() }, clock: ContinuousClock())
      try await body(mediator, changes)
    }
    await session.end()
    try result.get()
  }

  private func call(
    _ json: String, _ mediator: Mediator, tool: String = "weather"
  ) async throws -> String {
    let output = try await mediator.perform(
      target: "weather", action: tool, json: Data(json.utf8), from: .local)
    return String(decoding: output, as: UTF8.self)
  }

  @Test func `a plug-in that is trusted meanwhile can be called at once`() async throws {
    try await withSession { mediator, changes in
      await #expect(throws: (any Error).self) { try await call("{}", mediator) }
      try installAndTrust()
      #expect(try await changes.next() == PluginChanged(name: "weather", change: .added))
      #expect(try await call("{}", mediator).contains("none"))
    }
  }

  @Test func `a plug-in that is removed meanwhile ends, and its name is free`() async throws {
    try installAndTrust()
    try await withSession { mediator, changes in
      let id = try await processID(of: call("{}", mediator))
      try PluginFolder(in: fixture.home).remove("weather")
      #expect(try await changes.next() == PluginChanged(name: "weather", change: .removed))
      #expect(kill(id, 0) != 0)
      await #expect(throws: MediatorError.noSuchTarget("weather", nearest: nil)) {
        try await call("{}", mediator)
      }
      try installAndTrust()
      #expect(try await changes.next() == PluginChanged(name: "weather", change: .added))
      #expect(try await processID(of: call("{}", mediator)) != id)
    }
  }

  @Test func `other values of variables start the program again`() async throws {
    try installAndTrust()
    try await withSession { mediator, changes in
      #expect(try await call("{}", mediator).contains("none"))
      try PluginFolder(in: fixture.home).setValue("secret", of: "KEY", of: "weather")
      #expect(try await changes.next() == PluginChanged(name: "weather", change: .changed))
      #expect(try await call("{}", mediator).contains("secret"))
    }
  }

  @Test func `a program that changes its tools goes on, and the new ones can be called`()
    async throws
  {
    try installAndTrust()
    try await withSession { mediator, changes in
      let id = try await processID(of: call(#"{"grow": true}"#, mediator))
      #expect(try await changes.next() == PluginChanged(name: "weather", change: .changed))
      #expect(try await processID(of: call("{}", mediator, tool: "storm")) == id)
      #expect(try await processID(of: call("{}", mediator)) == id)
      // It is still watched.
      let failed = await #expect(throws: (any Error).self) {
        try await call(#"{"end": true}"#, mediator)
      }
      #expect("\(failed!)".contains("plugins log weather"), "\(failed!)")
      guard case .failed(let reason) = try await changes.next()?.change else {
        Issue.record("the end was not reported")
        return
      }
      #expect(reason.contains("3"), "\(reason)")
      #expect(try await processID(of: call("{}", mediator, tool: "storm")) != id)
    }
  }

  @Test func `an update that was not trusted yet ends the program, and the error says it`()
    async throws
  {
    try installAndTrust()
    try await withSession { mediator, changes in
      _ = try await call("{}", mediator)
      let copy = fixture.folder.url.appending(path: "copy")
      try FileManager.default.copyItem(
        at: fixture.home.appending(path: "plugins/weather"), to: copy)
      try Data("# new\n".utf8).write(to: copy.appending(path: "weather.py"))
      let plugins = PluginFolder(in: fixture.home)
      try plugins.update(
        "weather", with: copy,
        from: PluginOrigin(PluginSource(copy.path), commit: nil, isPinned: false))
      #expect(try await changes.next() == PluginChanged(name: "weather", change: .changed))
      let error = await #expect(throws: (any Error).self) { try await call("{}", mediator) }
      #expect("\(error!)".contains("plugins trust weather"), "\(error!)")
    }
  }

  @Test func `a damaged index leaves the plug-ins as they are`() async throws {
    try installAndTrust()
    try await withSession { mediator, changes in
      let id = try await processID(of: call("{}", mediator))
      let index = fixture.home.appending(path: "plugins/index.json")
      let content = try Data(contentsOf: index)
      try Data("{".utf8).write(to: index)
      try await wait {
        (try? String(contentsOf: errors, encoding: .utf8))?.contains("could not be updated") == true
      }
      #expect(try await processID(of: call("{}", mediator)) == id)
      try content.write(to: index)
      try PluginFolder(in: fixture.home).distrust("weather")
      #expect(try await changes.next() == PluginChanged(name: "weather", change: .removed))
    }
  }

  @Test func `a session with plug-ins releases its mediator at its end`() async throws {
    try installAndTrust()
    let released = Lock<WeakMediator>(WeakMediator())
    try await withSession { mediator, changes in
      released.withLock { $0.mediator = mediator }
      _ = try await call("{}", mediator)
    }
    try await wait { released.withLock { $0.mediator == nil } }
  }

  @Test func `the end of a program is told without the secrets in its last words`() {
    let change = PluginChanged(
      name: "weather", change: .failed(reason: "no answer of https://ana:pw@example.org/"))
    #expect(!"\(change.sentence)".contains("pw"), "\(change.sentence)")
  }

  @Test func `a client of the MCP learns that the tools have changed`() async throws {
    let client = try MCPClient(
      fixture.app, in: fixture.folder, home: "home", environment: ["PATH": "/usr/bin:/bin"])
    let initialize = try await client.answer(
      to: MCPEra.legacy.request(
        "1", "initialize",
        #""protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"a","version":"1"}"#
      ))
    #expect("\(initialize)".contains("listChanged"))
    let listen = MCPEra.modern.request(
      "\"b\"", "subscriptions/listen", #""notifications":{"toolsListChanged":true}"#)
    let acknowledged = try await client.answer(to: listen)
    #expect("\(acknowledged)".contains("toolsListChanged"))
    try installAndTrust()
    var methods: [String] = []
    var marked = 0
    while methods.count < 4 {
      let message = try await client.message()
      let text = "\(message)"
      if text.contains("subscriptionId") { marked += 1 }
      methods += ["tools", "resources", "prompts"].filter { text.contains("\($0)/list_changed") }
    }
    #expect(methods.sorted() == ["prompts", "resources", "tools", "tools"] && marked == 1)
    let tools = try await client.answer(to: MCPEra.legacy.request("2", "tools/list"))
    #expect("\(tools)".contains("weather_weather"))
    let drawn = try await client.answer(
      to: MCPEra.legacy.request(
        "3", "tools/call", #""name":"weather_weather","arguments":{"draw":true}"#))
    guard case .list(let parts)? = drawn["result"]?["content"] else {
      Issue.record("\(drawn)")
      return
    }
    #expect(parts.map { $0["type"] } == [.text("text"), .text("image")])
    #expect(parts.last?["data"] == .text("iVBORw0KGgo="))
    client.hangUp()
    #expect(try await client.waitForEnd() == .answered)
  }

  private func processID(of answer: String) throws -> Int32 {
    try #require(answer.firstMatch(of: /[0-9]+/).flatMap { Int32($0.output) })
  }
}

private struct WeakMediator: Sendable {
  weak var mediator: Mediator?
}

/// The changes of plug-ins that a mediator publishes.
private struct LiveChanges: Sendable {
  private let changes = Recorder<PluginChanged>()
  private let read = Lock(0)
  private let subscription: Subscription

  init(of mediator: Mediator) {
    subscription = mediator.follow(PluginChanged.self) { [changes] in changes.record($0) }
  }

  /// Waits for the next change.
  func next() async throws -> PluginChanged? {
    let index = read.withLock { read in
      defer { read += 1 }
      return read
    }
    try await wait { changes.values.count > index }
    return changes.values[index]
  }
}
