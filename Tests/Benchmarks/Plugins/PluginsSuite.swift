import Channel
import Foundation
import Mediator
import ModuleManager
import Plugins

/// The cost of a plug-in, a script in Python without packages, beyond the script itself.
enum PluginsSuite: Suite {
  static let name = "plugins"
  private static let calls = 3000
  private static let starts = 15

  static func figures(_ options: Options) async throws -> [Figure] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "plugins-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    guard let plugin = try SamplePlugin(in: folder) else { return [] }
    return [
      try await callFigure(plugin), try await startFigure(plugin), try await crashFigure(plugin),
    ]
  }

  /// Calls a tool through the mediator, and sends the same bytes to a second process of the script,
  /// in turns.
  @concurrent private static func callFigure(_ plugin: SamplePlugin) async throws -> Figure {
    let (mediator, manager) = try await plugin.mount()
    let bare = try LineProcess(plugin)
    var pairs: [(value: Double, baseline: Double)] = []
    for number in 1...calls {
      let began = ContinuousClock.now
      let output = try await plugin.call(mediator, number)
      let middle = ContinuousClock.now
      let length = bare.exchange(SamplePlugin.request(number))
      guard output == Data(#"{"number":\#(number)}"#.utf8), length > output.count else {
        throw PluginsError.stillRunning
      }
      pairs.append((microseconds(began, middle), microseconds(middle, .now)))
    }
    bare.end()
    await manager.stop()
    // At most 120 µs more than the 75 µs of its bytes.
    return Figure(
      "a call of a plug-in, against its bytes alone", Comparison(pairs), "µs", ratio: .atMost(2.6),
      because: "the thread that reads the answer wakes the one that waits for it")
  }

  /// Starts the plug-in with its first call, and the script alone with one request, in turns.
  @concurrent private static func startFigure(_ plugin: SamplePlugin) async throws -> Figure {
    var pairs: [(value: Double, baseline: Double)] = []
    for number in 1...starts {
      let (mediator, manager) = try await plugin.mount()
      let began = ContinuousClock.now
      _ = try await plugin.call(mediator, number)
      let middle = ContinuousClock.now
      let bare = try LineProcess(plugin)
      _ = bare.exchange(SamplePlugin.request(number))
      pairs.append((microseconds(began, middle) / 1000, microseconds(middle, .now) / 1000))
      bare.end()
      await manager.stop()
    }
    // At most 30 ms more than the 190 ms of its program.
    return Figure(
      "the first answer of a plug-in, against its program alone", Comparison(pairs), "ms",
      ratio: .atMost(1.16))
  }

  /// Calls a tool that ends the program, and sends the same bytes to a second process of the
  /// script, in turns.
  @concurrent private static func crashFigure(_ plugin: SamplePlugin) async throws -> Figure {
    var (durations, baselines): ([Double], [Double]) = ([], [])
    for _ in 1...starts {
      let (mediator, manager) = try await plugin.mount()
      _ = try await plugin.call(mediator, 1)
      let bare = try LineProcess(plugin)
      _ = bare.exchange(SamplePlugin.request(1))
      let began = ContinuousClock.now
      _ = try? await plugin.call(mediator, 0)
      let middle = ContinuousClock.now
      guard bare.exchange(SamplePlugin.request(0)) == 0 else {
        throw PluginsError.stillRunning
      }
      durations.append(microseconds(began, middle) / 1000)
      baselines.append(microseconds(middle, .now) / 1000)
      bare.end()
      await manager.stop()
    }
    let comparison = Comparison(
      value: durations.max() ?? .nan, baseline: baselines.max() ?? .nan)
    // At most 42 ms, where the program alone takes 1.4 ms.
    return Figure(
      "the crash of a plug-in, against its program alone, the longest of \(starts)",
      comparison, "ms", ratio: .atMost(30))
  }

  private static func microseconds(
    _ began: ContinuousClock.Instant, _ ended: ContinuousClock.Instant
  ) -> Double { began.duration(to: ended) / .microseconds(1) }
}

