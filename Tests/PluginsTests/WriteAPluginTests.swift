import Channel
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import TestSupport
import Testing

@testable import Plugins

/// Runs the code in the article "Write a plug-in".
@Suite(.highPriority, .timeLimit(.minutes(15))) struct WriteAPluginTests {
  private let folder = TemporaryFolder()
  private let blocks: [(language: String, text: String)]

  /// Writes the files of the article into a folder.
  init() throws {
    let package = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let article = package.appending(path: "Modules/Kits/Plugins/Plugins.docc/WriteAPlugin.md")
    let parts = try String(contentsOf: article, encoding: .utf8).components(separatedBy: "\n```")
    // The odd parts are blocks of code; the first line of each is its language.
    blocks = stride(from: 1, to: parts.count, by: 2).map { index in
      let text = parts[index].split(separator: "\n", maxSplits: 1).map(String.init)
      return parts[index].hasPrefix("\n") ? ("", text[0]) : (text[0], text[1])
    }
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    for (name, language) in [("plugin.json", "json"), ("dice.sh", "bash")] {
      let file = folder.url.appending(path: name)
      try #require(blocks.first { $0.language == language }).text
        .write(to: file, atomically: false, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: file.path)
    }
  }

  private func launch(_ arguments: String...) -> PluginProcess.Launch {
    PluginProcess.Launch(
      name: "dice", executable: "/bin/bash", arguments: ["bash"] + arguments, folder: folder.url,
      environment: ["PATH": "/usr/bin:/bin", "SHOP_HOST_FD": "3"], reportDelay: .seconds(600))
  }

  @Test func `the file plugin.json is valid`() throws {
    let manifest = try PluginManifest(inFolder: folder.url)
    #expect(manifest.name == "dice" && manifest.command == ["./dice.sh"])
  }

  @Test func `the program speaks the older form of the protocol`() async throws {
    let process = try PluginProcess(launch("dice.sh")) { _ in }
    let channel = try MCPClient.openChannel(process.streams, requests: .test) { _ in }
    let host = try Channel(process.hostSocket)
    let app = AppDescription(name: "shop", summary: "a shop", version: "1", folder: folder.url)
    let client = try await MCPClient.connect(
      channel, plugin: "dice", era: nil, app: app, requests: .test)
    #expect(client.era == .legacy)
    let tool = try #require(try await client.tools().first)
    #expect(tool.name == "dice" && tool.description == "Roll a die")
    let field = JSONSchemaDocument(tool.inputSchema, for: .input).schema.fields.first
    #expect(field?.name == "sides" && field?.schema == .integer && field?.isOptional == true)
    for sides in [1, 6, 20, nil] {
      let arguments = sides.map { ["sides": JSONValue.integer($0)] } ?? [:]
      guard case .text(let text) = try await client.call("dice", .object(arguments)).value else {
        Issue.record("expected a text")
        continue
      }
      #expect((1...(sides ?? 6)).contains(Int(text) ?? 0))
    }
    // The end of its input ends the program.
    channel.close()
    #expect(try await process.waitForEnd().status == "exit status 0")
    host.close()
  }

  @Test func `the test by pipe prints what the article says`() async throws {
    let index = try #require(blocks.firstIndex { $0.language == "sh" })
    try (blocks[index].text + " >output").write(
      to: folder.url.appending(path: "test.sh"), atomically: false, encoding: .utf8)
    let process = try PluginProcess(launch("test.sh")) { _ in }
    let channels = [try Channel(process.streams), try Channel(process.hostSocket)]
    #expect(try await process.waitForEnd().status == "exit status 0")
    let output = try String(contentsOf: folder.url.appending(path: "output"), encoding: .utf8)
    #expect(output == blocks[index + 1].text + "\n")
    for channel in channels { channel.close() }
  }

  @Test func `the program calls an action of the app`() async throws {
    let function = try #require(blocks.last { $0.language == "bash" }).text
    let script = "\(function)\nask products_list '{\"page\": 2}'; printf '%s\\n' \"$answer\" >&2"
    let lines = Recorder<String>()
    let process = try PluginProcess(launch("-c", script)) { lines.record($0) }
    let requests = Recorder<ChannelRequest>()
    let host = try Channel(process.hostSocket) { request in
      requests.record(request)
      return Data("{}".utf8)
    }
    let channel = try Channel(process.streams)
    #expect(try await process.waitForEnd().status == "exit status 0")
    #expect(lines.values == [#"{"jsonrpc":"2.0","id":1,"result":{}}"#])
    #expect(requests.values.map(\.method) == ["tools/call"])
    #expect(
      try requests.values.first?.parameters.map { try JSON.decode(JSONValue.self, from: $0) }
        == .object([
          "name": .text("products_list"), "arguments": .object(["page": .integer(2)]),
        ]))
    channel.close()
    host.close()
  }
}
