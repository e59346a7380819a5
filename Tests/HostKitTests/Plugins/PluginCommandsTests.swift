import Console
import Foundation
import Mediator
import ModuleTesting
import Plugins
import TestSupport
import Testing

@testable import HostKit

@Suite(.highPriority) struct PluginCommandsTests {
  private let fixture = PluginHostFixture()

  @Test func `without plug-ins the list says how to add one`() async throws {
    let result = try await fixture.run("plugins")
    #expect(result.output == "no plug-ins; add one with 'plugins add <folder>'\n")
    #expect(try await fixture.run("plugins", "--json").output == "[]\n")
  }

  @Test func `an untrusted plug-in is listed, but neither mounted nor completed`() async throws {
    try fixture.install()
    let list = try await fixture.run("plugins")
    #expect(list.output.contains("weather  untrusted  Weather at a place\n"), "\(list)")
    let unknown = try await fixture.run("weather", "Porto")
    #expect(unknown.code == .failed)
    #expect(
      unknown.errors == "shop: the plug-in 'weather' is not trusted; read what it does, and run "
        + "'plugins trust weather'\n")
    #expect(!(try await fixture.run("help").output.contains("weather")))
    #expect(try await fixture.run("complete", "--shell=bash", "--line=shop wea").output == "")
    let names = try await fixture.run("complete", "--shell=bash", "--line=shop plugins trust w")
    #expect(names.output == "weather\n")
  }

  @Test(
    arguments: ["shop://weather/ask", "shop://Weather", "shop://%77eather/of/Porto?days=1"])
  func `a link to an untrusted plug-in fails like its command`(link: String) async throws {
    try fixture.install()
    let result = try await fixture.run("open", link)
    let command = try await fixture.run("weather", "ask")
    #expect(result.errors == command.errors && result.code == command.code)
    #expect(result.errors.hasPrefix("shop: the plug-in 'weather' is not trusted; "), "\(result)")
  }

  @Test(arguments: ["weather%20ask", "..", "weather%2F", "%2Fetc", "temporary", "index.json"])
  func `a link to what is no plug-in says that there is no such target`(
    target: String
  ) async throws {
    try fixture.install()
    try fixture.trust("weather")
    try fixture.install("temporary")
    let result = try await fixture.run("open", "shop://\(target)/ask")
    #expect(result.code == .notFound && result.errors.hasPrefix("shop: no target '"), "\(result)")
  }

  @Test func `a call by name of an untrusted plug-in fails like its command`() async throws {
    try fixture.install()
    let mediator = Mediator(scheme: "shop")
    let closed = Terminal(descriptor: -1, environment: [:])
    let host = CommandLineHost(
      app: fixture.app, folder: fixture.home, output: closed, errors: closed)
    try PluginManager(host: host).answer(on: mediator)
    await #expect(throws: PluginFileError.untrusted("weather")) {
      try await mediator.perform(target: "weather", action: "ask", parameters: [:])
    }
    await #expect(throws: MediatorError.noSuchTarget("wether", nearest: nil)) {
      try await mediator.perform(target: "wether", action: "ask", parameters: [:])
    }
  }

  @Test func `trust says which arguments are not checked`() async throws {
    try fixture.install(
      "weather",
      #"""
      {"name": "weather", "summary": "W", "command": ["./weather.sh", "--root", ".", "a.db"]}
      """#)
    let output = try await fixture.run("plugins", "trust", "weather").output
    #expect(
      output.contains(
        "weather\n  a folder; only its path is recorded, and its content is not checked\n"),
      "\(output)")
    #expect(
      output.contains("a.db\n  a file for data, which the program may write; it is not checked\n"))
  }

  @Test func `the doctor says which tools have the same command`() async throws {
    try fixture.install()
    try fixture.trust(
      tools: ["get_user", "getUser"].map {
        PluginTool(name: $0, description: "", inputSchema: "{}", outputSchema: nil)
      })
    let output = try await fixture.run("doctor").output
    #expect(output.contains("'getUser' and 'get_user'"), "\(output)")
    #expect(output.contains("'weather get-user-2'"))
    // The names are hidden commands, too.
    #expect(try await fixture.run("help", "weather").output.contains("weather get_user") == false)
  }

  @Test func `without --yes and without a terminal, trust says what it would trust`() async throws {
    try fixture.install()
    let result = try await fixture.run("plugins", "trust", "weather")
    #expect(result.code == .failed)
    let output = result.output
    #expect(output.contains(fixture.path("weather.sh") + "\n"), "\(result)")
    #expect(output.contains("There is no sandbox: the program can do everything that you can do."))
    #expect(output.contains("calls") && output.contains("nothing"))
    let error =
      "shop: the plug-in 'weather' was not trusted, because nobody can be asked; "
      + "read what it does, and add '--yes' to trust it\n"
    #expect(result.errors == error)
    let json = try await fixture.run("plugins", "trust", "weather", "--json")
    #expect(json.output.contains(#""isTrusted":false"#))
    #expect(json.code == .failed && json.errors == error)
    #expect(!FileManager.default.fileExists(atPath: fixture.path("../index.json")))
  }

  @Test(
    arguments: [
      (
        #""calls": ["ports/cuont"]"#,
        "the plug-in 'weather' asks to call 'ports/cuont', which is no action of the app for plug-ins; "
          + "did you mean 'ports/count'?"
      ),
      (
        #""calls": ["ports/sink"]"#,
        "the plug-in 'weather' asks to call 'ports/sink', which is no action of the app for plug-ins; "
          + "correct 'calls' in its plugin.json"
      ),
      (
        #""follows": {"ShipSunk": "weather"}"#,
        "the plug-in 'weather' asks to follow 'ShipSunk', which no module publishes; "
          + "did you mean 'ShipSank'?"
      ),
      (
        #""follows": {"ShipArrived": "weather"}"#,
        "the plug-in 'weather' asks to follow 'ShipArrived', which other programs cannot receive, "
          + "because the event is not Encodable; conform it to Encodable, or correct 'follows' in its "
          + "plugin.json"
      ),
    ])
  func `what the app cannot give is refused`(member: String, reason: String) async throws {
    try fixture.install(
      "weather",
      #"{"name": "weather", "summary": "W", "command": ["./weather.sh"], \#(member)}"#)
    let result = try await fixture.run("plugins", "trust", "weather", "--yes")
    #expect(result.code == .failed)
    #expect(result.errors == "shop: \(reason)\n")
    #expect(try await fixture.run("plugins").output.contains(reason))
  }

  @Test(arguments: ["ports", "sink", "host", "plugins", "help", "mcp"])
  func `a plug-in with the name of a module or a command is refused`(name: String) async throws {
    try fixture.install(
      name, #"{"name": "\#(name)", "summary": "W", "command": ["./weather.sh"]}"#)
    let result = try await fixture.run("plugins", "trust", name, "--yes")
    #expect(
      result.errors == "shop: '\(name)' is the name of a module or a command of shop, so no "
        + "plug-in can have it; rename the plug-in and its folder\n")
    // An app may get a module of the name later.
    try fixture.trust(name)
    #expect(try await fixture.run("sink").output == "2\n")
    #expect(try await fixture.run("plugins").output.contains("broken"))
    #expect(try await fixture.run("doctor").code == .answered)
  }

  @Test func `a damaged index breaks only the commands that manage plug-ins`() async throws {
    try fixture.install()
    try fixture.trust()
    let path = fixture.home.appending(path: "plugins/index.json").path
    try Data("{".utf8).write(to: URL(filePath: path))
    chmod(path, 0o600)
    let sentence =
      "cannot read the list of trusted plug-ins '\(path)': it is not what was written; remove it, "
      + "and trust the plug-ins again"
    for line in [[], ["trust", "weather", "--yes"], ["distrust", "weather"]] {
      let result = try await fixture.app.run(["plugins"] + line, folder: fixture.home)
      #expect(result.errors == "shop: \(sentence)\n")
    }
    #expect(try await fixture.run("weather").errors == "shop: \(sentence)\n")
    #expect(try await fixture.run("open", "shop://weather/ask").errors == "shop: \(sentence)\n")
    #expect(try await fixture.run("sink").output == "2\n")
    let doctor = try await fixture.run("doctor")
    #expect(doctor.code == .failed && doctor.output.contains("✗ plug-ins: \(sentence)\n"))
  }

  @Test func `the log is the last lines, without control characters`() async throws {
    try fixture.install()
    #expect(try await fixture.run("plugins", "log", "weather").output.contains("written nothing"))
    let folder = fixture.home.appending(path: "weather")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("one\ntwo\u{1B}[2J\nthree\n".utf8).write(to: folder.appending(path: "stderr.log"))
    let log = try await fixture.run("plugins", "log", "weather", "--lines", "2")
    #expect(log.output == "two\nthree\n")
    let unknown = try await fixture.run("plugins", "log", "wether")
    #expect(unknown.code == .notFound)
    #expect(unknown.errors == "shop: no plug-in 'wether'; did you mean 'weather'?\n")
  }

  @Test(arguments: ["0", "-1"])
  func `a log of no lines is refused`(count: String) async throws {
    try fixture.install()
    let result = try await fixture.run("plugins", "log", "weather", "--lines", count)
    #expect(result.code == .badCommandLine && result.output == "")
    #expect(result.errors == "shop: '\(count)' is not a number of lines; expected 1 or more\n")
  }

  @Test(arguments: ["doctor", "temporary"])
  func `a plug-in whose name is taken is not added`(name: String) async throws {
    let source = fixture.folder.url.appending(path: "source")
    try FileManager.default.createDirectory(at: source, withIntermediateDirectories: true)
    let manifest = PluginHostFixture.weather.replacing("weather", with: name)
    try Data(manifest.utf8).write(to: source.appending(path: "plugin.json"))
    let added = try await fixture.run("plugins", "add", source.path)
    #expect(added.code == .failed)
    #expect(added.errors.contains("'\(name)' is the name of a module or a command of shop"))
    #expect(try await fixture.run("plugins", "--json").output == "[]\n")
  }

  @Test func `a plug-in can be added from a folder and removed`() async throws {
    let source = fixture.folder.url.appending(path: "source")
    try FileManager.default.createDirectory(at: source, withIntermediateDirectories: true)
    try Data(PluginHostFixture.weather.utf8).write(to: source.appending(path: "plugin.json"))
    let added = try await fixture.run("plugins", "add", source.path)
    #expect(
      added.output
        == "Added 'weather' from \(source.path). Read what it does, and run "
        + "'plugins trust weather'.\n")
    #expect(try await fixture.run("plugins", "--json").output.contains("untrusted"))
    #expect(
      try await fixture.run("plugins", "remove", "weather").output == "Removed 'weather'.\n")
    #expect(try await fixture.run("plugins", "--json").output == "[]\n")
  }
}
