import Channel
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import TestSupport
import Testing

@testable import Plugins

@Suite(
  .enabled(if: PluginFixture.python != nil, "needs python3"),
  .timeLimit(.minutes(15)))
struct PluginModuleTests {
  private static let echo = """
    tools = [{"name": "echo", "inputSchema": {"type": "object"}}]
    serve(tools, lambda name, arguments: {"structuredContent": arguments})
    """

  private func call(
    _ harness: ModuleHarness, _ json: String = "{}", action: String = "echo"
  ) async throws -> String {
    let output = try await harness.mediator.perform(
      target: "weather", action: action, json: Data(json.utf8))
    return String(decoding: output, as: UTF8.self)
  }

  /// The error of the plug-in with which a call fails; nil if it does not.
  private func failure(
    _ harness: ModuleHarness, _ json: String = "{}", action: String = "echo"
  ) async -> PluginError? {
    do { _ = try await call(harness, json, action: action) } catch {
      return (error as? ActionError)?.error as? PluginError
    }
    return nil
  }

  @Test(arguments: [
    (MCPEra.modern, "modern", MCPEra.modern), (.modern, "legacy", .legacy),
    (.legacy, "modern", .modern), (.legacy, "legacy", .legacy),
  ])
  func `a tool is called in the form that the plug-in speaks`(
    known: MCPEra, spoken: String, found: MCPEra
  ) async throws {
    let script = """
      tools = [{"name": "echo", "inputSchema": {"type": "object"}}]
      serve(tools, lambda name, arguments: {"structuredContent": arguments}, ["\(spoken)"])
      """
    let fixture = try PluginFixture(script, tools: [.echo], era: known)
    let harness = try await ModuleHarness(fixture.descriptor)
    #expect(
      try await call(harness, #"{"a":[1,2.50,9007199254740993]}"#)
        == #"{"a":[1,2.5,9007199254740993]}"#)
    // The description of the tool has changed.
    #expect(fixture.stored.values.map(\.era) == [found])
    #expect(fixture.stored.values.first?.tools.map(\.description) == [""])
    #expect(await harness.stop().failures.isEmpty)
  }

  @Test func `what is known about a plug-in is not stored again`() async throws {
    let tool = PluginTool(
      name: "echo", description: "", inputSchema: #"{"type": "object"}"#, outputSchema: nil)
    let fixture = try PluginFixture(Self.echo, tools: [tool])
    let harness = try await ModuleHarness(fixture.descriptor)
    #expect(try await call(harness) == "{}")
    #expect(fixture.stored.values.isEmpty)
    await harness.stop()
  }

  @Test func `a result must fit the schema of the output`() async throws {
    let script = """
      def call(name, arguments):
          return {"structuredContent": {"result": arguments["days"]}}

      serve([], call)
      """
    let tool = PluginTool(
      name: "days", description: "", inputSchema: "{}",
      outputSchema: PluginTool.forecast.outputSchema)
    let harness = try await ModuleHarness(try PluginFixture(script, tools: [tool]).descriptor)
    let days = #"{"days":[{"day":"Mon","high":1.5,"wind":null,"more":1}]}"#
    #expect(try await call(harness, days, action: "days") == #"[{"day":"Mon","high":1.5}]"#)
    #expect(
      await failure(harness, #"{"days":[{"day":"Mon","high":"x"}]}"#, action: "days")
        == .badAnswer(plugin: "weather", reason: "'[0].high' of 'days': expected a number"))
    await harness.stop()
  }

  @Test func `other output of the program is only logged`() async throws {
    let script = """
      print("hello\\n{\\n[1]\\n\\x1b[2J\\0")
      def call(name, arguments):
          print("calling", name)
          sys.stdout.buffer.write(b"\\xff\\xfe\\n")
          return text("done")

      serve([], call)
      """
    let harness = try await ModuleHarness(try PluginFixture(script, tools: [.echo]).descriptor)
    #expect(try await call(harness) == "\"done\"")
    #expect(try await call(harness) == "\"done\"")
    await harness.stop()
    let logged = try StandardErrorLog(in: DataFolder(harness.folder)).lines()
    #expect(
      logged.first == "on the standard output, this is no message: hello"
        && logged.count { $0.hasSuffix("calling echo") } == 2, "\(logged)")
  }

  @Test func `an answer of 17 MiB fails its call only`() async throws {
    let script = """
      def call(name, arguments):
          return text("x" * arguments["length"])

      serve([], call)
      """
    let harness = try await ModuleHarness(try PluginFixture(script, tools: [.echo]).descriptor)
    #expect(
      await failure(harness, #"{"length":17825792}"#)
        == .badAnswer(plugin: "weather", reason: "a message of 'echo' is longer than 16 MiB"))
    #expect(try await call(harness, #"{"length":3}"#) == "\"xxx\"")
    await harness.stop()
  }

  @Test(arguments: [
    "pass",
    // The process holds the output open.
    "subprocess.Popen(['sleep', '100'], start_new_session=True)",
  ])
  func `an answer without the end of its line counts at the end of the program`(
    statement: String
  ) async throws {
    let script = """
      def call(name, arguments):
          \(statement)
          answer = {"jsonrpc": "2.0", "id": serve.request["id"], "result": text("last")}
          sys.stdout.write(json.dumps(answer))
          sys.stdout.flush()
          os._exit(0)

      serve([], call)
      """
    let harness = try await ModuleHarness(try PluginFixture(script, tools: [.echo]).descriptor)
    #expect(try await call(harness) == "\"last\"")
    await harness.stop()
  }

  @Test func `a call that is cancelled or takes too long is cancelled at the plug-in`() async throws
  {
    let script = """
      def call(name, arguments):
          sys.stderr.write("called\\n")
          sys.stderr.flush()

      serve([], call)
      """
    let fixture = try PluginFixture(script, tools: [.echo])
    let (clock, lines) = (ManualClock(), Recorder<String>())
    let session = try fixture.session(clock: clock) { lines.record($0) }
    let client = try await session.connect(era: .modern, app: .test)
    let task = Task { try await client.call("echo", .object([:])) }
    try await wait { lines.values == ["called"] }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try await wait { lines.values == ["called", "cancelled"] }

    let hasty = try await session.connect(
      era: .modern, app: .test, timeout: .milliseconds(50))
    let late = Task { try await hasty.call("echo", .object([:])) }
    try await wait { lines.values == ["called", "cancelled", "called"] }
    clock.advance(by: .milliseconds(50))
    await #expect(
      throws: PluginError.timedOut(plugin: "weather", tool: "echo", after: .milliseconds(50))
    ) { try await late.value }
    try await wait { lines.values == ["called", "cancelled", "called", "cancelled"] }
    await session.end()
  }

