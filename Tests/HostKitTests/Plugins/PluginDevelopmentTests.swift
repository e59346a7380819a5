import Console
import Foundation
import Mediator
import ModuleTesting
import Platform
import Plugins
import TestSupport
import Testing

@testable import HostKit

/// The command `plugins dev`.
@Suite(.highPriority, .timeLimit(.minutes(15))) struct PluginDevelopmentTests {
  private let fixture: PluginDevelopmentFixture

  init() throws { fixture = try PluginDevelopmentFixture() }

  @Test func `a saved file runs the plug-in and a command line again, until Ctrl-C`() async throws {
    let run = DevelopmentRun(of: fixture, "weather", "--days=2", "--json")
    #expect(try await run.output(until: "\n").hasPrefix("\"mild\"\n"))
    let errors = try await run.errors(until: "weather  Show the weather\n")
    let folder = fixture.folder.path
    #expect(errors.hasPrefix("'\(folder)' is neither installed nor trusted; it runs because you"))
    #expect(errors.contains("\n'weather' gets from the environment: SHOP_NAME\n"))
    #expect(errors.contains("  here is Ana's\n"))

    try fixture.write("{", to: "plugin.json")
    _ = try await run.errors(
      until: "plugin.json' does not describe a plug-in: expected a JSON object")

    // Nothing runs before the last file is saved.
    try fixture.write(
      PluginDevelopmentFixture.program.replacing("mild", with: "warm"), to: "weather.sh")
    try fixture.write(PluginDevelopmentFixture.manifest, to: "plugin.json")
    #expect(try await run.output(until: "\n").hasPrefix("\"warm\"\n"))

    #expect(await run.cancel() == .interrupted)
    #expect(try await fixture.run("plugins", "--json").output == "[]\n")
    let data = fixture.plugins.home.appending(path: "weather").path
    #expect(!FileManager.default.fileExists(atPath: data))
  }

  @Test func `a saved file ends a command line that still runs`() async throws {
    let endless = PluginDevelopmentFixture.program.replacing(
      #"*'"weather"'*) answer"#, with: #"*'"weather"'*) continue; answer"#)
    try fixture.write(endless, to: "weather.sh")
    let run = DevelopmentRun(of: fixture, "weather", "--json")
    _ = try await run.errors(until: "weather  Show the weather\n")
    try fixture.write(PluginDevelopmentFixture.program, to: "weather.sh")
    #expect(try await run.output(until: "\n").hasPrefix("\"mild\"\n"))
    #expect(await run.cancel() == .interrupted)
  }

  @Test func `a folder that does not exist is an error`() async throws {
    let result = try await fixture.run("plugins", "dev", "/nonexistent")
    #expect(result.errors == "shop: no folder '/nonexistent'; check the path\n")
    #expect(result.code == .notFound)
  }

  @Test func `only files that an author writes count as changes`() throws {
    func snapshot() -> FolderSnapshot? { FolderSnapshot(fixture.folder) }
    let first = try #require(snapshot())
    let cache = fixture.folder.appending(path: "__pycache__")
    try FileManager.default.createDirectory(at: cache, withIntermediateDirectories: true)
    try fixture.write("x", to: "__pycache__/a.pyc")
    try fixture.write("x", to: ".hidden")
    #expect(snapshot() == first)
    try fixture.write("x", to: "module.py")
    let second = try #require(snapshot())
    #expect(second != first)
    try fixture.write("xy", to: "module.py")
    #expect(snapshot() != second)
    #expect(FolderSnapshot(fixture.folder.appending(path: "plugin.json")) == nil)
  }

  @Test func `a program that plugin.json names counts in every folder`() throws {
    let manifest = PluginDevelopmentFixture.manifest.replacing(
      "./weather.sh", with: "./target/debug/weather")
    try fixture.write(manifest, to: "plugin.json")
    let first = try #require(FolderSnapshot(fixture.folder))
    try FileManager.default.createDirectory(
      at: fixture.folder.appending(path: "target/debug"), withIntermediateDirectories: true)
    try fixture.write("x", to: "target/debug/other")
    #expect(FolderSnapshot(fixture.folder) == first)
    try fixture.write("x", to: "target/debug/weather")
    #expect(FolderSnapshot(fixture.folder) != first)
  }

  @Test(arguments: [
    (file: "plugin.json", isSaved: true), ("weather.sh", true), ("module.sh", true),
    ("state.json", false), ("new.sh", false), ("new.db", false),
  ])
  func `while the program runs, only its sources count, which it does not write`(
    file: String, isSaved: Bool
  ) throws {
    for name in ["module.sh", "state.json"] { try fixture.write("x", to: name) }
    let before = try #require(FolderSnapshot(fixture.folder))
    let content = file == "plugin.json" ? PluginDevelopmentFixture.manifest + "\n" : "xyz"
    try fixture.write(content, to: file)
    let after = try #require(FolderSnapshot(fixture.folder))
    #expect(after != before)
    #expect((before.keepingSources(in: after) != after) == isSaved)
  }
}

/// The command `plugins dev` with a command line of the app, on a clock of its own.
private struct DevelopmentRun {
  private let clock = ManualClock()
  private let outputs = (result: Pipe(), errors: Pipe())
  private let command: Task<ExitCode, Never>

  init(of fixture: PluginDevelopmentFixture, _ line: String...) {
    let host = CommandLineHost(
      app: fixture.plugins.app, folder: fixture.plugins.home,
      output: Terminal(
        descriptor: outputs.result.fileHandleForWriting.fileDescriptor, environment: [:]),
      errors: Terminal(
        descriptor: outputs.errors.fileHandleForWriting.fileDescriptor, environment: [:]),
      environment: ["PATH": "/usr/bin:/bin", "SHOP_NAME": "Ana's"], clock: clock)
    let line = ["plugins", "dev", fixture.folder.path, "--"] + line
    command = Task { await host.run(line) }
  }

  func output(until end: String) async throws -> String { try await read(outputs.result, end) }

  func errors(until end: String) async throws -> String { try await read(outputs.errors, end) }

  func cancel() async -> ExitCode {
    command.cancel()
    return await command.value
  }

  /// Lets the time pass until a text is printed.
  private func read(_ pipe: Pipe, _ end: String) async throws -> String {
    var text = ""
    while !text.contains(end) {
      try await wait {
        clock.advance(by: .milliseconds(300))
        return pipe.fileHandleForReading.hasBytes
      }
      text += String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
    }
    return text
  }
}

extension FileHandle {
  /// Whether something can be read at once.
  fileprivate var hasBytes: Bool {
    var descriptor = pollfd(fd: fileDescriptor, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, 0) > 0
  }
}
