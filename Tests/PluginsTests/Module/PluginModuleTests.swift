import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Platform
import TestSupport
import Testing

@testable import Plugins

@Suite(
  .enabled(if: PluginFixture.python != nil, "needs python3"),
  .timeLimit(.minutes(15)))
struct PluginModuleTests {
  @Test(arguments: [
    (MCPEra.modern, "modern", MCPEra.modern), (.modern, "legacy", .legacy),
    (.legacy, "modern", .modern), (.legacy, "legacy", .legacy),
  ])
  func `a tool is called in the form that the plug-in speaks`(
    known: MCPEra, spoken: String, found: MCPEra
  ) async throws {
    let fixture = try PluginFixture(PluginFixture.echo(in: [spoken]), tools: [.echo], era: known)
    let harness = try await ModuleHarness(fixture.descriptor)
    #expect(
      try await harness.call(#"{"a":[1,2.50,9007199254740993]}"#)
        == #"{"a":[1,2.5,9007199254740993]}"#)
    // The description of the tool has changed.
    #expect(fixture.stored.values.map(\.era) == [found])
    #expect(fixture.stored.values.first?.tools.map(\.description) == [""])
    #expect(await harness.stop().failures.isEmpty)
  }

  @Test func `what is known about a plug-in is not stored again`() async throws {
    let tool = PluginTool(
      name: "echo", description: "", inputSchema: #"{"type": "object"}"#, outputSchema: nil)
    let fixture = try PluginFixture(PluginFixture.echo(), tools: [tool])
    let harness = try await ModuleHarness(fixture.descriptor)
    #expect(try await harness.call() == "{}")
    #expect(fixture.stored.values.isEmpty)
    await harness.stop()
  }

  @Test func `a program may change its tools 100 times`() async throws {
    let fixture = try PluginFixture(PluginFixture.echo(), tools: [.echo])
    let session = try fixture.session()
    let client = try await session.connect(
      era: nil,
      app: AppDescription(name: "app", summary: "", version: "0", folder: TemporaryFolder().url))
    let warnings = Recorder<String>()
    let log = Log(level: .warning) { warnings.record($1) }
    let (changes, continuation) = AsyncStream<Data>.makeStream()
    for _ in 0...ToolStore.maximumChanges { continuation.yield(Data()) }
    // It returns although the stream has not ended.
    await ToolStore(fixture.plugin, fixture.environment, log).store(changes, of: client)
    #expect(warnings.values.count == 1 && warnings.values.first?.contains("100 times") == true)
    #expect(fixture.stored.values.count == 1)
    continuation.finish()
    await session.end()
  }

  @Test func `a module that takes over a program ends it, and the one before does not`()
    async throws
  {
    let fixture = try PluginFixture(
      """
      serve([{"name": "echo", "inputSchema": {"type": "object"}}],
            lambda name, arguments: text(str(os.getpid())))
      """, tools: [.echo])
    let context = ModuleContext(
      mediator: Mediator(), folder: TemporaryFolder().url,
      app: AppDescription(name: "app", summary: "", version: "0", folder: TemporaryFolder().url))
    func module(after handover: PluginHandover) -> PluginModule {
      PluginModule(
        fixture.plugin, [], following: [], in: fixture.environment, after: handover, context)
    }
    let first = PluginHandover()
    let former = module(after: first)
    try await former.start()
    let running = try #require(first.program.running)
    let second = first.next(keepingProgram: true)
    let next = module(after: second)
    await former.stop()
    try await next.start()
    #expect(second.program.running?.session === running.session)
    let answer = try await running.client.call("echo", .object([:]))
    let id = try #require("\(answer)".firstMatch(of: /[0-9]{2,}/).flatMap { Int32($0.output) })
    #expect(kill(id, 0) == 0)
    await next.stop()
    #expect(second.program.running == nil && kill(id, 0) != 0)
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
    #expect(try await harness.call(days, action: "days") == #"[{"day":"Mon","high":1.5}]"#)
    #expect(
      await harness.failure(#"{"days":[{"day":"Mon","high":"x"}]}"#, action: "days")
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
    #expect(try await harness.call() == "\"done\"")
    #expect(try await harness.call() == "\"done\"")
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
      await harness.failure(#"{"length":17825792}"#)
        == .badAnswer(plugin: "weather", reason: "the answer of 'echo' is longer than 16 MiB"))
    #expect(try await harness.call(#"{"length":3}"#) == "\"xxx\"")
    await harness.stop()
  }

  @Test func `input that is too long is refused before the plug-in is called`() async throws {
    let schema =
      #"{"type": "object", "properties": {"text": {"type": "string", "maxLength": 20000000}}}"#
    let tool = PluginTool(
      name: "echo", description: "Return the text.", inputSchema: schema, outputSchema: nil)
    let harness = try await ModuleHarness(
      try PluginFixture("serve([], lambda name, arguments: text('x'))", tools: [tool]).descriptor)
    let text = String(repeating: "x", count: 16 << 20)
    #expect(
      await harness.failure(#"{"text":"\#(text)"}"#)
        == .inputTooLong(plugin: "weather", tool: "echo", limit: 16 << 20))
    await harness.stop()
  }

  @Test
  func `a line without an end fails its call, its beginning is logged, and the next call works`()
    async throws
  {
    let script = """
      def call(name, arguments):
          while arguments:
              sys.stdout.write("x" * 65536)
          return text("done")

      serve([], call)
      """
    let harness = try await ModuleHarness(
      try PluginFixture(script, tools: [.echo]).descriptor, clock: ContinuousClock())
    #expect(
      await harness.failure(#"{"a":1}"#) == .endlessLine(plugin: "weather", limit: 256 << 20))
    let logged = try StandardErrorLog(in: DataFolder(harness.folder)).lines()
    #expect(
      logged.first?.hasPrefix("on the standard output, this is no message: xxx") == true,
      "\(logged)")
    #expect(try await harness.call() == "\"done\"")
    await harness.stop()
  }

  @Test(arguments: [64, 70, 130, 5000])
  func `an answer with too many levels fails its call`(depth: Int) async throws {
    let script = """
      def call(name, arguments):
          sys.stdout.write('{"jsonrpc":"2.0","id":%s,"result":{"structuredContent":%s}}\\n'
              % (json.dumps(serve.request["id"]), "[" * \(depth + 1) + "]" * \(depth + 1)))
          sys.stdout.flush()

      serve([], call)
      """
    let harness = try await ModuleHarness(try PluginFixture(script, tools: [.echo]).descriptor)
    #expect(
      await harness.failure()
        == .badAnswer(plugin: "weather", reason: "'echo': it has more than 64 levels"))
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
    #expect(try await harness.call() == "\"last\"")
    await harness.stop()
  }

  @Test(.enabled(if: TestOptions.isOneModule))
  func `a module that was stopped has no descriptors, even while it exists`() async throws {
    func count() -> Int {
      ((try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd")) ?? []).count
    }
    let fixture = try PluginFixture(PluginFixture.echo(), tools: [.echo])
    let folder = TemporaryFolder()
    let context = ModuleContext(
      mediator: Mediator(), folder: folder.url,
      app: AppDescription(name: "app", summary: "", version: "0", folder: folder.url))
    let before = count()
    try #require(before > 0)
    var modules: [PluginModule] = []
    for _ in 0..<20 {
      let module = PluginModule(
        fixture.plugin, [], following: [], in: fixture.environment, after: PluginHandover(),
        context)
      try await module.start()
      await module.stop()
      modules.append(module)
    }
    // Other tests, which run at the same time, have descriptors, too.
    try await wait { count() < before + 20 }
    withExtendedLifetime((modules, folder)) {}
  }
}
