import Foundation
import ModuleTesting
import Platform
import TestSupport
import Testing

@testable import Plugins

@Suite struct PluginVariableTests {
  private static let manifest = #"""
    {"name": "weather", "summary": "Weather", "command": ["./weather.sh"],
     "env": [{"name": "WEATHER_KEY", "summary": "the key of your account", "secret": true},
             {"name": "UNITS", "summary": "metric or imperial", "default": "metric"},
             {"name": "PLACE", "summary": "where you are", "optional": true}]}
    """#
  private let fixture = PluginFolderFixture()
  private var plugins: PluginFolder { fixture.plugins }
  private var file: String { fixture.home.appending(path: "weather/variables.json").path }

  private func variables() throws -> PluginVariables {
    try plugins.variables(of: plugins.manifest(of: "weather"))
  }

  @Test func `a program gets what the person has given, and defaults`() throws {
    try fixture.install(Self.manifest)
    try plugins.setValue("a key", of: "WEATHER_KEY", of: "weather")
    #expect(try variables().values == ["WEATHER_KEY": "a key", "UNITS": "metric"])
    #expect(try variables().secrets == ["a key"])
    try plugins.setValue("imperial", of: "UNITS", of: "weather")
    try plugins.setValue("Porto", of: "PLACE", of: "weather")
    #expect(
      try variables().values
        == ["WEATHER_KEY": "a key", "UNITS": "imperial", "PLACE": "Porto"])
    try plugins.setValue(nil, of: "UNITS", of: "weather")
    #expect(try variables().values["UNITS"] == "metric")
  }

  @Test func `a plug-in that lacks a value does not start`() throws {
    try fixture.install(Self.manifest)
    let plugin = try fixture.trust()
    let error = PluginFileError.notConfigured("weather", variables: ["WEATHER_KEY"])
    #expect(throws: error) { try plugins.verify(plugin) }
    #expect(
      "\(error)" == "the plug-in 'weather' needs a value of 'WEATHER_KEY'; "
        + "run 'plugins configure weather'")
    try plugins.setValue("a key", of: "WEATHER_KEY", of: "weather")
    #expect(try plugins.verify(plugin).variables.values["WEATHER_KEY"] == "a key")
  }

  @Test func `only the current user can read the values, and their description shows none`() throws
  {
    try fixture.install(Self.manifest)
    try plugins.setValue("hidden", of: "WEATHER_KEY", of: "weather")
    let modes = [file, (file as NSString).deletingLastPathComponent].map {
      stat(at: $0).map { $0.st_mode & 0o777 }
    }
    #expect(modes == [0o600, 0o700])
    var dumped = ""
    dump(try variables(), to: &dumped)
    #expect(!"\(try variables()) \(dumped)".contains("hidden"))
  }

  @Test(arguments: [
    (
      variable: "WEATHER_KYE", value: "a",
      error: "the plug-in 'weather' has no variable 'WEATHER_KYE'; did you mean 'WEATHER_KEY'?"
    ),
    ("WEATHER_KEY", "", "the value of 'WEATHER_KEY' is empty; expected a text"),
    (
      "WEATHER_KEY", "a\nb",
      "the value of 'WEATHER_KEY' has characters that cannot be seen; expected one line"
    ),
    (
      "WEATHER_KEY", String(repeating: "a", count: 4097),
      "the value of 'WEATHER_KEY' has more than 4096 bytes; expected a shorter text"
    ),
  ])
  func `a value that cannot be given is refused`(
    variable: String, value: String, error: String
  ) throws {
    try fixture.install(Self.manifest)
    let thrown = #expect(throws: PluginFileError.self) {
      try plugins.setValue(value, of: variable, of: "weather")
    }
    #expect(thrown?.description == error)
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test(arguments: ["", "[]", #"{"WEATHER_KEY": 1}"#])
  func `a damaged file is reported and not replaced`(content: String) throws {
    try fixture.install(Self.manifest)
    try fixture.write(
      ["variables.json": content], in: fixture.home.appending(path: "weather"), mode: 0o600)
    for body in [{ _ = try variables() }, { try set("a") }] {
      let error = #expect(throws: PluginFileError.self) { try body() }
      #expect(
        error?.description == "cannot read the variables of 'weather' in '\(file)': "
          + "it is not what was written; remove it, and run 'plugins configure weather'")
    }
    #expect(try String(contentsOfFile: file, encoding: .utf8) == content)
  }

  private func set(_ value: String) throws {
    try plugins.setValue(value, of: "WEATHER_KEY", of: "weather")
  }

  @Test func `values that other users may write are not used`() throws {
    try fixture.install(Self.manifest)
    try set("a key")
    chmod(file, 0o622)
    let error = #expect(throws: PluginFileError.self) { try variables() }
    #expect(error?.description.contains("other users may write '\(file)'") == true)
  }

  @Test func `a variable that a new version no longer expects is forgotten`() throws {
    try fixture.install(Self.manifest)
    try set("a key")
    try plugins.setValue("Porto", of: "PLACE", of: "weather")
    try fixture.install(Self.manifest.replacing("PLACE", with: "CITY"))
    #expect(try variables().values["PLACE"] == nil)
    try plugins.setValue("Lisboa", of: "CITY", of: "weather")
    #expect(try plugins.values(of: "weather").keys.sorted() == ["CITY", "WEATHER_KEY"])
  }

  @Test func `a plug-in is removed with its values`() throws {
    try fixture.install(Self.manifest)
    try set("a key")
    try plugins.remove("weather")
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test(arguments: [
    (text: "401 for s3cret", shown: "401 for …"), ("s3crets3cret", "……"), ("nothing", "nothing"),
  ])
  func `a text is shown without secrets`(text: String, shown: String) {
    #expect(text.hiding(["s3cret", "not"]) == shown)
  }
}
