import Console
import Foundation
import Mediator
import ModuleTesting
import Platform
import Plugins
import TestSupport
import Testing

@testable import HostKit

@Suite(.highPriority, .timeLimit(.minutes(15))) struct PluginConfigureTests {
  private static let manifest = #"""
    {"name": "weather", "summary": "Weather at a place", "command": ["./weather.sh"],
     "env": [{"name": "WEATHER_KEY", "summary": "the key of your account", "secret": true},
             {"name": "UNITS", "summary": "metric or imperial", "default": "metric"},
             {"name": "PLACE", "summary": "where you are", "optional": true}]}
    """#
  private let fixture = PluginHostFixture()
  private var plugins: PluginFolder { PluginFolder(in: fixture.home) }

  init() throws { try fixture.install("weather", Self.manifest) }

  @Test func `the variables of a plug-in are listed without secrets`() async throws {
    let result = try await fixture.run("plugins", "configure", "weather")
    #expect(
      result.output == """
        variable     value    description
        WEATHER_KEY  missing  the key of your account
        UNITS        metric   metric or imperial
        PLACE        none     where you are

        Type the values at a terminal, or pass a line to 'plugins configure weather WEATHER_KEY'.

        """)
    try plugins.setValue("s3cret", of: "WEATHER_KEY", of: "weather")
    for option in [[], ["--json"]] {
      let line = ["plugins", "configure", "weather"] + option
      let output = try await fixture.app.run(line, folder: fixture.home).output
      #expect(output.contains("ecret") && !output.contains("s3cret"))
    }
  }

  @Test func `a value is forgotten, or all`() async throws {
    for (variable, value) in [("WEATHER_KEY", "a"), ("UNITS", "imperial"), ("PLACE", "Porto")] {
      try plugins.setValue(value, of: variable, of: "weather")
    }
    _ = try await fixture.run("plugins", "configure", "weather", "PLACE", "--forget")
    #expect(try plugins.values(of: "weather").keys.sorted() == ["UNITS", "WEATHER_KEY"])
    _ = try await fixture.run("plugins", "configure", "weather", "--forget")
    #expect(try plugins.values(of: "weather").isEmpty)
  }

  @Test func `a plug-in that lacks a value is not trusted, and the list says why`() async throws {
    let reason =
      "the plug-in 'weather' needs a value of 'WEATHER_KEY'; run 'plugins configure weather'"
    let trust = try await fixture.run("plugins", "trust", "weather", "--yes")
    #expect(trust.errors == "shop: \(reason)\n")
    try fixture.trust()
    #expect(try await fixture.run("plugins").output.contains(reason))
    #expect(try await fixture.run("doctor").output.contains(reason))
  }

  @Test func `trust says which variables the program is given`() async throws {
    try plugins.setValue("s3cret", of: "WEATHER_KEY", of: "weather")
    let output = try await fixture.run("plugins", "trust", "weather").output
    #expect(output.contains("WEATHER_KEY (secret), UNITS, PLACE"))
    #expect(!output.contains("s3cret"))
  }

  @Test func `a person at the terminal is asked for each, and sees no secret`() async throws {
    let terminal = try PseudoTerminal(columns: 80)
    let output = Terminal(descriptor: terminal.descriptor, environment: ["TERM": "xterm"])
    let form = PluginForm(on: output, input: terminal.descriptor)
    #expect(form.canBeAsked)
    let manifest = try plugins.manifest(of: "weather")
    let answers = Recorder<String>()
    let task = Task {
      try await form.fill(PluginVariableList(manifest, given: ["PLACE": "Porto"])) {
        answers.record("\($0)=\($1.text)")
        return PluginVariableList(manifest, given: [:])
      }
    }
    var shown = ""
    func answer(_ line: String, after prompt: String) async throws {
      try await wait {
        shown += String(decoding: terminal.available, as: UTF8.self)
        return shown.hasSuffix(prompt)
      }
      terminal.type(line + "\n")
    }
    try await answer("s3cret", after: "WEATHER_KEY: the key of your account (secret): ")
    try await answer("", after: "UNITS: metric or imperial [metric]: ")
    try await answer("Lisboa", after: "PLACE: where you are [Porto]: ")
    _ = try await task.value
    #expect(answers.values == ["WEATHER_KEY=s3cret", "PLACE=Lisboa"])
    #expect(!shown.contains("s3cret"))
  }
}
