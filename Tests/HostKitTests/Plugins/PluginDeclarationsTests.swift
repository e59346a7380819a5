import Foundation
import ModuleTesting
import Plugins
import TestSupport
import Testing

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
    #expect(review.settings == ["units=°C"] || review.settings == ["units='°C'"])
    #expect(
      review.screens == [
        "first screen: remind, when it is shown",
        "action of port: 'Remind me' → remind(about: harbour.name)",
        "detail of port: 'Ice' → remind",
      ])
    try fixture.install("plain", Self.manifest(#""version": "1.0.0""#, name: "plain"))
    let earlier = InstalledPlugin(
      manifest: try PluginFolder(in: fixture.home).manifest(of: "plain"), files: [], era: .modern,
      tools: [])
    let changes = plugin.changes(since: earlier)
    #expect(changes.contains("actions of rows: + port: 'Remind me' → remind(about: harbour.name)"))
    #expect(changes.contains("calls for the first screen: + remind, when it is shown"))
    #expect(changes.contains("details of rows: + port: 'Ice' → remind"))
    #expect(changes.contains { $0.hasPrefix("settings: + units=") })
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
    try Data(#"{"weather": {"max-dayz": 3}}"#.utf8).write(to: file)
    let manual = try await fixture.run(
      "help", "config", environment: ["SHOP_WEATHER_MAX_DAYS": "5"])
    #expect(manual.output.contains("max-days") || manual.code != .failed, "\(manual)")
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

  @Test func `a page offers the action of a plug-in, and the forms of its tools`() async throws {
    try fixture.install("weather", Self.manifest(Self.action))
    try fixture.trust(tools: [Self.remind])
    let ports = try await fixture.app.page(at: "/at/scenes/Ports", folder: fixture.home).output
    #expect(ports.contains("select=ports/Porto"), "\(ports)")
    let tools = try await fixture.app.page(at: "/at/scenes/Weather", folder: fixture.home).output
    #expect(tools.contains("Weather: remind") && tools.contains("Remind you"), "\(tools)")
  }
}
