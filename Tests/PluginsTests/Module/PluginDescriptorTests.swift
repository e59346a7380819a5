import Console
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import TestSupport
import Testing

@testable import Plugins

@Suite(.timeLimit(.minutes(15))) struct PluginDescriptorTests {
  struct PlaceChanged: Event, Encodable {
    let place: String
    let secret: Int
  }

  struct DayBegan: Event, Encodable {
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(3)
    }
  }

  struct Hidden: Event {}

  @Test func `the manifest says what the plug-in offers`() throws {
    let members = #", "remote": ["forecast"], "follows": {"PlaceChanged": "echo", "Other": "echo"}"#
    let odd = PluginTool(
      name: "an odd\u{1B}[1m name", description: "", inputSchema: "{}", outputSchema: nil)
    let fixture = try PluginFixture(
      "", tools: [.echo, .forecast, odd], manifest: .manifest(members),
      events: [Hidden.self, PlaceChanged.self], deadlines: .standard)
    let manifest = fixture.descriptor.manifest
    #expect(manifest.name == "Weather")
    #expect(manifest.target == "weather")
    #expect(manifest.summary == "Weather at a place")
    #expect(
      manifest.answers.map(\.path) == [
        "weather/echo", "weather/forecast", "weather/an_odd_1m_name",
      ])
    #expect(manifest.answers.map(\.exposure) == [.local, .remote, .local])
    #expect(
      manifest.answers.map(\.summary) == [
        "Return the arguments", "Show the next days",
        "Call 'an odd name' of the plug-in 'weather'",
      ])
    #expect(manifest.follows.map { "\($0)" } == ["PlaceChanged"])
    #expect(manifest.deadlines?.start == .seconds(30))
    #expect(manifest.restarts == RestartIntensity(maximum: 3, within: .seconds(60)))
  }

  @Test func `two tools with the same command are a warning of doctor`() async throws {
    let tools = ["get_user", "getUser"].map {
      PluginTool(name: $0, description: "", inputSchema: "{}", outputSchema: nil)
    }
    let fixture = try PluginFixture("", tools: [.echo] + tools)
    let source = try #require(fixture.descriptor.contributions(of: WarningSource.self).first)
    #expect(
      try await source.warnings(Mediator()) == [
        "the tools 'getUser' and 'get_user' of the plug-in 'weather' would have the same command; "
          + "the second one is 'weather get-user-2'"
      ])
  }

  @Test func `a tool receives the parts of an event that it expects`() throws {
    let place = Schema.object(name: "", [Schema.Field("place", .text(nil))])
    let value = Schema.object(name: "", [Schema.Field("value", .integer)])
    func arguments(of event: any Event, _ schema: Schema) throws -> JSONValue {
      try PluginModule.arguments(of: event, for: schema)
    }
    let event = PlaceChanged(place: "Porto", secret: 1)
    #expect(try arguments(of: event, place) == .object(["place": .text("Porto")]))
    #expect(
      try arguments(of: event, .dictionary(.any))
        == .object(["place": .text("Porto"), "secret": .integer(1)]))
    #expect(try arguments(of: DayBegan(), value) == .object(["value": .integer(3)]))
    #expect(try arguments(of: Hidden(), .dictionary(.any)) == .object([:]))
    #expect(throws: DecodingError.self) { try arguments(of: Hidden(), place) }
  }

  @Test(.enabled(if: PluginFixture.python != nil, "needs python3"))
  func `an event calls a tool, which starts the plug-in`() async throws {
    let folder = TemporaryFolder()
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    let file = folder.url.appending(path: "arguments")
    let script = """
      def call(name, arguments):
          with open("\(file.path).new", "w") as file:
              json.dump([name, arguments], file)
          os.rename("\(file.path).new", "\(file.path)")
          return text("")

      serve([], call)
      """
    let fixture = try PluginFixture(
      script, tools: [.echo],
      manifest: .manifest(#", "follows": {"PlaceChanged": "echo"}"#), events: [PlaceChanged.self])
    let harness = try await ModuleHarness(fixture.descriptor)
    harness.mediator.publish(PlaceChanged(place: "Porto", secret: 1))
    try await wait { FileManager.default.fileExists(atPath: file.path) }
    #expect(
      try String(contentsOf: file, encoding: .utf8)
        == #"["echo", {"place": "Porto", "secret": 1}]"#)
    await harness.stop()
  }
}
