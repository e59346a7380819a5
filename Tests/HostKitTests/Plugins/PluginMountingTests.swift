import Console
import Foundation
import ModuleTesting
import Plugins
import TestSupport
import Testing

@testable import HostKit

@Suite(.highPriority) struct PluginMountingTests {
  private let fixture = PluginHostFixture()

  private static let tool = PluginTool(
    name: "weather", description: "Weather", inputSchema: #"{"type": "object"}"#,
    outputSchema: nil)

  @Test func `a trusted plug-in is a module like any other`() async throws {
    try fixture.install()
    try fixture.trust(tools: [Self.tool])
    #expect(try await fixture.run("help").output.contains("weather"))
    #expect(
      try await fixture.run("complete", "--shell=bash", "--line=shop wea").output == "weather\n")
    #expect(try await fixture.run("modules").output.contains("Weather\n"))
    let log = ["SHOP_LOG_WEATHER": "debug", "SHOP_DISABLE": "weather"]
    let modules = try await fixture.run("modules", "--json", environment: log)
    #expect(modules.code == .answered, "\(modules.errors)")
  }

  @Test func `a link to a missing action of a trusted plug-in names the action`() async throws {
    try fixture.install()
    try fixture.trust(tools: [Self.tool])
    let result = try await fixture.run("open", "shop://weather/reset")
    #expect(result.code == .notFound)
    #expect(
      result.errors
        == "shop: no action 'reset' in 'weather'; 'shop modules' lists its actions\n")
  }

  @Test func `a changed plug-in is not started, and the doctor warns of it`() async throws {
    try fixture.install()
    try fixture.trust()
    try Data("#!/bin/sh\n".utf8).write(to: URL(filePath: fixture.path("weather.sh")))
    let reason =
      "'\(fixture.path("weather.sh"))' of the plug-in 'weather' is not the file that was trusted; "
      + "read what has changed, and run 'plugins trust weather'"
    let list = try await fixture.run("plugins")
    #expect(list.output.contains("weather  changed  ") && list.output.contains(reason), "\(list)")
    let doctor = try await fixture.run("doctor")
    #expect(
      doctor.output.replacing("\n  ", with: " ").contains("! plug-ins: \(reason)\n"), "\(doctor)")
    #expect(doctor.code == .answered)
    let modules = try await fixture.run("modules", "--start")
    #expect(modules.output.contains(reason), "\(modules)")
  }

  @Test func `a plug-in whose data folder was moved is listed as changed`() async throws {
    try fixture.install()
    try fixture.trust()
    let moved = fixture.folder.url.appending(path: "moved")
    try FileManager.default.moveItem(at: fixture.home, to: moved)
    let list = try await fixture.app.run(["plugins"], folder: moved, columns: 1000)
    #expect(list.output.contains("weather  changed  "), "\(list)")
  }

  @Test func `a plug-in that others may write is not started`() async throws {
    try fixture.install()
    try fixture.trust()
    chmod(fixture.path("weather.sh"), 0o777)
    let reason =
      "other users may write '\(fixture.path("weather.sh"))'; "
      + "run 'chmod go-w \(fixture.path("weather.sh"))'"
    #expect(try await fixture.run("plugins").output.contains(reason))
    #expect(try await fixture.run("modules", "--start").output.contains(reason))
  }

  @Test func `a plug-in whose folder was removed can still be removed from the list`() async throws
  {
    try fixture.install()
    try fixture.trust()
    let folder = fixture.home.appending(path: "plugins/weather")
    try FileManager.default.removeItem(at: folder)
    let list = try await fixture.run("plugins")
    #expect(
      list.output.contains(
        "'\(folder.path)' of the plug-in 'weather' no longer exists; restore it and run "
          + "'plugins trust weather', or run 'plugins remove weather'\n"), "\(list)")
    #expect(try await fixture.run("plugins", "remove", "weather").code == .answered)
    #expect(try await fixture.run("plugins", "--json").output == "[]\n")
  }

  @Test func `the folder of plug-ins is one of the app, not of the user`() throws {
    try fixture.install()
    #expect(AppFolder(fixture.app, at: fixture.home).foreignName == nil)
  }
}
