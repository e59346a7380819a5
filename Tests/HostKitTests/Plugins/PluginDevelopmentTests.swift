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
    let clock = ManualClock()
    let outputs = (result: Pipe(), errors: Pipe())
    let host = CommandLineHost(
      app: fixture.plugins.app, folder: fixture.plugins.home,
      output: Terminal(
        descriptor: outputs.result.fileHandleForWriting.fileDescriptor, environment: [:]),
      errors: Terminal(
        descriptor: outputs.errors.fileHandleForWriting.fileDescriptor, environment: [:]),
      environment: ["PATH": "/usr/bin:/bin", "SHOP_NAME": "Ana's"], clock: clock)
    let folder = fixture.folder.path
    let line = ["plugins", "dev", folder, "--", "weather", "--days=2", "--json"]
    let command = Task { await host.run(line) }

    func read(_ pipe: Pipe, until end: String) async throws -> String {
      var text = ""
      while !text.contains(end) {
        try await wait { pipe.fileHandleForReading.hasBytes }
        text += String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
      }
      return text
    }
    #expect(try await read(outputs.result, until: "\n") == "\"mild\"\n")
    let errors = try await read(outputs.errors, until: "weather  Show the weather\n")
    #expect(errors.hasPrefix("'\(folder)' is neither installed nor trusted; it runs because you"))
    #expect(errors.contains("  here is Ana's\n"))

    try await wait { clock.sleeperCount > 0 }
    try fixture.write("{", to: "plugin.json")
    clock.advance(by: .milliseconds(300))
    _ = try await read(
      outputs.errors,
      until: "plugin.json' does not describe a plug-in: expected a JSON object")

    try await wait { clock.sleeperCount > 0 }
    try fixture.write(PluginDevelopmentFixture.manifest, to: "plugin.json")
    try fixture.write(
      PluginDevelopmentFixture.program.replacing("mild", with: "warm"), to: "weather.sh")
    clock.advance(by: .milliseconds(300))
    #expect(try await read(outputs.result, until: "\n") == "\"warm\"\n")

    command.cancel()
    #expect(await command.value == .interrupted)
    #expect(try await fixture.run("plugins", "--json").output == "[]\n")
    let data = fixture.plugins.home.appending(path: "weather").path
    #expect(!FileManager.default.fileExists(atPath: data))
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
}

extension FileHandle {
  /// Whether something can be read at once.
  fileprivate var hasBytes: Bool {
    var descriptor = pollfd(fd: fileDescriptor, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, 0) > 0
  }
}