  @Test(arguments: [
    ("os.kill(os.getpid(), 9)", "signal 9", nil),
    (
      "sys.stderr.write('first\\nout of\\x1b[1m memory\\n'); os._exit(3)", "exit status 3",
      "out of memory"
    ),
    ("sys.exit('bye')", "exit status 1", "bye"),
    // The process holds the output open.
    (
      "subprocess.Popen(['sleep', '100'], start_new_session=True); os._exit(4)", "exit status 4",
      nil
    ),
  ])
  func `a crash ends the calls with its reason`(
    statement: String, status: String, lastLine: String?
  ) async throws {
    let script = """
      def call(name, arguments):
          if not arguments:
              sys.stderr.write("called\\n")
              sys.stderr.flush()
              return None
          \(statement)

      serve([], call)
      """
    let harness = try await ModuleHarness(try PluginFixture(script, tools: [.echo]).descriptor)
    let waiting = Task { await failure(harness) }
    let log = harness.folder.appending(path: StandardErrorLog.fileName)
    try await wait { (try? String(contentsOf: log, encoding: .utf8)) == "called\n" }
    let ended = PluginError.ended(plugin: "weather", status: status, lastLine: lastLine ?? "called")
    #expect(await failure(harness, #"{"crash":true}"#) == ended)
    #expect(await waiting.value == ended)
    await harness.stop()
  }

  @Test func `the call after a crash starts the program again`() async throws {
    let script = """
      def call(name, arguments):
          if arguments:
              os._exit(1)
          return {"structuredContent": os.getpid()}

      serve([], call)
      """
    let fixture = try PluginFixture(script, tools: [.echo])
    let harness = try await ModuleHarness(fixture.descriptor, clock: ContinuousClock())
    let first = try await call(harness)
    #expect(try await call(harness) == first)
    #expect(await failure(harness, #"{"crash":true}"#) != nil)
    #expect(try await call(harness) != first)
    await harness.stop()
  }

