import Console
import Documents
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import TestSupport
import Testing

@testable import Plugins

/// Servers that were written for other clients: all kinds of content, of names and of schemas.
@Suite(
  .highPriority, .enabled(if: PluginFixture.python != nil, "needs python3"),
  .timeLimit(.minutes(15)))
struct ForeignServerTests {
  private static let script = #"""
    def call(name, arguments):
        image = {"type": "image", "data": "iVBORw0KGgo=", "mimeType": "image/png"}
        contents = {
            "image": [image],
            "mixed": [{"type": "text", "text": "before"}, image, {"type": "text", "text": "after"}],
            "audio": [{"type": "audio", "data": "AAAA", "mimeType": "audio/wav"}],
            "broken": [{"type": "image", "data": "?", "mimeType": "image/png"}],
            "resource": [{"type": "resource", "resource": {"uri": "file:///a.txt", "text": "inside"}}],
            "blob": [{"type": "resource", "resource": {"uri": "file:///a.bin", "blob": "AAAA"}}],
            "link": [{"type": "resource_link", "uri": "file:///a.txt", "name": "a.txt",
                      "mimeType": "text/plain", "size": 3, "description": "the first"}],
            "future": [{"type": "hologram"}], "empty": [], "none": None,
            "space": [{"type": "text", "text": " \n"}]}
        if name == "both":
            return {"content": [image], "structuredContent": {"width": 1}}
        if name == "content":
            return {"content": contents[arguments["kind"]]}
        if name == "lone":
            serve.raw(arguments)
            return None
        return {"content": [{"type": "text", "text": name + " " + json.dumps(arguments)}]}

    def raw(arguments):
        text = '{"jsonrpc": "2.0", "id": %d, "result": %s}\n'
        results = {"text": '{"content": [{"type": "text", "text": "x\\ud83dy"}]}',
                   "error": '{"isError": true, "content": [{"type": "text", "text": "x\\ud83dy"}]}',
                   "value": '{"structuredContent": {"x\\ud83dy": "\\ude00"}}'}
        sys.stdout.write(text % (serve.request["id"], results[arguments["kind"]]))
        sys.stdout.flush()

