import Console
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Scenes
import TestSupport
import Testing

@testable import Plugins

@Suite(
  .highPriority, .enabled(if: PluginFixture.python != nil, "needs python3"),
  .timeLimit(.minutes(15)))
struct PluginCommandTests {
  private static let script = #"""
    def call(name, arguments):
        if name == "weather":
            return text("sunny\x1b[2J\nand warm at " + arguments.get("place", "home"))
        if name == "whole":
            return {"structuredContent": {"given": arguments, "list": [1, 2], "days": [{"day": "Mon"}]}}
        days = [{"day": "月曜日", "high": 21.5, "wind": "NW"}, {"day": "Tue", "high": 9}]
        return {"structuredContent": {"result": days[:arguments.get("max_days", 2)]}}

    serve([], call)
    """#

  private static let weather = PluginTool(
    name: "weather", description: "Tell the weather.",
    inputSchema: #"{"type":"object","properties":{"place":{"type":"string"}}}"#, outputSchema: nil)

  private static let whole = PluginTool(
    name: "whole", description: "",
    inputSchema: #"""
      {"type": "object", "properties": {
        "place": {"type": "string"}, "kind": {"enum": ["a", "b"]},
        "options": {"type": "object"}, "json": {"type": "string"}}, "required": ["place"]}
      """#, outputSchema: nil)

  private func harness(
    _ members: String = ""
  ) async throws -> (harness: ModuleHarness, module: ModuleDescriptor) {
    let fixture = try PluginFixture(
      Self.script, tools: [Self.weather, .forecast, Self.whole, .stored],
      manifest: .manifest(members))
    return (try await ModuleHarness(fixture.descriptor), fixture.descriptor)
  }

  @Test func `a text is shown as it is`() async throws {
    let (harness, _) = try await harness()
    #expect(try await harness.run("weather").text == "sunny\nand warm at home")
    #expect(
      try await harness.run("weather --place \"Vila do Conde\"").text
        == "sunny\nand warm at Vila do Conde")
    await harness.stop()
  }

  @Test func `a list of objects is a table`() async throws {
    let (harness, _) = try await harness()
    let answer = try await harness.run("weather forecast Porto")
    #expect(
      answer.text == """
        day     high  wind
        月曜日  21.5  NW
        Tue        9
        """)
    #expect(
      try await harness.run("weather forecast Porto --max-days=1").text.contains("Tue") == false)
    #expect(String(decoding: answer.json, as: UTF8.self).hasPrefix(#"[{"day":"月曜日","high":21.5"#))
    await harness.stop()
  }

  @Test func `required options are marked, and numbers beyond their limits refused`() async throws {
    let tool = PluginTool(
      name: "trip", description: "Plan a trip.",
      inputSchema: #"""
        {"type": "object", "required": ["from", "to", "days", "sleeper"], "properties": {
          "from": {"type": "string"}, "to": {"type": "string"}, "sleeper": {"type": "boolean"},
          "days": {"type": "integer", "minimum": 1, "maximum": 7},
          "budget": {"type": "number", "minimum": 0.5}}}
        """#, outputSchema: nil)
    let fixture = try PluginFixture(Self.script, tools: [tool])
    let harness = try await ModuleHarness(fixture.descriptor)
    let arguments = try #require(fixture.descriptor.contributions(of: Command.self).first).arguments
    #expect(
      arguments.map { "\($0.name)\($0.isOptional ? "?" : ""): \($0.summary)" } == [
        "from: a text", "to: a text", "sleeper: true or false",
        "days: a whole number; at least 1 and at most 7", "budget?: a number; at least 0.5",
        "input?: all arguments as a JSON object",
        "output?: the new file for the image, the audio, the resource or the text of the answer",
      ])
    func run(_ days: Int, _ budget: Double) async throws {
      _ = try await harness.run(
        "weather trip --from=a --to=b --sleeper --days=\(days) --budget=\(budget)")
    }
    try await run(7, 0.5)
    for (days, budget, option, limits, number) in [
      (8, 0.5, "days", "at least 1 and at most 7", "8"),
      (0, 0.5, "days", "at least 1 and at most 7", "0"),
      (1, 0.25, "budget", "at least 0.5", "0.25"),
    ] {
      await #expect(
        throws: CommandLineError.badValue(
          "--\(option)", reason: "expected \(limits), not '\(number)'")
      ) { try await run(days, budget) }
      let error = await #expect(throws: ActionError.self) {
        try await harness.mediator.perform(
          target: "weather", action: "trip",
          parameters: [
            "from": "a", "to": "b", "sleeper": "true", "days": "\(days)", "budget": "\(budget)",
          ])
      }
      #expect(
        error?.error as? MediatorError
          == .badInput(
            path: "weather/trip", field: option, reason: "expected \(limits), not '\(number)'"))
    }
    await harness.stop()
  }

  @Test func `what no option can express is given as JSON`() async throws {
    let (harness, module) = try await harness()
    let text = try await harness.run(#"weather whole Porto --kind b"#).text
    #expect(
      text == """
          given  {"kind":"b","place":"Porto"}
          list   1, 2