  @Test(.enabled(if: TestOptions.isOneModule))
  func `a module that was stopped has no descriptors, even while it exists`() async throws {
    func count() -> Int {
      ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []).count
    }
    let fixture = try PluginFixture(Self.echo, tools: [.echo])
    let folder = TemporaryFolder()
    let context = ModuleContext(
      mediator: Mediator(), folder: folder.url,
      app: AppDescription(name: "app", summary: "", version: "0", folder: folder.url))
    let before = count()
    var modules: [PluginModule] = []
    for _ in 0..<20 {
      let module = PluginModule(fixture.plugin, [], following: [], in: fixture.environment, context)
      try await module.start()
      await module.stop()
      modules.append(module)
    }
    // Other tests, which run at the same time, have descriptors, too.
    try await wait { count() < before + 20 }
    withExtendedLifetime((modules, folder)) {}
  }

  @Test func `a program that closes its output has ended`() async throws {
    let script = """
      def call(name, arguments):
          os.close(1)
          time.sleep(100000)

      serve([], call)
      """
    let fixture = try PluginFixture(script, tools: [.echo])
    let session = try fixture.session()
    let client = try await session.connect(era: .modern, app: .test)
    await #expect(
      throws: PluginError.closed(plugin: "weather")
    ) { try await session.translatingEnd { try await client.call("echo", .object([:])) } }
    #expect(
      try await session.waitForEnd()
        == .closed(plugin: "weather"))
    await session.end()
  }

  @Test func `a program that fails at its start says why`() async throws {
    let script = "sys.exit('no module named weather')"
    let harness = try await ModuleHarness(try PluginFixture(script, tools: [.echo]).descriptor)
    do {
      _ = try await call(harness)
      Issue.record("the call did not fail")
    } catch {
      #expect("\(error)".contains("ended with exit status 1: no module named weather"), "\(error)")
    }
    await harness.stop()
  }

  @Test func `a program that sends requests and reads no answer does not hold up a cancellation`()
    async throws
  {
    // At most 1,032 requests wait. The answers to the others fill the pipe, so that the host cannot
    // say that it is ready.
    let script = """
      sys.stdin.readline()
      for number in range(3000):
          send({"id": "%d%s" % (number, "x" * 100), "method": "ping"})
      send({"id": 1, "result": {"protocolVersion": "2025-06-18", "capabilities": {}}})
      print("end", flush=True)
      time.sleep(1000)
      """
    let fixture = try PluginFixture(script, tools: [.echo])
    let lines = Recorder<String>()
    let session = try fixture.session { lines.record($0) }
    let task = Task { try await session.connect(era: .legacy, app: .test) }
    try await wait { lines.values.contains { $0.hasSuffix("end") } }
    // The task has received the answer, and goes on to the notification.
    for _ in 0..<100 { await Task.yield() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    await session.end()
  }

  @Test func `a slow program answers when it has started`() async throws {
    let harness = try await ModuleHarness(
      try PluginFixture("time.sleep(0.5)\n" + Self.echo, tools: [.echo]).descriptor)
    #expect(try await call(harness) == "{}")
    await harness.stop()
  }

  @Test func `a program that does not answer within 30 seconds is stopped`() async throws {
    let clock = ManualClock()
    let folder = TemporaryFolder()
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    let pid = folder.url.appending(path: "pid")
    let script = """
      with open("\(pid.path).new", "w") as file:
          file.write(str(os.getpid()))
      os.rename("\(pid.path).new", "\(pid.path)")
      time.sleep(100000)
      """
    let fixture = try PluginFixture(script, tools: [.echo], deadlines: .standard)
    let harness = try await ModuleHarness(fixture.descriptor, clock: clock)
    let task = Task { try await call(harness) }
    try await wait { FileManager.default.fileExists(atPath: pid.path) }
    let id = try #require(pid_t(String(contentsOf: pid, encoding: .utf8)))
    clock.advance(by: .seconds(29))
    #expect(kill(id, 0) == 0)
    clock.advance(by: .seconds(1))
    do {
      _ = try await task.value
      Issue.record("the call did not fail")
    } catch {
      #expect("\(error)".contains("did not start within 30 s"), "\(error)")
    }
    try await wait { kill(id, 0) != 0 }
    await harness.stop()
  }
}
