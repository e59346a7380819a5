import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Platform
import Testing

@testable import Plugins

@Suite struct PluginIndexTests {
  private let fixture = PluginFolderFixture()

  private var path: String { fixture.plugins.url.path + "/index.json" }

  @Test func `without a file nothing is trusted`() throws {
    #expect(try fixture.plugins.index.plugins.isEmpty)
    #expect(fixture.plugins.names == [])
  }

  @Test func `what was trusted is read again, until it is distrusted`() throws {
    try fixture.install()
    let plugin = try fixture.trust()
    #expect(try fixture.plugins.index.plugins == [plugin])
    #expect(fixture.plugins.names == ["weather"])
    var started = plugin
    started.era = .modern
    started.tools = [
      PluginTool(name: "day", description: "", inputSchema: "{}", outputSchema: nil)
    ]
    #expect(try fixture.plugins.update(started))
    #expect(try fixture.plugins.index["weather"] == started)
    try fixture.plugins.distrust("weather")
    #expect(try fixture.plugins.index["weather"] == nil)
    #expect(try fixture.plugins.update(started))
    #expect(try fixture.plugins.index["weather"] == nil)
  }

  @Test func `an index that would be too large to be read is not written`() throws {
    try fixture.install()
    let plugin = try fixture.trust()
    let tool = PluginTool(
      name: "day", description: "", inputSchema: String(repeating: "x", count: 16 << 20),
      outputSchema: nil)
    let started = InstalledPlugin(
      manifest: plugin.manifest, files: plugin.files, era: plugin.era, tools: [tool])
    let error = PluginFileError.indexTooLarge(path, limit: 16 << 20)
    #expect(throws: error) { try fixture.plugins.update(started) }
    #expect(try fixture.plugins.index["weather"] == plugin)
  }

  @Test func `a start stores nothing while another process changes the folder`() throws {
    try fixture.install()
    let plugin = try fixture.trust()
    var started = plugin
    started.era = .modern
    let isStored = try FileLock.withLock(onFolder: fixture.plugins.url) {
      try fixture.plugins.update(started)
    }
    #expect(!isStored)
    #expect(try fixture.plugins.index["weather"] == plugin)
    #expect(try fixture.plugins.update(started))
    #expect(try fixture.plugins.index["weather"] == started)
  }

  @Test func `a program that is trusted again while the app runs can be started`() throws {
    try fixture.install()
    let old = try fixture.trust()
    try fixture.install(program: "#!/bin/sh\nexit 2\n")
    let new = try fixture.trust()
    #expect(try fixture.plugins.current(old) == new)
    #expect(throws: PluginFileError.changed(plugin: "weather", path: fixture.path("weather.sh"))) {
      try fixture.plugins.verify(old)
    }
    try fixture.plugins.distrust("weather")
    #expect(throws: PluginFileError.untrusted("weather")) { try fixture.plugins.current(old) }
  }

  @Test(arguments: [
    "", "{", "[]", #"{"plugins": 1}"#, #"{"plugins": [{"manifest": {}}]}"#,
    #"{"plugins":[{"manifest":{"name":"../a","summary":"","command":["a"]},"files":[],"era":"modern","tools":[]}]}"#,
    #"{"plugins":[{"manifest":{"name":"a","summary":"A","command":[]},"files":[{"path":"a"},{"path":"b"}],"era":"modern","tools":[]}]}"#,
  ])
  func `a damaged index is an error with a remedy`(content: String) throws {
    try fixture.install()
    try Data(content.utf8).write(to: URL(filePath: path))
    chmod(path, 0o600)
    let error = PluginFileError.damagedIndex(path, reason: "it is not what was written")
    #expect(throws: error) { try fixture.plugins.index }
    #expect(throws: error) { try fixture.trust() }
    #expect(
      "\(error)" == "cannot read the list of trusted plug-ins '\(path)': it is not what was "
        + "written; remove it, and trust the plug-ins again")
  }

  @Test func `an index that other users may write, or that is no file, is refused`() throws {
    try fixture.install()
    _ = try fixture.trust()
    chmod(path, 0o620)
    #expect(throws: PluginFileError.damagedIndex(path, reason: "other users may write it")) {
      try fixture.plugins.index
    }
    unlink(path)
    mkfifo(path, 0o600)
    #expect(throws: PluginFileError.damagedIndex(path, reason: "it is not a regular file")) {
      try fixture.plugins.index
    }
  }

  @Test func `changes at the same time are all stored`() async throws {
    try fixture.install()
    let plugin = try fixture.trust()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<20 {
        let name = "plugin" + String(repeating: "x", count: number)
        let manifest = PluginManifest(
          name: name, summary: "a", command: ["a"], calls: nil, follows: nil, remote: nil,
          lists: nil, settings: nil, widget: nil, actions: nil, details: nil, env: nil,
          version: nil, requires: nil)
        group.addTask { [plugins = fixture.plugins] in
          try? plugins.trust(
            InstalledPlugin(manifest: manifest, files: plugin.files, era: .modern, tools: []))
        }
      }
    }
    #expect(try fixture.plugins.index.plugins.count == 21)
  }
}