/// A trusted plug-in whose tool `echo` returns its arguments.
private struct SamplePlugin: Sendable {
  private static let script = """
    import json, os, sys

    for line in sys.stdin:
        request = json.loads(line)
        if "id" not in request:
            continue
        if request["method"] == "tools/call":
            if request["params"]["arguments"]["number"] == 0:
                os._exit(1)
            result = {"structuredContent": request["params"]["arguments"]}
        elif request["method"] == "tools/list":
            result = {"tools": [{"name": "echo", "inputSchema": {"type": "object"}}]}
        else:
            result = {"supportedVersions": ["2026-07-28"]}
        sys.stdout.write(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}) + "\\n")
        sys.stdout.flush()

    """
  private static let tool = PluginTool(
    name: "echo", description: "", inputSchema: #"{"type": "object"}"#, outputSchema: nil)

  let program: PluginProgram
  let variables: [String: String]
  private let folder: URL
  private let plugins: PluginFolder
  private let plugin: InstalledPlugin

  /// Nil if there is no `python3`.
  init?(in folder: URL) throws {
    let environment = ProcessInfo.processInfo.environment
    let path = environment["PATH"] ?? ""
    let source = folder.appending(path: "echo")
    try FileManager.default.createDirectory(
      at: source, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try Data(Self.script.utf8).write(to: source.appending(path: "echo.py"))
    try Data(#"{"name": "echo", "summary": "Echo", "command": ["python3", "echo.py"]}"#.utf8)
      .write(to: source.appending(path: "plugin.json"))
    let home = folder.appending(path: "home")
    try FileManager.default.createDirectory(
      at: home, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    self.folder = folder
    plugins = PluginFolder(in: home)
    variables = ["PATH": path, "HOME": home.path]
    let manifest = try plugins.add(source)
    guard let files = try? plugins.trustedFiles(of: manifest, searching: path) else { return nil }
    plugin = InstalledPlugin(manifest: manifest, files: files, era: .modern, tools: [Self.tool])
    try plugins.trust(plugin)
    program = try plugins.verify(plugin)
  }

  func mount() async throws -> (Mediator, ModuleManager) {
    let environment = PluginEnvironment(
      events: [], variables: variables,
      serve: { transport, _, _ in
        let channel = try Channel(transport)
        defer { channel.close() }
        _ = try await channel.waitForEnd()
      }, verify: { [plugins] in try plugins.verify($0) }, store: { _ in true })
    let (mediator, folder) = (Mediator(), folder)
    let manager = try ModuleManager(
      [PluginModule.descriptor(of: plugin, in: environment)], mediator: mediator
    ) { manifest in
      ModuleContext(mediator: mediator, folder: folder.appending(path: manifest.target))
    }
    try await manager.open()
    return (mediator, manager)
  }

  func call(_ mediator: Mediator, _ number: Int) async throws -> Data {
    try await mediator.perform(
      target: "echo", action: "echo", json: Data(#"{"number":\#(number)}"#.utf8))
  }

  /// The line that calls the tool.
  static func request(_ number: Int) -> [UInt8] {
    Array(
      (#"{"jsonrpc":"2.0","id":\#(number),"method":"tools/call","params":{"name":"echo","#
        + #""arguments":{"number":\#(number)},"_meta":{"#
        + #""io.modelcontextprotocol/clientCapabilities":{},"#
        + #""io.modelcontextprotocol/clientInfo":{"name":"app","version":"0"},"#
        + #""io.modelcontextprotocol/protocolVersion":"2026-07-28"}}}"# + "\n").utf8)
  }
}

extension LineProcess {
  /// Starts the program of a plug-in alone.
  fileprivate init(_ plugin: SamplePlugin) throws {
    try self.init(
      URL(filePath: plugin.program.executable), Array(plugin.program.arguments.dropFirst()),
      environment: plugin.variables, folder: plugin.program.folder)
  }
}

/// Why plug-ins cannot be measured.
private enum PluginsError: Error, CustomStringConvertible {
  case stillRunning

  var description: String {
    "the bare program answered a request to end; expected the end of its output"
  }
}
