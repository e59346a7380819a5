import Console
import Foundation
import Mediator
import Plugins
import TestSupport
import Testing

@testable import HostKit

/// The command `plugins test`.
@Suite(.highPriority, .timeLimit(.minutes(15))) struct PluginTestTests {
  private let fixture: PluginDevelopmentFixture

  init() throws { fixture = try PluginDevelopmentFixture() }

  private func test(_ cases: String) async throws -> CommandLineOutput {
    try fixture.write(cases, to: "cases.json")
    return try await fixture.run("plugins", "test", fixture.folder.path)
  }

  @Test func `cases that pass are listed, and nothing is installed`() async throws {
    let result = try await test(
      #"""
      [{"tool": "weather", "returns": "mild"},
       {"tool": "weather", "arguments": {"days": 2}, "contains": "il"},
       {"tool": "weather", "arguments": {"days": 0}, "fails": "expected at least 1, not '0'"},
       {"tool": "storm", "fails": "failed: mild"}, {"tool": "weather"}]
      """#)
    #expect(
      result.output == """
        ✓ weather: weather, storm
        ✓ weather {}
        ✓ weather {"days":2}
        ✓ weather {"days":0}
        ✓ storm {}
        ✓ weather {}

        """)
    #expect(result.code == .answered)
    #expect(result.errors.contains("here is Ana's\n"))
    #expect(try await fixture.run("plugins", "--json").output == "[]\n")
    #expect(
      !FileManager.default.fileExists(
        atPath: fixture.plugins.home.appending(path: "weather").path))
  }

  @Test func `cases that fail say what is different, and so does the exit code`() async throws {
    let result = try await test(
      #"""
      [{"tool": "weather", "returns": ["mild"]}, {"tool": "weather", "contains": "rain"},
       {"tool": "weather", "fails": "x"}, {"tool": "storm"}, {"tool": "storm", "fails": "x"},
       {"tool": "wether"}, {"tool": "weather", "arguments": {"days": "x"}}]
      """#)
    #expect(
      result.output == """
        ✓ weather: weather, storm
        ✗ weather {}: it returned mild, expected ["mild"]
        ✗ weather {}: it returned mild, which does not contain 'rain'
        ✗ weather {}: it did not fail with 'x', but returned mild
        ✗ storm {}: it failed: 'storm' of the plug-in 'weather' failed: mild
        ✗ storm {}: it failed, but not with 'x': 'storm' of the plug-in 'weather' failed: mild
        ✗ wether {}: the plug-in has no such tool; did you mean 'weather'?
        ✗ weather {"days":"x"}: it failed: 'days': expected a whole number

        """)
    #expect(result.code == .failed)
    #expect(
      result.errors.hasSuffix(
        "shop: 7 of 7 cases of the plug-in 'weather' failed; correct the program, or what "
          + "cases.json expects\n"))
    let json = try await fixture.run("plugins", "test", fixture.folder.path, "--json")
    #expect(json.output.contains(#""problem":"it returned mild, expected [\"mild\"]""#))
  }

  @Test(arguments: [
    ("{}", "expected a list of objects"),
    (#"[{"tool": "a", "return": 1}]"#, "'return' is no key of a case; did you mean 'returns'?"),
    (#"[{"arguments": {}}]"#, "'[0].tool': a value is missing"),
    (
      #"[{"tool": "a"}, {"tool": "a", "contains": ""}]"#,
      "'[1]': 'contains' is empty; expected a part of the answer"
    ),
    (#"[{"tool": "a", "fails": ""}]"#, "'[0]': 'fails' is empty; expected a part of the error"),
    (
      #"[{"tool": "a", "fails": "x", "returns": 1}]"#,
      "'[0]': a call that fails has no answer; remove 'fails', or 'returns' and 'contains'"
    ),
  ])
  func `a file with cases that cannot be read says why`(
    cases: String, reason: String
  ) async throws {
    let result = try await test(cases)
    #expect(result.code == .badCommandLine)
    #expect(
      result.errors
        == "shop: '\(fixture.folder.path)/cases.json' has no cases to test: \(reason)\n")
  }

  @Test func `without cases, the tools are listed`() async throws {
    let result = try await fixture.run("plugins", "test", fixture.folder.path)
    #expect(
      result.output
        == "✓ weather: weather, storm\n! no cases to test; write some in cases.json\n")
  }

  @Test func `a folder that others may write, or without a value, is not run`() async throws {
    let path = fixture.folder.resolvingSymlinksInPath().appending(path: "weather.sh").path
    let missing = try await fixture.run("plugins", "test", fixture.folder.path, environment: [:])
    #expect(
      missing.errors
        == "shop: the plug-in 'weather' needs a value of 'SHOP_NAME'; "
        + "set 'SHOP_NAME' in the environment\n")
    chmod(path, 0o777)
    let result = try await fixture.run("plugins", "test", fixture.folder.path)
    #expect(result.errors == "shop: other users may write '\(path)'; run 'chmod go-w \(path)'\n")
    #expect(result.code == .failed)
  }

  @Test func `values of an installed plug-in of the name are not used, and others are named`()
    async throws
  {
    try fixture.plugins.install("weather", PluginDevelopmentFixture.manifest)
    try PluginFolder(in: fixture.plugins.home)
      .setValue("hidden", of: "SHOP_NAME", of: "weather")
    let missing = try await fixture.run("plugins", "test", fixture.folder.path, environment: [:])
    #expect(missing.errors.contains("set 'SHOP_NAME' in the environment"))
    let result = try await fixture.run("plugins", "test", fixture.folder.path)
    #expect(result.errors.hasPrefix("'weather' gets from the environment: SHOP_NAME\n"))
    #expect(result.errors.contains("here is Ana's\n"))
  }

  @Test func `a program gets the settings of the person`() async throws {
    let settings =
      #""settings": [{"name": "days", "summary": "days", "type": "number", "default": 3}], "#
    try fixture.write(
      PluginDevelopmentFixture.manifest.replacing(#""env""#, with: settings + #""env""#),
      to: "plugin.json")
    try fixture.write(
      PluginDevelopmentFixture.program.replacing("$SHOP_NAME", with: "$SETTING_DAYS"),
      to: "weather.sh")
    let result = try await fixture.run(
      "plugins", "test", fixture.folder.path,
      environment: ["SHOP_NAME": "Ana's", "SHOP_WEATHER_DAYS": "5"])
    #expect(result.code == .answered)
    #expect(result.errors.contains("here is 5\n"))
  }

  @Test func `nothing is written into the folder of a plug-in named data`() async throws {
    try fixture.write(
      PluginDevelopmentFixture.manifest.replacing(#""weather""#, with: #""data""#),
      to: "plugin.json")
    let result = try await fixture.run("plugins", "test", fixture.folder.path)
    #expect(result.output.hasPrefix("✓ data: weather, storm\n"))
    let files = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path)
    #expect(files.sorted() == ["plugin.json", "weather.sh"])
  }
}
