import Foundation
import Mediator
import ModuleTesting
import Testing

@testable import Plugins

@Suite struct PluginManifestTests {
  private let fixture = PluginFolderFixture()

  private func read(_ json: String) throws -> PluginManifest {
    try fixture.install(json)
    return try fixture.plugins.manifest(of: "weather")
  }

  @Test func `a manifest needs a name, a summary and a command`() throws {
    let manifest = try read(PluginFolderFixture.weather)
    #expect(manifest.command == ["./weather.sh"])
    #expect(manifest.calls == nil)
  }

  @Test func `a manifest says what it calls, follows, offers and shows`() throws {
    let manifest = try read(
      #"""
      {"name": "weather", "summary": "Weather", "command": ["python3", "weather.py"],
       "calls": ["data-source/city"], "follows": {"CityChanged": "refresh"}, "remote": ["day"],
       "lists": [{"tool": "days", "title": "day", "detail": "text"}]}
      """#)
    #expect(manifest.calls == ["data-source/city"])
    #expect(
      manifest.namedTools.map { "\($0.tool) \($0.key)" } == [
        "refresh follows", "day remote", "days lists",
      ])
  }

  @Test(arguments: [
    (json: "{", reason: "expected a JSON object, in which each name occurs once"),
    ("[]", "expected a JSON object, in which each name occurs once"),
    (
      #"{"name": "weather", "name": "weather"}"#,
      "expected a JSON object, in which each name occurs once"
    ),
    (#"{"name": "weather"}"#, "'summary': a value is missing"),
    (#"{"nmae": "weather"}"#, "'nmae' is no key of a plug-in; did you mean 'name'?"),
    (
      #"{"zzzzzzzz": 1}"#,
      "'zzzzzzzz' is no key of a plug-in; the keys are name, summary, command, calls, follows, "
        + "remote, lists, settings, widget, actions, details, env, version, requires"
    ),
    (
      #"{"name": "weather", "summary": "W", "command": "./weather.sh"}"#,
      "'command': expected a list"
    ),
    (
      #"{"name": "weather", "summary": "W", "command": []}"#,
      "expected a program as the first element of 'command', such as './weather.py'"
    ),
    (
      #"{"name": "weather", "summary": "W", "command": [""]}"#,
      "expected a program as the first element of 'command', such as './weather.py'"
    ),
    (
      #"{"name": "weather", "summary": "W", "command": ["a", "b\u0000"]}"#,
      "expected at most 64 texts of at most 4096 bytes as 'command'"
    ),
    (
      #"{"name": "weather", "summary": "a\u001b[2J", "command": ["a"]}"#,
      "expected a line of at most 200 visible characters as 'summary'"
    ),
    (
      #"{"name": "../up", "summary": "W", "command": ["a"]}"#,
      "the name '../up' is not in kebab case; expected one such as 'bus-times'"
    ),
    (
      #"{"name": "Weather", "summary": "W", "command": ["a"]}"#,
      "the name 'Weather' is not in kebab case; expected one such as 'bus-times'"
    ),
    (
      #"{"name": "weather", "summary": "W", "command": ["a"], "calls": ["city"]}"#,
      "'city' under 'calls' is no action; expected one such as 'news/list'"
    ),
    (
      #"{"name": "weather", "summary": "W", "command": ["a"], "follows": {"a-b": "a"}}"#,
      "'a-b' under 'follows' is no event; expected a type such as 'BookmarksChanged'"
    ),
    (
      #"{"name": "weather", "summary": "W", "command": ["a"], "remote": [""]}"#,
      "'' under 'remote' is no tool; expected its name, of at most 128 bytes"
    ),
    (
      #"{"name": "weather", "summary": "W", "command": ["a"], "lists": [{"tool": "a", "tilte": "b"}]}"#,
      "'tilte' is no key of an element of 'lists'; did you mean 'title'?"
    ),
    (
      #"{"name": "weather", "summary": "W", "command": ["a"], "env": [{"name": "A=B", "summary": "a"}]}"#,
      "'A=B' under 'env' is no variable; expected a name such as 'WEATHER_KEY'"
    ),
    (
      #"{"name": "weather", "summary": "W", "command": ["a"], "env": [{"name": "2A", "summary": "a"}]}"#,
      "'2A' under 'env' is no variable; expected a name such as 'WEATHER_KEY'"
    ),
    (
      #"{"name": "weather", "summary": "W", "command": ["a"], "env": [{"name": "A", "summary": ""}]}"#,
      "expected a line of at most 200 visible characters as 'summary' of 'A'"
    ),
    (
      #"{"name": "weather", "summary": "W", "command": ["a"], "env": [{"name": "A", "sumary": "a"}]}"#,
      "'sumary' is no key of an element of 'env'; did you mean 'summary'?"
    ),
    (
      #"{"name": "weather", "summary": "W", "command": ["a"], "env": [{"name": "A", "summary": "a", "default": "a\nb"}]}"#,
      "the default of 'A' has characters that cannot be seen; expected one line"
    ),
    (
      #"{"name": "weather", "summary": "W", "command": ["a"], "env": [{"name": "A", "summary": "a"}, {"name": "A", "summary": "b"}]}"#,
      "'A' is twice under 'env'; give each variable once"
    ),
    (
      #"{"name": "weather", "summary": "W", "command": ["a"], "settings": [{"name": "A", "summary": "a", "default": ""}]}"#,
      "'A' under 'settings' is not in kebab case; expected one such as 'page-size'"
    ),
    (
      #"{"name": "weather", "summary": "W", "command": ["a"], "settings": [{"name": "a", "summary": "a", "choices": ["b"], "default": "c"}]}"#,
      "the default of 'a' is not accepted; expected one of b; did you mean 'b'?"
    ),
    (
      #"{"name": "weather", "summary": "W", "command": ["a"], "settings": [{"name": "a", "summary": "a", "type": "number", "minimum": 2, "maximum": 1, "default": 1}]}"#,
      "the minimum of 'a' is greater than its maximum; swap them"
    ),
    (
      #"{"name": "weather", "summary": "W", "command": ["a"], "settings": [{"name": "a", "summary": "a", "type": "number", "minimum": 2000000, "default": 2000000}]}"#,
      "the minimum of 'a' is greater than 1000000, which is the maximum unless 'maximum' is given; give it"
    ),
    (
      #"{"name": "weather", "summary": "W", "command": ["a"], "settings": [{"name": "a", "summary": "a", "type": "number", "maximum": -1, "default": -2}]}"#,
      "the maximum of 'a' is less than 0, which is the minimum unless 'minimum' is given; give it"
    ),
    (
      #"{"name": "weather", "summary": "W", "command": ["a"], "settings": [{"name": "a", "summary": "a", "maximum": 1, "default": "1"}]}"#,
      "'a' has limits, but is no number; remove them, or give it the type 'number'"
    ),
    (
      #"{"name": "weather", "summary": "W", "command": ["a"], "settings": [{"name": "a", "summary": "a", "default": []}]}"#,
      "expected a line of at most 200 visible characters, a number or a boolean as 'default' of 'a'"
    ),
    (
      #"{"name": "weather", "summary": "W", "command": ["a"], "settings": [{"name": "a-b", "summary": "a", "default": ""}, {"name": "a-b", "summary": "a", "default": ""}]}"#,
      "'a-b' under 'settings' has the variable 'SETTING_A_B' of another setting or of 'env'; rename one of them"
    ),
    (
      #"{"name": "weather", "summary": "W", "command": ["a"], "widget": {"tool": "a", "titel": "b"}}"#,
      "'titel' is no key of 'widget'; did you mean 'title'?"
    ),
    (
      #"{"name": "weather", "summary": "W", "command": ["a"], "widget": {"tool": "a", "title": "b\u001b[2J"}}"#,
      "expected a line of at most 40 visible characters as 'title' of 'widget'"
    ),
    (
      #"{"name": "weather", "summary": "W", "command": ["a"], "actions": [{"on": "Trip", "tool": "a", "label": "b"}]}"#,
      "'Trip' under 'actions' is no type of rows; expected one such as 'order'"
    ),
    (
      #"{"name": "weather", "summary": "W", "command": ["a"], "actions": [{"on": "trip", "tool": "a", "label": "b", "shortcut": "ab"}]}"#,
      "'ab' under 'actions' is no shortcut; expected one character, such as 'm'"
    ),
    (
      #"{"name": "weather", "summary": "W", "command": ["a"], "actions": [{"on": "trip", "tool": "a", "label": "b", "arguments": {"a": ""}}]}"#,
      "'' under 'actions' is no member of a row; expected a path such as 'trip.name'"
    ),
    (
      #"{"name": "weather", "summary": "W", "command": ["a"], "details": [{"on": "trip", "tool": "a", "title": " "}]}"#,
      "expected a line of at most 40 visible characters as 'title' under 'details'"
    ),
    (
      #"{"name": "weather", "summary": "W", "command": ["a"], "details": [{"on": "trip", "tool": "", "title": "b"}]}"#,
      "'' under 'details' is no tool; expected its name, of at most 128 bytes"
    ),
    (
      #"{"name": "weather", "summary": "W", "command": ["a"], "actions": [{"on": "trip", "tool": "a", "label": "\#(String(repeating: "a", count: 41))"}]}"#,
      "expected a line of at most 40 visible characters as 'label' under 'actions'"
    ),
    (
      #"{"name": "weather", "summary": "W", "command": ["a"], "actions": [\#(Array(repeating: #"{"on": "trip", "tool": "a", "label": "b"}"#, count: 1000).joined(separator: ","))]}"#,
      "expected at most 20 elements as 'actions'"
    ),
    (
      #"{"name": "weather", "summary": "\#(String(repeating: #"\u0301"#, count: 31))", "command": ["a"]}"#,
      "it has more than 30 combining characters in a row; remove some"
    ),
    (
      #"{"name": "rain", "summary": "W", "command": ["a"]}"#,
      "'name' is 'rain', but the folder is 'weather'; give both the same name"
    ),
  ])
  func `a manifest that says something else is refused with the reason`(
    json: String, reason: String
  ) throws {
    let path = fixture.plugins.folder(of: "weather").appending(path: "plugin.json").path
    #expect(throws: PluginFileError.badManifest(path, reason: reason)) { try read(json) }
  }

  @Test func `a manifest that is too large, a link or a pipe is refused without waiting`() throws {
    let folder = try fixture.install()
    let path = folder.appending(path: "plugin.json").path
    try Data(repeating: 0x20, count: 65537).write(to: URL(filePath: path))
    #expect(throws: PluginFileError.badManifest(path, reason: "it has more than 65536 bytes")) {
      try fixture.plugins.manifest(of: "weather")
    }
    unlink(path)
    symlink("weather.sh", path)
    #expect(throws: PluginFileError.badManifest(path, reason: "it is a link; copy the file")) {
      try fixture.plugins.manifest(of: "weather")
    }
    unlink(path)
    mkfifo(path, 0o600)
    #expect(throws: PluginFileError.badManifest(path, reason: "it is not a regular file")) {
      try fixture.plugins.manifest(of: "weather")
    }
    unlink(path)
    #expect(
      throws: PluginFileError.badManifest(path, reason: "there is no such file; write one")
    ) { try fixture.plugins.manifest(of: "weather") }
  }

  @Test(arguments: [
    (name: "weather", isValid: true), ("bus-times", true), ("mp3", true), ("a-bc", true),
    ("bus-2", false), ("a-b", false), ("-a", false), ("a-", false), ("a--b", false), ("", false),
    ("bus_times", false), ("übung", false), (String(repeating: "a", count: 41), false),
  ])
  func `the name of a plug-in is that of its target`(name: String, isValid: Bool) {
    #expect(name.isPluginName == isValid)
  }
}
