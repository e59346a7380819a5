import Channel
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Testing

@testable import Plugins

/// The start and the end of a plug-in's program, and of calls that wait for it.
@Suite(
  .enabled(if: PluginFixture.python != nil, "needs python3"),
  .timeLimit(.minutes(15)))
struct PluginSessionTests {
  @Test func `a slow program answers when it has started`() async throws {
    let harness = try await ModuleHarness(
      try PluginFixture("time.sleep(0.5)\n" + PluginFixture.echo(), tools: [.echo]).descriptor)
    #expect(try await harness.call() == "{}")
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
    let task = Task { try await harness.call() }
    try await wait { FileManager.default.fileExists(atPath: pid.path) }
    let id = try #require(pid_t(String(contentsOf: pid, encoding: .utf8)))
    clock.advance(by: .seconds(29))
    #expect(kill(id, 0) == 0)
    clock.advance(by: .seconds(1))
    do {
      _ = try await task.value
      Issue.record("the call did not fail")
    } catch {
      #expect(
        "\(error)".contains("did not start within 30 s; see 'plugins log weather'"), "\(error)")
    }
    try await wait { kill(id, 0) != 0 }
    await harness.stop()
  }

  @Test func `a line without an end ends the session`() async throws {
    let script = "while True: sys.stdout.write('x' * 65536)"
    let fixture = try PluginFixture(script, tools: [.echo])
    let session = try fixture.session()
    let end = try await session.waitForEnd()
    #expect(end == .endlessLine(plugin: "weather", limit: 256 << 20))
    await session.end()
    withExtendedLifetime(fixture) {}
  }

  @Test func `a program that fails at its start says why`() async throws {
    let script = "sys.exit('no module named weather')"
    let harness = try await ModuleHarness(try PluginFixture(script, tools: [.echo]).descriptor)
    do {
      _ = try await harness.call()
      Issue.record("the call did not fail")
    } catch {
      #expect("\(error)".contains("ended with exit status 1: no module named weather"), "\(error)")
    }
    await harness.stop()
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
    let waiting = Task { await harness.failure() }
    let log = harness.folder.appending(path: StandardErrorLog.fileName)
    try await wait { (try? String(contentsOf: log, encoding: .utf8)) == "called\n" }
    let ended = PluginError.ended(plugin: "weather", status: status, lastLine: lastLine ?? "called")
    #expect(await harness.failure(#"{"crash":true}"#) == ended)
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
    let first = try await harness.call()
    #expect(try await harness.call() == first)
    #expect(await harness.failure(#"{"crash":true}"#) != nil)
    #expect(try await harness.call() != first)
    await harness.stop()
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

  @Test func `a call without an answer fails with what the program wrote meanwhile`() async throws {
    let script = """
      def call(name, arguments):
          if arguments:
              print("hello, world", flush=True)
          else:
              print("silent", file=sys.stderr, flush=True)

      serve([], call)
      """
    let fixture = try PluginFixture(script, tools: [.echo])
    let (clock, lines) = (ManualClock(), Recorder<String>())
    let session = try fixture.session(clock: clock) { lines.record($0) }
    let client = try await session.connect(era: .modern, app: .test, timeout: .seconds(1))
    func call(_ arguments: [String: JSONValue]) -> Task<MCPToolResult, any Error> {
      Task {
        try await session.translatingEnd { try await client.call("echo", .object(arguments)) }
      }
    }
    let talking = call(["a": .integer(1)])
    try await wait { lines.values.contains { $0.hasSuffix("hello, world") } }
    clock.advance(by: .seconds(1))
    let error = PluginError.timedOut(
      plugin: "weather", tool: "echo", after: .seconds(1), otherOutput: "hello, world")
    await #expect(throws: error) { try await talking.value }
    #expect(
      "\(error)" == "'echo' of the plug-in 'weather' did not answer within 1 s; it wrote 'hello, "
        + "world', which is no message; see 'plugins log weather', or increase 'plugins.timeout'")

    let silent = call([:])
    try await wait { lines.values.contains("silent") }
    clock.advance(by: .seconds(1))
    await #expect(
      throws: PluginError.timedOut(plugin: "weather", tool: "echo", after: .seconds(1))
    ) { try await silent.value }
    await session.end()
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
}