        days
        day
        Mon
        """)
    let action = try #require(
      module.contributions(of: Command.self).first { $0.name == "weather whole" })
    func run(_ parameters: Parameters) async throws -> String {
      try await action.run(parameters, through: harness.mediator).text(on: Page(columns: 80))
    }
    let json = #"{"place":"Porto","options":{"a":1},"json":"x"}"#
    #expect(try await run(["--input": json]).contains(#""options":{"a":1}"#))
    await #expect(
      throws: CommandLineError.badValue(
        "--input", reason: "it contains all arguments; remove the others")
    ) { try await run(["--input": json, "place": "Porto"]) }
    await #expect(
      throws: CommandLineError.badValue("--input", reason: "'place': a value is missing")
    ) { try await run(["--input": "{}"]) }
    await #expect(throws: CommandLineError.badValue("place", reason: "a value is missing")) {
      try await run([:])
    }
    await harness.stop()
  }

  @Test func `schemas become arguments and help`() async throws {
    let (harness, module) = try await harness()
    let forecast = try #require(
      module.contributions(of: Command.self).first { $0.name == "weather forecast" })
    #expect(forecast.summary == "Show the next days")
    #expect(
      forecast.arguments.map { "\($0.kind) \($0.name) \($0.field): \($0.summary)" } == [
        "positional place place: the name of the place",
        "option max-days max_days: a whole number; default 2", "flag rain rain: true or false",
        "option units units: one of metric, imperial",
        "option input --input: all arguments as a JSON object",
        "option output --output: \(PluginArguments.output.summary)",
      ])
    #expect(forecast.examples == ["weather forecast Porto"])
    await harness.checkExamples()
    let whole = try #require(
      module.contributions(of: Command.self).first { $0.name == "weather whole" })
    #expect(whole.arguments.map(\.name) == ["place", "kind", "param-json", "input", "output"])
    #expect(whole.arguments.first?.isOptional == false)
    #expect(whole.summary == "Call 'whole' of the plug-in 'weather'")
    #expect(whole.examples == [])
    await #expect(throws: CommandLineError.self) { try await harness.run("weather forecast") }
    await #expect(
      throws: CommandLineError.badValue(
        "--max-days", reason: "expected a whole number, not 'x'")
    ) { try await harness.run("weather forecast Porto --max-days x") }
    await harness.stop()
  }

  @Test func `a number beyond its limits is refused in the JSON of all arguments, too`() throws {
    let arguments = PluginArguments(
      ToolSchemas(
        PluginTool(
          name: "a", description: "",
          inputSchema: #"""
            {"type": "object", "properties": {
              "days": {"type": "integer", "minimum": 1}, "filter": {"type": "object"}}}
            """#, outputSchema: nil)))
    let invocation = Invocation(
      parameters: ["--input": #"{"days":0}"#], mediator: Mediator(),
      progress: ProgressReporter { _, _ in })
    #expect(
      throws: CommandLineError.badValue(
        "--input", reason: "'days': expected at least 1, not '0'")
    ) {
      try arguments.input(
        invocation,
        of: Action(target: "weather", name: "json-\(UUID())", input: .any, output: .any),
        "weather a")
    }
  }

  @Test func `a tool with required JSON says so`() throws {
    let form = ToolSchemas(
      PluginTool(
        name: "a", description: "",
        inputSchema: #"{"type":"object","properties":{"x":{"type":"object"}},"required":["x"]}"#,
        outputSchema: nil))
    let arguments = PluginArguments(form)
    #expect(arguments.all.map(\.name) == ["input", "output"])
    #expect(arguments.example == nil)
    let invocation = Invocation(
      parameters: [:], mediator: Mediator(), progress: ProgressReporter { _, _ in })
    #expect(
      throws: CommandLineError.missingArgument("--input", usage: "weather a --input='{…}'")
    ) {
      try arguments.input(
        invocation,
        of: Action(target: "weather", name: "json-\(UUID())", input: .any, output: .any),
        "weather a")
    }
  }

  @Test func `a field cannot take the place of the options of every tool`() {
    let form = ToolSchemas(
      PluginTool(
        name: "a", description: "",
        inputSchema:
          #"{"properties": {"--input": {"type": "string"}, "--output": {"type": "string"}}}"#,
        outputSchema: nil))
    let arguments = PluginArguments(form).all
    #expect(arguments.map(\.typed) == ["--input", "--output"])
    #expect(Set(arguments.map(\.field)).count == 2)
  }

  @Test func `more than two required fields are options`() {
    let form = ToolSchemas(
      PluginTool(
        name: "a", description: "",
        inputSchema: #"""
          {"properties": {"aB": {"type": "integer", "default": 1}, "b": {"const": "x y"},
            "c": {"type": "string", "examples": ["z"]}}, "required": ["aB", "b", "c"]}
          """#, outputSchema: nil))
    let arguments = PluginArguments(form)
    #expect(arguments.all.map(\.kind) == [.option, .option, .option, .option, .option])
    #expect(arguments.example == #" --a-b=1 --b="x y" --c=z"#)
  }

  @Test(arguments: [
    ("[]", 0), (#"{"days": []}"#, 0), (#"{"days": [{"a": 1}, {"a": 2}], "more": [], "b": 1}"#, 2),
    ("3", nil), ("{}", nil), ("[1]", nil), (#"{"a": [{"b": 1}], "c": [{"d": 1}]}"#, nil),
  ])
  func `only a list of objects, alone or in an object, has rows`(json: String, count: Int?) throws {
    let output = try JSON.decode(JSONValue.self, from: Data(json.utf8))
    #expect(PluginRow.rows(of: output)?.count == count)
  }

  @Test @MainActor func `a tool without a list is a scene with an error`() async throws {
    let (harness, module) = try await harness(#", "lists": [{"tool": "weather"}]"#)
    let scene = try #require(
      module.contributions(of: SceneDescription.self).first { $0.title == "Weather" })
    let tester = try await SceneTester(scene.makeScene(harness.mediator))
    #expect(tester.text().contains("'weather' gave no list"), "\(tester.text())")
    await harness.stop()
  }

  @Test @MainActor func `a tool that lists objects is a scene`() async throws {
    let (harness, module) = try await harness(
      #", "lists": [{"tool": "stored", "title": "day", "detail": "wind"}, {"tool": "forecast"}]"#)
    let scenes = module.contributions(of: SceneDescription.self)
    #expect(scenes.map(\.title) == ["Weather: stored", "Weather"])
    let tester = await SceneTester(try #require(scenes.first).makeScene(harness.mediator))
    #expect(
      tester.text() == """
        day     wind
        月曜日  NW
        Tue
        """)
    try await tester.choose("1")
    #expect(tester.text().contains("high  21.5"))
    await harness.stop()
  }
}
