import Console
import Documents
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Scenes
import TestSupport
import Testing

@testable import Plugins

/// What a plug-in adds to the screens of an app.
@MainActor
@Suite(.enabled(if: PluginFixture.python != nil, "needs python3"), .timeLimit(.minutes(15)))
struct PluginScreenTests {
  struct Port: Codable, Equatable, Sendable {
    let name: String
    let ships: Int?
  }

  private static let script = """
    def call(name, arguments):
        if name == "fail":
            return {"isError": True, **text("no weather")}
        if name == "units":
            return text(os.environ["SETTING_UNITS"] + " " + os.environ["SETTING_MAX_DAYS"])
        if name == "long":
            return text("a line\\n" * 1000)
        if name == "many":
            return {"structuredContent": {"result": [{"day": "Mon", "high": 1}, {"day": "Tue", "high": 2}]}}
        return text(name + " " + json.dumps(arguments, sort_keys=True))

    serve([], call)
    """

  private static func tool(_ name: String, _ input: String = "{}") -> PluginTool {
    PluginTool(name: name, description: "About \(name)", inputSchema: input, outputSchema: nil)
  }

  private static let remind = tool(
    "remind",
    #"""
    {"properties": {"about": {"type": "string", "description": "what it is about"},
      "minutes": {"type": "integer", "minimum": 1, "maximum": 60, "default": 10}},
     "required": ["about"]}
    """#)

  private func harness(_ members: String, _ tools: [PluginTool]) async throws -> (
    ModuleHarness, ModuleDescriptor
  ) {
    let fixture = try PluginFixture(Self.script, tools: tools, manifest: .manifest(members))
    return (try await ModuleHarness(fixture.descriptor), fixture.descriptor)
  }

  /// A scene with rows of the slot `port`, to which the plug-in adds.
  private func scene(_ harness: ModuleHarness, _ module: ModuleDescriptor) -> ListScene {
    let ports = ListSection(
      "ports", id: \Port.name, layout: .table(.init { "\($0.name)" })
    ) { _ in ListPage([Port(name: "Porto", ships: 3), Port(name: "Faro", ships: nil)]) }
    ports.slot = RowSlot("port", Port.self)
    ports.detail = { port in
      .scene(
        ListScene(
          "Port",
          [
            ListSection("port", id: \Port.name, layout: .detail { _ in "It is a port." }) { _ in
              ListPage([port])
            }
          ]))
    }
    let scene = ListScene("Ports", [ports])
    scene.environment.rows = RowContributions(
      actions: module.contributions(of: RowActionDescription.self),
      details: module.contributions(of: RowDetailDescription.self), reservedKeys: [],
      through: harness.mediator)
    return scene
  }

  @Test func `a tool is an action of rows, and a form asks for what they do not give`() async throws
  {
    let (harness, module) = try await harness(
      #"""
      , "actions": [
        {"on": "port", "tool": "remind", "label": "Remind me", "shortcut": "m",
         "arguments": {"about": "name", "minutes": "ships"}},
        {"on": "port", "tool": "remind", "label": "Count", "arguments": {"minutes": "ships"}}]
      """#, [Self.remind])
    let tester = await SceneTester(scene(harness, module))
    #expect(try tester.actions(on: "Porto") == ["⏎ open", "m Remind me", "c Count"])
    #expect(
      try await tester.press("m", on: "Porto") == #"remind {"about": "Porto", "minutes": 3}"#)
    #expect(try await tester.press("m", on: "Faro") == #"remind {"about": "Faro"}"#)
    let message = try await tester.press("c", on: "Porto", filling: ["about": "ice"])
    #expect(message == #"remind {"about": "ice", "minutes": 3}"#)
    await #expect(throws: SceneTesterError.self) {
      try await tester.press("c", on: "Faro", filling: ["about": "ice", "minutes": "61"])
    }
    await harness.stop()
  }

  @Test func `the result of a tool is a detail of rows`() async throws {
    let (harness, module) = try await harness(
      #"""
      , "details": [{"on": "port", "tool": "remind", "title": "Weather",
                     "arguments": {"about": "name"}},
                    {"on": "port", "tool": "fail", "title": "Ice"}]
      """#, [Self.remind, Self.tool("fail")])
    let tester = await SceneTester(scene(harness, module))
    try await tester.choose("Porto")
    #expect(
      tester.text() == """
        It is a port.

        Weather
        remind {"about": "Porto"}

        Ice
        'fail' of the plug-in 'weather' failed: no weather
        """, "\(tester.text())")
    await harness.stop()
  }

  @Test func `the first screen shows the result of a tool, or its rows`() async throws {
    let tools = [
      Self.tool("today"), Self.tool("long"),
      PluginTool(
        name: "many", description: "", inputSchema: "{}",
        outputSchema: PluginTool.stored.outputSchema),
    ]
    for (tool, text) in [("today", "today {}"), ("many", "Tue"), ("long", "a line")] {
      let (harness, module) = try await harness(
        #", "widget": {"tool": "\#(tool)", "title": "Today"}, "lists": [{"tool": "many", "title": "day"}]"#,
        tools)
      let widget = try #require(
        module.contributions(of: WidgetDescription.self).first)
      let section = widget.makeSection(.init(mediator: harness.mediator) { Date() })
      #expect(section.title == "Today")
      let tester = await SceneTester(ListScene("Home", [section]))
      #expect(tester.text().contains(text), "\(tester.text())")
      #expect(tester.text().split(separator: "\n").count <= 8)
      await harness.stop()
    }
  }

  @Test func `a person calls every tool from a scene, whose forms say what is accepted`()
    async throws
  {
    let tools = [
      Self.remind, Self.tool("today"),
      Self.tool(
        "odd",
        #"""
        {"properties": {"names": {"type": "array", "items": {"type": "string"}},
          "unit": {"enum": ["C", "F"]}, "map": {"type": "object"}, "now": {"type": "boolean"}},
         "required": ["names", "unit", "map"]}
        """#),
    ]
    let (harness, module) = try await harness("", tools)
    let description = try #require(
      module.contributions(of: SceneDescription.self).first)
    let scene = try description.makeScene(harness.mediator)
    let tester = await SceneTester(scene)
    #expect(
      tester.text() == """
        Weather: remind  About remind
        Weather: today   About today
        Weather: odd     About odd
        """, "\(tester.text())")
    try await tester.choose("today")
    #expect(tester.text() == "today {}")
    scene.pop()
    try await tester.choose("remind")
    await tester.scene.open()
    #expect(
      tester.text(columns: 120) == """
        about    what it is about
        minutes  at least 1 and at most 60 (default: 10)

        Call
        """, "\(tester.text(columns: 120))")
    let form = try #require(tester.scene.form)
    form.setValue(FieldValue("90"), of: "minutes")
    await form.submit()
    #expect(
      form.fields.map { $0.error.map { "\($0)" } } == [
        "'about' is missing; enter what it is about",
        "bad value for 'minutes': expected at least 1 and at most 60, not '90'",
      ])
    scene.pop()
    try await tester.choose("odd")
    let odd = try #require(tester.scene.form)
    for (field, text) in [("names", "a, b"), ("map", #"{"x": 1}"#), ("unit", "F")] {
      odd.setValue(FieldValue(text), of: field)
    }
    await odd.submit()
    try await wait { tester.scene.title == "Weather: odd" && tester.scene.form == nil }
    await tester.scene.open()
    #expect(tester.text() == #"odd {"map": {"x": 1}, "names": ["a", "b"], "unit": "F"}"#)
    await harness.stop()
  }

  @Test func `the program gets its settings as variables`() async throws {
    let fixture = try PluginFixture(
      Self.script, tools: [Self.tool("units")],
      manifest: .manifest(
        #"""
        , "settings": [
          {"name": "units", "summary": "the units", "choices": ["C", "F"], "default": "C"},
          {"name": "max-days", "summary": "the days", "type": "number", "default": 3}]
        """#))
    let harness = try await ModuleHarness(fixture.descriptor, configuration: ["units": "F"])
    #expect(
      fixture.descriptor.contributions(of: Setting.self).map(\.name) == ["units", "max-days"])
    #expect(try await harness.call(action: "units").contains("F 3"))
    await harness.stop()
  }
}
