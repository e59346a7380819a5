import Foundation
import ModuleTesting
import Testing

@testable import Plugins

@Suite struct PluginSearchIndexTests {
  private static let source =
    "https://example.org/weather.tar.gz#sha256=\(String(repeating: "0f", count: 32))"

  private func entry(_ name: String = "weather", _ members: String = "") -> String {
    #"{"name": "\#(name)", "summary": "Weather at a place", "version": "1.4.2", "#
      + #""source": "\#(Self.source)"\#(members)}"#
  }

  private func index(
    _ entries: String..., location: String = "https://example.org/index.json"
  ) throws -> PluginSearchIndex {
    try PluginSearchIndex(
      Data(#"{"plugins": [\#(entries.joined(separator: ","))]}"#.utf8), from: location)
  }

  @Test(arguments: [
    ([], ["rain", "weather"]), (["WEATHER"], ["rain", "weather"]), (["umbrella"], ["rain"]),
    (["place", "rain"], ["rain"]), (["snow"], []),
  ])
  func `words are searched in names, summaries and tags`(
    words: [String], names: [String]
  ) throws {
    let index = try index(
      entry(), entry("rain", #", "tags": ["Umbrella"], "later": {"a": 1}"#))
    #expect(index.entries(matching: words).map(\.name) == names)
  }

  @Test func `a name without an entry is an error with a suggestion`() throws {
    let error = #expect(throws: PluginFileError.self) {
      try index(entry()).entry(named: "wether")
    }
    #expect(
      error?.description == "the index 'https://example.org/index.json' has no plug-in 'wether'; "
        + "did you mean 'weather'?")
  }

  @Test(
    arguments: [
      ("[]", "expected a JSON object"), ("{", "expected a JSON object"),
      (
        #"{"plugins": [], "plugins": []}"#, "expected a JSON object, in which each name occurs once"
      ),
      ("{}", "plugins"), (#"{"plugins": [{"name": "a"}]}"#, "summary"),
      (String(repeating: "[", count: 99_999), "expected a JSON object"),
      (
        #"{"plugins": [], "a": \#(String(repeating: "[", count: 999) + String(repeating: "]", count: 999))}"#,
        "expected a JSON object"
      ),
      (String(repeating: " ", count: PluginSearchIndex.maximumSize + 1), "more than 4 MB"),
    ])
  func `what is no index is refused`(json: String, reason: String) {
    let error = #expect(throws: PluginFileError.self) {
      try PluginSearchIndex(Data(json.utf8), from: "index.json")
    }
    #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
    #expect(error?.description.hasSuffix("; tell its author") == true)
  }

  @Test(
    arguments: [
      (#""name": "weather""#, #""name": "Weather\u001b[2J""#, "no name in kebab case"),
      (#""name": "weather""#, #""name": "../a""#, "no name in kebab case"),
      ("Weather at a place", "a\\u001b[2J", "no 'summary'"),
      ("Weather at a place", "", "no 'summary'"),
      ("1.4.2", "newest", "no 'version'"),
      (#""version""#, #""requires": "new", "version""#, "no range"),
      (#""version""#, #""tags": ["a\n"], "version""#, "no 'tags'"),
      ("https://example.org", "https://ana:pa55@example.org", "no 'source'"),
      ("#sha256=", "#", "no 'source'"), (source, "../weather", "no 'source'"),
      (source, "git+https://example.org/a#v1", "no 'source'"),
      ("https://example.org", "", "a 'source' that is on this machine"),
    ])
  func `an entry that cannot be shown or fetched is refused`(
    part: String, replacement: String, reason: String
  ) {
    let error = #expect(throws: PluginFileError.self) {
      try index(entry().replacing(part, with: replacement))
    }
    #expect(
      error?.description.contains("in it has \(reason)") == true, "\(error?.description ?? "")")
    #expect(error?.description.contains("pa55") == false)
    #expect(error?.description.unicodeScalars.contains("\u{1B}") == false)
  }

  @Test func `a digest may have upper-case letters`() throws {
    let entry = entry().replacing("0f0f", with: "0F0f")
    #expect(try index(entry).entry(named: "weather").source.contains("0F0f"))
  }

  @Test func `a name that is listed twice is refused, and so are too many`() {
    #expect(throws: PluginFileError.self) { try index(entry(), entry()) }
    let many = (0...10_000).map { entry("a\($0)") }.joined(separator: ",")
    let error = #expect(throws: PluginFileError.self) { try index(many) }
    #expect(error?.description.contains("10000 plug-ins") == true)
  }

  @Test func `an index on this machine may name what is on it`() throws {
    let local = entry().replacing("https://example.org", with: "")
    #expect(try index(local, location: "/index.json").entries.count == 1)
  }

  @Test(arguments: [
    ("https://example.org/index.json", true), ("/plugins/index.json", true), ("", true),
    ("plugins/index.json", false), ("./index.json", false), ("~/index.json", false),
    ("file:///index.json", false), ("https://", false),
    ("http://example.org/index.json", false), ("https://ana:pa55@example.org/a", false),
    ("https://example.org/a?key=1", false),
  ])
  func `an index has an absolute path, or an address without secrets`(
    text: String, isLocation: Bool
  ) {
    #expect(PluginSearchIndex.isLocation(text) == isLocation)
  }

  @Test func `a file that cannot be read is an error`() {
    let error = #expect(throws: PluginFileError.self) {
      try PluginSearchIndex(fileAt: "/nowhere", from: "/nowhere")
    }
    #expect(error?.description.contains("check the setting 'plugins.index'") == true)
  }
}
