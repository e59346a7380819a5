import Channel
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Testing

@testable import Plugins

/// A plug-in that is a Python script in a folder of its own.
final class PluginFixture: Sendable {
  /// The interpreter itself, not a script that searches for it; nil if there is none.
  static let python = path(of: "python3", printing: "sys.executable")

  /// Whether the package `mcp` of PyPI can be imported.
  static let hasSDK =
    path(of: "python3", printing: "__import__('mcp.server').server.MCPServer") != nil

  /// What the plug-in has stored after its starts.
  let stored = Recorder<InstalledPlugin>()
  let plugin: InstalledPlugin
  let environment: PluginEnvironment
  let descriptor: ModuleDescriptor
  private let folder = TemporaryFolder()

  /// - Parameters:
  ///   - script: The body of the script, after that of `library`.
  ///   - tools: The tools as the index knows them.
  ///   - events: The events that the app publishes.
  ///   - given: The values of the variables that the manifest expects.
  ///   - deadlines: Those of the host; long, because a busy machine is slow.
  init(
    _ script: String, tools: [PluginTool] = [], era: MCPEra = .modern,
    manifest: PluginManifest = .weather, events: [any Event.Type] = [],
    given: [String: String] = [:],
    deadlines: Deadlines = Deadlines(
      start: .seconds(600), stop: .seconds(600), hook: .seconds(600))
  ) throws {
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    let file = folder.url.appending(path: "weather.py")
    try Data((Self.library + script).utf8).write(to: file)
    plugin = InstalledPlugin(manifest: manifest, files: [], era: era, tools: tools)
    // Python finds its library by its first argument.
    let python = Self.python ?? ""
    let program = PluginProgram(
      executable: python, arguments: [python, file.path], folder: folder.url.path,
      variables: PluginVariables(
        manifest.env ?? [], given: given.mapValues { GivenValue(text: $0, isSecret: true) }))
    let stored = stored
    environment = PluginEnvironment(
      events: events, variables: ["PATH": "/usr/bin:/bin", "HOME": folder.url.path],
      deadlines: deadlines, reportDelay: .seconds(600), toolChangeDelay: .zero,
      serve: { transport, _, _ in
        let channel = try Channel(transport)
        defer { channel.close() }
        _ = try await channel.waitForEnd()
      },
      verify: { [folder] _ in
        // The folder must exist as long as the module.
        withExtendedLifetime(folder) { program }
      },
      store: {
        stored.record($0)
        return true
      })
    descriptor = PluginModule.descriptor(of: plugin, in: environment)
  }

  /// Starts the program without a module.
  /// - Parameter clock: The clock of the timeouts.
  func session(
    clock: any Clock<Duration> = ContinuousClock(),
    log: @escaping @Sendable (String) -> Void = { _ in }
  ) throws -> PluginSession {
    let program = try environment.verify(plugin)
    return try PluginSession(
      PluginProcess.Launch(
        name: "weather", executable: program.executable, arguments: program.arguments,
        folder: URL(filePath: program.folder), environment: environment.variables,
        reportDelay: environment.reportDelay),
      clock: clock, requests: .test, standardError: log, serve: { try? Channel($0).close() })
  }

  /// The script of a plug-in whose tool `echo` returns its arguments.
  static func echo(in eras: [String] = ["modern", "legacy"]) -> String {
    """
    tools = [{"name": "echo", "inputSchema": {"type": "object"}}]
    serve(tools, lambda name, arguments: {"structuredContent": arguments}, \(eras))
    """
  }

  /// The beginning of all scripts: a server of one of the two eras, without packages.
  private static let library = #"""
    import json, os, subprocess, sys, time

    def send(message):
        sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        sys.stdout.flush()

    def text(value):
        return {"content": [{"type": "text", "text": value}]}

    def serve(tools, call, eras=("modern", "legacy")):
        for line in sys.stdin:
            request = serve.request = json.loads(line)
            method, parameters = request["method"], request.get("params", {})
            if method == "notifications/cancelled":
                sys.stderr.write("cancelled\n")
                sys.stderr.flush()
            if "id" not in request:
                continue
            if method == "server/discover" and "modern" in eras:
                answer = {"supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}}}
            elif method == "initialize" and "legacy" in eras:
                answer = {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}}
            elif method == "tools/list":
                answer = {"tools": tools}
            elif method == "tools/call":
                answer = call(parameters["name"], parameters["arguments"])
                if answer is None:
                    continue
            else:
                send({"id": request["id"], "error": {"code": -32601, "message": "no " + method}})
                continue
            send({"id": request["id"], "result": answer})


    """#

  /// Runs Python, which prints the value of an expression; nil if it cannot.
  private static func path(of program: String, printing expression: String) -> String? {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program, "-c", "import sys; print(\(expression))"]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let text = String(
      decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return process.terminationStatus == 0
      ? text.trimmingCharacters(in: .whitespacesAndNewlines) : nil
  }
}

extension ModuleHarness {
  /// Calls an action of the plug-in.
  func call(_ json: String = "{}", action: String = "echo") async throws -> String {
    let output = try await mediator.perform(
      target: "weather", action: action, json: Data(json.utf8))
    return String(decoding: output, as: UTF8.self)
  }

  /// The error of the plug-in with which a call fails; nil if it does not.
  func failure(_ json: String = "{}", action: String = "echo") async -> PluginError? {
    do { _ = try await call(json, action: action) } catch {
      return (error as? ActionError)?.error as? PluginError
    }
    return nil
  }
}

extension PluginManifest {
  static let weather = manifest("")

  /// The manifest of a plug-in `weather` with further members, which begin with a comma.
  static func manifest(_ members: String) -> PluginManifest {
    let json =
      #"{"name": "weather", "summary": "Weather at a place", "command": ["./weather.py"]\#(members)}"#
    guard let manifest = try? JSON.decode(PluginManifest.self, from: Data(json.utf8)) else {
      Issue.record("the manifest is not valid: \(json)")
      return PluginManifest(
        name: "", summary: "", command: [], calls: nil, follows: nil, remote: nil, lists: nil,
        settings: nil, widget: nil, actions: nil, details: nil, env: nil, version: nil,
        requires: nil)
    }
    return manifest
  }
}

extension PluginTool {
  static let echo = PluginTool(
    name: "echo", description: "Return the arguments.", inputSchema: #"{"type":"object"}"#,
    outputSchema: nil)

  static let forecast = PluginTool(
    name: "forecast", description: "Show the next days.\nFrom a model.",
    inputSchema: #"""
      {"type": "object", "properties": {
        "place": {"type": "string", "description": "the name of the place", "examples": ["Porto"]},
        "max_days": {"type": "integer", "default": 2}, "rain": {"type": "boolean"},
        "units": {"enum": ["metric", "imperial"]}}, "required": ["place"]}
      """#,
    outputSchema: #"""
      {"type": "object", "properties": {"result": {"type": "array", "items": {"type": "object",
        "properties": {"day": {"type": "string"}, "high": {"type": "number"},
                       "wind": {"type": ["string", "null"]}}, "required": ["day", "high"]}}},
       "required": ["result"]}
      """#)

  static let stored = PluginTool(
    name: "stored", description: "", inputSchema: #"{"type":"object","properties":{}}"#,
    outputSchema: forecast.outputSchema)
}