    serve.raw = raw
    serve([], call)
    """#

  private static func tool(_ name: String, _ properties: String, required: String = "")
    -> PluginTool
  {
    PluginTool(
      name: name, description: "",
      inputSchema: #"{"type":"object","properties":{\#(properties)},"required":[\#(required)]}"#,
      outputSchema: nil)
  }

  private func harness(_ tools: PluginTool...) async throws -> ModuleHarness {
    try await ModuleHarness(try PluginFixture(Self.script, tools: tools).descriptor)
  }

  private static let content = tool("content", #""kind":{"type":"string"}"#, required: #""kind""#)

  @Test(arguments: [
    ("image", "image (image/png, 8 bytes); '-o <file>' saves it"),
    ("mixed", "before\n\nimage (image/png, 8 bytes); '-o <file>' saves it\n\nafter"),
    ("audio", "audio (audio/wav, 3 bytes); '-o <file>' saves it"),
    ("broken", "image (image/png, not valid Base64)"), ("resource", "inside"),
    ("blob", "file:///a.bin (application/octet-stream, 3 bytes); '-o <file>' saves it"),
    ("link", "a.txt: file:///a.txt (text/plain, 3 bytes), the first"),
    ("future", "a part of the type 'hologram', which only '--json' shows"),
    ("empty", "Nothing was returned."), ("none", "Nothing was returned."),
    ("space", "Nothing was returned."),
  ])
  func `each kind of content is shown or named`(kind: String, text: String) async throws {
    let harness = try await harness(Self.content)
    #expect(try await harness.run("weather content \(kind)").text == text)
    await harness.stop()
  }

  @Test func `files beside a value are shown, too`() async throws {
    let harness = try await harness(Self.tool("both", ""))
    let answer = try await harness.run("weather both")
    #expect(answer.text == "image (image/png, 8 bytes); '-o <file>' saves it\n\n  width  1")
    await harness.stop()
  }

  @Test func `a file is saved where there is none`() async throws {
    let folder = TemporaryFolder()
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    let file = folder.url.appending(path: "a.png")
    let harness = try await harness(Self.content)
    let saved = try await harness.run("weather content image -o \(file.path)")
    #expect(
      saved.text.split(whereSeparator: \.isWhitespace).suffix(3) == ["(image/png,", "8", "bytes)."])
    #expect(try Data(contentsOf: file) == Data(base64Encoded: "iVBORw0KGgo="))
    await #expect(throws: NamedFileError.exists(file.path)) {
      try await harness.run("weather content audio --output \(file.path)")
    }
    #expect(try Data(contentsOf: file).count == 8)
    let text = folder.url.appending(path: "a.txt")
    _ = try await harness.run("weather content resource -o \(text.path)")
    #expect(try String(contentsOf: text, encoding: .utf8) == "inside")
    await #expect(throws: NamedFileError.standardStream("-")) {
      try await harness.run("weather content image -o -")
    }
    await #expect(throws: CommandLineError.self) {
      try await harness.run("weather content link -o \(folder.url.path)/b.txt")
    }
    await harness.stop()
  }

  @Test func `a file that cannot be created is found before the tool is called`() async throws {
    let folder = TemporaryFolder()
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    let harness = try await harness(Self.content)
    let calls = Recorder<String>()
    let interceptor = harness.mediator.intercept(with: CallRecorder(calls: calls))
    defer { withExtendedLifetime(interceptor) {} }
    let missing = folder.url.path + "/missing/a.png"
    await #expect(
      throws: NamedFileError.unusable(missing, reason: "no such file or directory")
    ) { try await harness.run("weather content image -o \(missing)") }
    await #expect(throws: NamedFileError.notAFile(folder.url.path)) {
      try await harness.run("weather content image -o \(folder.url.path)")
    }
    #expect(calls.values.isEmpty)
    _ = try await harness.run("weather content image -o \(folder.url.path)/a.png")
    #expect(calls.values == ["weather/content"])
    await harness.stop()
  }

  @Test func `of several files, all are saved or none`() throws {
    let folder = TemporaryFolder()
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    let image: JSONValue = .object([
      "type": .text("image"), "mimeType": .text("image/png"), "data": .text("iVBORw0KGgo="),
    ])
    func names() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
    }
    let output: JSONValue = .object(["content": .list([image, image])])
    let file = NamedFile(folder.url.path + "/a.png")
    try NamedFile(folder.url.path + "/a-2.png").create(.text("mine"))
    _ = try ToolFiles.save(output, to: file)
    #expect(try names() == ["a-2.png", "a-3.png", "a.png"])
    // The second name has one byte more than a file system allows.
    let long = NamedFile(folder.url.path + "/" + String(repeating: "a", count: 251) + ".png")
    #expect(throws: NamedFileError.self) { try ToolFiles.save(output, to: long) }
    #expect(try names() == ["a-2.png", "a-3.png", "a.png"])
  }

  @Test func `half of a character becomes U+FFFD everywhere`() async throws {
    let harness = try await harness(
      Self.tool("lone", #""kind":{"type":"string"}"#, required: #""kind""#))
    #expect(try await harness.run("weather lone text").text == "x\u{FFFD}y")
    #expect(try await harness.run("weather lone value").text == "  x\u{FFFD}y  \u{FFFD}")
    #expect(
      await harness.failure(#"{"kind":"error"}"#, action: "lone")
        == .toolFailed(plugin: "weather", tool: "lone", message: "x\u{FFFD}y"))
    await harness.stop()
  }

  @Test func `the tool with the name of its plug-in is called with and without it`() async throws {
    let harness = try await harness(Self.tool("weather", ""))
    for line in ["weather", "weather weather"] {
      #expect(try await harness.run(line).text == "weather {}")
    }
    await harness.stop()
  }

  @Test(arguments: ["getUser", "get-user", "get_user", "get-user-2", "admin.tools.list"])
  func `each tool is called by its own name, and by that of its command`(
    word: String
  ) async throws {
    let harness = try await harness(
      Self.tool("get_user", ""), Self.tool("getUser", ""), Self.tool("admin.tools.list", ""))
    let tool = ["get-user": "getUser", "get-user-2": "get_user"][word] ?? word
    #expect(try await harness.run("weather \(word)").text == "\(tool) {}")
    await harness.stop()
  }

  @Test func `arguments with the names of global options are reachable`() async throws {
    let harness = try await harness(
      Self.tool(
        "clash",
        #""json":{"type":"string"},"help":{"type":"boolean"},"output":{"type":"string"},"#
          + #""input":{"type":"array","items":{"type":"string"}},"user name":{"type":"string"},"#
          + #""userName":{"type":"string"},"$filter":{"type":"string"},"cache":{"type":"boolean"},"#
          + #""no_cache":{"type":"string"}"#))
    let text = try await harness.run(
      "weather clash --param-json x --json --param-help --param-output o --param-input a "
        + "--param-input b --user-name u --user-name-2 v --filter f --no-cache --param-no-cache n"
    ).text
    #expect(
      text == #"clash {"$filter": "f", "cache": false, "help": true, "input": ["a", "b"], "#
        + #""json": "x", "no_cache": "n", "output": "o", "user name": "u", "userName": "v"}"#)
    await harness.stop()
  }

  @Test func `lists that may be null, and beside an object, repeat`() async throws {
    let harness = try await harness(
      Self.tool(
        "lists",
        #""tags":{"anyOf":[{"type":"array","items":{"type":"string"}},{"type":"null"}]},"#
          + #""ids":{"type":["array","null"],"items":{"type":"integer"}},"filter":{"type":"object"}"#
      ))
    #expect(
      try await harness.run("weather lists --tags a --tags b --ids 1 --ids 2").text
        == #"lists {"ids": [1, 2], "tags": ["a", "b"]}"#)
    await harness.stop()
  }

  @Test func `numbers of a list of values are checked on each way`() async throws {
    let tool = Self.tool("level", #""n":{"enum":[1,2,3]}"#, required: #""n""#)
    let fixture = try PluginFixture(Self.script, tools: [tool])
    let harness = try await ModuleHarness(fixture.descriptor)
    for line in ["weather level 2", "weather level --n 2"] {
      #expect(try await harness.run(line).text == #"level {"n": 2}"#)
    }
    await #expect(throws: CommandLineError.self) { try await harness.run("weather level 1 --n 2") }
    let command = try #require(fixture.descriptor.contributions(of: Command.self).first)
    func run(_ json: String) async throws -> String {
      let result = try await command.run(["--input": json], through: harness.mediator)
      return result.text(on: Page(columns: 80))
    }
    #expect(try await run(#"{"n":2}"#) == #"level {"n": 2}"#)
    await #expect(
      throws: CommandLineError.badValue(
        "--input", reason: "'n': expected one of 1, 2, 3, not '9'")
    ) { try await run(#"{"n":9}"#) }
    await #expect(
      throws: CommandLineError.badValue("n", reason: "expected one of 1, 2, 3, not '9'")
    ) {
      try await harness.run("weather level 9")
    }
    let error = await #expect(throws: ActionError.self) {
      try await harness.call(#"{"n":9}"#, action: "level")
    }
    #expect(
      error?.error as? MediatorError
        == .badInput(path: "weather/level", field: "n", reason: "expected one of 1, 2, 3, not '9'"))
    await harness.stop()
  }

  @Test func `a flag that must be given can be false`() async throws {
    let tool = Self.tool("force", #""force":{"type":"boolean"}"#, required: #""force""#)
    let harness = try await harness(tool)
    for line in ["weather force --no-force", "weather force --force=false"] {
      #expect(try await harness.run(line).text == #"force {"force": false}"#)
    }
    await #expect(
      throws: CommandLineError.missingArgument(
        "--force", usage: "weather force (--force | --no-force)")
    ) { try await harness.run("weather force") }
    await harness.stop()
  }
}

/// Records the actions that are called.
private struct CallRecorder: Interceptor {
  let calls: Recorder<String>

  func intercept<Input: Sendable, Output: Sendable>(
    _ call: Call, _ input: Input, next: (Input) async throws -> Output
  ) async throws -> Output {
    calls.record(call.action.path)
    return try await next(input)
  }
}
