import Foundation
import ModuleTesting
import Platform
import Testing

@testable import Plugins

@Suite(.enabled(if: PluginFixture.python != nil, "needs python3"))
struct PluginSecretTests {
  private static let manifest = PluginManifest.manifest(
    #", "env": [{"name": "WEATHER_KEY", "summary": "the key of your account", "secret": true}]"#)

  /// Tells its key, writes it, fails with it, or ends with it.
  private static let script = #"""
    key = os.environ["WEATHER_KEY"]
    def call(name, arguments):
        print("no message: " + key, flush=True)
        print("with " + key, file=sys.stderr, flush=True)
        if arguments.get("fail"):
            return {"isError": True, **text("401 for " + key)}
        if arguments.get("error"):
            send({"id": serve.request["id"], "error": {"code": -1, "message": "x" * 290 + key}})
            return None
        if arguments.get("kind"):
            return {"structuredContent": {"length": key}}
        if arguments.get("end"):
            sys.exit("bad key " + key)
        return {"structuredContent": {"length": str(len(key)), "path": os.environ["PATH"]}}
    serve([{"name": "echo", "inputSchema": {"type": "object"}}], call)
    """#

  private static let tool = PluginTool(
    name: "echo", description: "", inputSchema: #"{"type": "object"}"#,
    outputSchema: #"""
      {"type": "object", "required": ["length"],
       "properties": {"length": {"enum": ["13", "14"]}, "path": {"type": "string"}}}
      """#)

  private func start() async throws -> ModuleHarness {
    let fixture = try PluginFixture(
      Self.script, tools: [Self.tool], manifest: Self.manifest,
      given: ["WEATHER_KEY": "s3cret-of-ana"])
    return try await ModuleHarness(fixture.descriptor)
  }

  @Test func `a program gets its values beside the variables of all plug-ins`() async throws {
    let harness = try await start()
    #expect(try await harness.call() == #"{"length":"13","path":"/usr/bin:/bin"}"#)
    await harness.stop()
  }

  @Test func `what a program tells about its key is in no log and no error`() async throws {
    let harness = try await start()
    #expect(
      await harness.failure(#"{"fail":true}"#)
        == .toolFailed(plugin: "weather", tool: "echo", message: "401 for …"))
    for input in [#"{"error":true}"#, #"{"kind":true}"#] {
      let failure = try #require(await harness.failure(input))
      #expect(
        failure.description.contains("…") && !failure.description.contains("s3cr"), "\(failure)")
    }
    #expect(
      await harness.failure(#"{"end":true}"#)
        == .ended(plugin: "weather", status: "exit status 1", lastLine: "bad key …"))
    let log = try StandardErrorLog(in: DataFolder(harness.folder)).lines()
    #expect(log.contains("with …") && log.contains { $0.contains("no message: …") })
    #expect(!log.joined().contains("s3cret"))
    await harness.stop()
  }
}
