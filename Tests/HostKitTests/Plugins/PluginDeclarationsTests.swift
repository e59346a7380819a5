import Console
import Foundation
import Mediator
import ModuleTesting
import Plugins
import Scenes
import TestSupport
import Testing
import Web

@testable import HostKit

/// What a plug-in adds to settings, the first screen and the rows of modules, as the host sees it.
@Suite(.highPriority) struct PluginDeclarationsTests {
  private let fixture = PluginHostFixture()

  private static let remind = PluginTool(
    name: "remind", description: "Remind you",
    inputSchema: #"{"properties": {"about": {"type": "string"}}, "required": ["about"]}"#,
    outputSchema: nil)

  private static func manifest(_ members: String, name: String = "weather") -> String {
    #"{"name": "\#(name)", "summary": "Weather at a place", "command": ["./weather.sh"], \#(members)}"#
  }

  private static let action = #"""
    "actions": [{"on": "port", "tool": "remind", "label": "Remind me", "shortcut": "m",
                 "arguments": {"about": "harbour.name"}}]
    """#

  @Test(arguments: [
    (
      #""actions": [{"on": "prot", "tool": "remind", "label": "a"}]"#,
      "adds to rows of the type 'prot' under 'actions', which no module has; did you mean 'port'?"
    ),
    (
      #""details": [{"on": "port", "tool": "remind", "title": "a", "arguments": {"about": "harbour.nme"}}]"#,
      "uses 'harbour.nme' of the rows of the type 'port', which have no such member; "
        + "did you mean 'name'?"
    ),
    (
      #""details": [{"on": "port", "tool": "remind", "title": "a", "arguments": {"about": "ships.name"}}]"#,
      "uses 'ships.name' of the rows of the type 'port', which have no such member; "
        + "'modules --json' lists the members"
    ),
  ])
  func `a type of rows and a member that no module has are refused before trust`(
    members: String, reason: String
  ) async throws {
    try fixture.install("weather", Self.manifest(members))
    let result = try await fixture.run("plugins", "trust", "weather", "--yes")
    #expect(result.errors == "shop: the plug-in 'weather' \(reason)\n")
  }

  @Test(arguments: [
    (#""widget": {"tool": "remind"}"#, "widget"),
    (#""details": [{"on": "port", "tool": "remind", "title": "a"}]"#, "details"),
  ])
  func `a tool that is called without a key being pressed must be one that only reads`(
    members: String, key: String
  ) async throws {
    try fixture.install("weather", Self.manifest(members))
    let result = try await fixture.run("plugins", "trust", "weather", "--yes")
    #expect(
      result.errors == "shop: the tool 'remind' of the plug-in 'weather' is called under '\(key)' "
        + "without a key being pressed, so it must only read; if it does, add 'remind' to 'remote' "
        + "in its plugin.json\n")
    try fixture.install("weather", Self.manifest(#""remote": ["remind"], "# + members))
    try PluginFolder(in: fixture.home).manifest(of: "weather").checkDeclarations(in: fixture.app)
  }

  @Test(arguments: [
    (
      #""actions": [{"on": "port", "tool": "remind", "label": "a", "arguments": {"abuot": "ships"}}]"#,
      "the tool 'remind' of the plug-in 'weather' has no argument 'abuot', which its plugin.json "
        + "names; did you mean 'about'?"
    ),
    (
      #""widget": {"tool": "remind"}"#,
      "the tool 'remind' of the plug-in 'weather' needs the argument 'about', for which nobody is "
        + "asked under 'widget'; make it optional, or give it under 'arguments'"
    ),
    (
      #""widget": {"tool": "remnid"}"#,
      "the plug-in 'weather' has no tool 'remnid', which its plugin.json names under 'widget'; "
        + "did you mean 'remind'?"
    ),
  ])
  func `tools and arguments that the program does not have are refused`(
    members: String, reason: String
  ) throws {
    try fixture.install("weather", Self.manifest(members))
    let manifest = try PluginFolder(in: fixture.home).manifest(of: "weather")
    let error = #expect(throws: PluginConflict.self) { try manifest.checkTools([Self.remind]) }
    #expect(error.map { "\($0)" } == reason)
  }

  @Test func `the review and the changes since trust name each declaration`() throws {
    let settings = #""settings": [{"name": "units", "summary": "the units", "default": "°C"}]"#
    let widget = #""widget": {"tool": "remind"}"#
    let details = #""details": [{"on": "port", "tool": "remind", "title": "Ice"}]"#
    let members = [Self.action, settings, widget, details].joined(separator: ", ")
    try fixture.install("weather", Self.manifest(members))
    let plugin = InstalledPlugin(
      manifest: try PluginFolder(in: fixture.home).manifest(of: "weather"), files: [],
      era: .modern, tools: [])
    let review = PluginReview(plugin, from: nil, since: nil, isTrusted: false)
    #expect(review.settings == ["units=°C"])
    #expect(
      review.screens == [
        "first screen: remind, when it is shown",
        "action of port: 'Remind me' → remind(about: harbour.name)",
        "detail of port: 'Ice' → remind, whenever such a row is selected",
      ])
    try fixture.install("plain", Self.manifest(#""version": "1.0.0""#, name: "plain"))
    let earlier = InstalledPlugin(
      manifest: try PluginFolder(in: fixture.home).manifest(of: "plain"), files: [], era: .modern,
      tools: [])
    let changes = plugin.changes(since: earlier)
    #expect(changes.contains("actions of rows: + port: 'Remind me' → remind(about: harbour.name)"))
    #expect(changes.contains("calls for the first screen: + remind, when it is shown"))
    #expect(
      changes.contains(
        "details of rows: + port: 'Ice' → remind, whenever such a row is selected"))
    #expect(changes.contains("settings: + units=°C"))
  }

  @Test func `a setting of a plug-in is one of the app, also while the plug-in is not trusted`()
    async throws
  {
    let members = #"""
      "settings": [{"name": "max-days", "summary": "the days", "type": "number", "minimum": 1,
                    "maximum": 9, "default": 3}]
      """#
    try fixture.install("weather", Self.manifest(members))
    let file = fixture.home.appending(path: "config.json")
    try Data(#"{"weather": {"max-days": 12}}"#.utf8).write(to: file)
    #expect(try await fixture.run("modules").code == .answered)
    try fixture.trust(tools: [Self.remind])
    let refused = try await fixture.run("modules")
    #expect(
      refused.errors.contains(
        "bad value '12' for 'weather.max-days' (SHOP_WEATHER_MAX_DAYS)"), "\(refused.errors)")
  }

  @Test func `a misspelled setting of a plug-in is refused as soon as the plug-in is trusted`()
    async throws
  {
    let members = #""settings": [{"name": "max-days", "summary": "the days", "default": "3"}]"#
    try fixture.install("weather", Self.manifest(members))
    let file = fixture.home.appending(path: "config.json")
    try Data(#"{"weather": {"max-dayz": 3}}"#.utf8).write(to: file)
    #expect(try await fixture.run("modules").code == .answered)
    try fixture.trust(tools: [Self.remind])
    let refused = try await fixture.run("modules")
    #expect(
      refused.errors == "shop: no setting 'weather.max-dayz', found in \(file.path); "
        + "did you mean 'weather.max-days'?\n")
  }

  @Test
  func `the list of modules has the members of rows, and the doctor knows keys that two want`()
    async throws
  {
    for name in ["weather", "tides"] {
      try fixture.install(name, Self.manifest(Self.action, name: name))
      try fixture.trust(name, tools: [Self.remind])
    }
    let modules = try await fixture.run("modules", "--json")
    let rows = #"""
      "rows":[{"members":[{"path":"harbour.name","type":"a text"},{"path":"ships","type":"a whole number"}],"slot":"port"}]
      """#
    #expect(
      modules.output.filter { !$0.isWhitespace }.contains(rows.filter { !$0.isWhitespace }),
      "\(modules.output)")
    let doctor = try await fixture.run("doctor")
    #expect(
      doctor.output.replacing("\n  ", with: " ").contains(
        "'Remind me' of Tides and 'Remind me' of Weather want the key 'm' on rows of the type "
          + "'port'; the second one has another key"), "\(doctor.output)")
    #expect(doctor.code == .answered)
  }

  /// Answers every call with a text.
  private static let program = #"""
    #!/bin/bash
    while IFS= read -r request; do
      [[ $request =~ \"id\":([0-9]+) ]] || continue
      id=${BASH_REMATCH[1]}
      case $request in
        *'"initialize"'*) answer='"result": {"protocolVersion": "2025-11-25"}' ;;
        *'"tools/list"'*) answer='"result": {"tools": [
          {"name": "remind", "description": "Remind you", "inputSchema": {"type": "object",
           "properties": {"about": {"type": "string"}}, "required": ["about"]}}]}' ;;
        *'"about":"Porto"'*)
          answer='"result": {"content": [{"type": "text", "text": "Will remind you of Porto"}]}' ;;
        *) answer='"error": {"code": -32601, "message": "no such method"}' ;;
      esac
      echo "{\"jsonrpc\": \"2.0\", \"id\": $id, ${answer//$'\n'/}}"
    done
    """#

  @Test(.timeLimit(.minutes(5)))
  func `a page offers the action of a plug-in, and performs it when its button is pressed`()
    async throws
  {
    try fixture.install("weather", Self.manifest(Self.action), program: Self.program)
    try fixture.trust(tools: [Self.remind])
    let closed = Terminal(descriptor: -1, environment: [:])
    let host = CommandLineHost(
      app: fixture.app, folder: fixture.home, output: closed, errors: closed,
      environment: ["SHOP_DEADLINES_START": "600", "PATH": "/usr/bin:/bin"]
    ).withPlugins
    let configuration = try host.configuration
    let mediator = host.app.makeMediator()
    let session = try Session<Void>(host, configuration, mediator)
    let result = await session.run {
      let server = WebServer(
        try WebApp(
          name: "shop", host.presented(configuration), through: mediator, now: { Date() },
          clock: ContinuousClock(), followerDeadline: .seconds(600)))
      let key = try #require(server.address().split(separator: "?").last)
      let entered = await server.answer(try HTTPRequest(.get, "/?\(key)"))
      let cookie = try #require(entered.fields.first { $0.name == "Set-Cookie" }?.value)
      let known = ["cookie": String(cookie.prefix { $0 != ";" })]
      func page(_ target: String) async throws -> String {
        let response = await server.answer(try HTTPRequest(.get, target, fields: known))
        guard case .data(let html) = response.body else { return "" }
        return String(decoding: html, as: UTF8.self)
      }
      let ports = try await page("/at/scenes/Ports?select=ports/Porto")
      #expect(ports.contains("Remind me<kbd"), "\(ports)")
      let tab = try #require(ports.firstMatch(of: /data-tab="([^"]*)"/)).1
      let secret = try #require(ports.firstMatch(of: /data-key="([^"]*)"/)).1
      let action = try #require(ports.firstMatch(of: /name="action.m" value="([^"]*)"/)).1
      #expect(action == "weather/remind/Remind me")
      let form: KeyValuePairs = [
        "key": String(secret), "section": "ports", "row": "Porto", "shortcut": "m",
        "action.m": String(action),
      ]
      let body = form.map { "\($0.addressPart)=\($1.addressPart)" }.joined(separator: "&")
      let type = ["content-type": "application/x-www-form-urlencoded"]
      let sent = await server.answer(
        try HTTPRequest(
          .post, "/tab/\(tab)", fields: known.merging(type) { own, _ in own },
          body: Data(body.utf8)))
      let location = try #require(sent.fields.first { $0.name == "Location" }?.value)
      // Each page waits for what is loading.
      var answer = try await page(location)
      while !answer.contains(#"class="toast""#) {
        try Task.checkCancellation()
        answer = try await page(location)
      }
      #expect(answer.contains("<p>Will remind you of Porto"), "\(answer)")
      await server.stop()
    }
    await session.end()
    try result.get()
  }

  @Test func `a page has the forms of the tools of a plug-in`() async throws {
    try fixture.install("weather", Self.manifest(Self.action))
    try fixture.trust(tools: [Self.remind])
    let tools = try await fixture.app.page(at: "/at/scenes/Weather", folder: fixture.home).output
    #expect(tools.contains("Weather: remind") && tools.contains("Remind you"), "\(tools)")
  }
}
