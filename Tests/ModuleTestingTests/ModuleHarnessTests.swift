import Console
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Testing

private enum Weather: Interface {
  static let today = Action<Empty, String>(Weather.self, "today")
  static let tomorrow = Action<Empty, String>(Weather.self, "tomorrow")
}

private enum Chart: Interface {
  static let draw = Action<Empty, Empty>(Chart.self, "draw")
}

private struct ForecastGiven: Event, Equatable {
  let text: String
}

private enum Forecast: Interface {
  static let give = Action<Empty, String>(Forecast.self, "give")
  /// Not in the manifest.
  static let forget = Action<Empty, Empty>(Forecast.self, "forget")
}

/// Returns and publishes the forecast, and implements a hook.
private struct ForecastModule: Module, BackgroundHandler {
  static let manifest = Manifest(
    Forecast.self, summary: "", requires: [Weather.self], answers: [Forecast.give],
    publishes: [ForecastGiven.self])
  let mediator: Mediator

  init(context: ModuleContext) { mediator = context.mediator }
  func connect(_ connection: Connection) {
    connection.answer(Forecast.give) { [mediator] _ in
      let text = try await mediator.perform(Weather.tomorrow)
      mediator.publish(ForecastGiven(text: text))
      return text
    }
  }
  func didEnterBackground() async throws { mediator.publish(ForecastGiven(text: "in background")) }
}

/// What a module contributes to the list of places, which the action returns.
private struct Place: Contribution {
  let name: String
}

private enum Places: Interface {
  static let list = Action<Empty, [String]>(Places.self, "list")
}

private struct PlacesModule: ModuleLifecycle {
  static let descriptor = ModuleDescriptor(
    Manifest(Places.self, summary: "", requires: [Weather.self], answers: [Places.list]),
    contributions: [Place(name: "Own"), Setting("maximum-days", "", default: "1")]
  ) { PlacesModule(context: $0) }

  let context: ModuleContext

  func connect(_ connection: Connection) {
    connection.answer(Places.list) { [context] _ in
      context.modules.flatMap { $0.contributions(of: Place.self) }.map(\.name)
    }
  }
}

/// Returns the path of its data folder and its settings.
private struct WeatherModule: ModuleLifecycle {
  static let descriptor = ModuleDescriptor(
    Manifest(Weather.self, summary: "", answers: [Weather.today, Weather.tomorrow]),
    contributions: [Place(name: "Lighthouse")]
  ) { WeatherModule(context: $0) }

  let context: ModuleContext

  func connect(_ connection: Connection) {
    connection.answer(Weather.today) { [context] _ in context.folder.path }
    connection.answer(Weather.tomorrow) { [context] _ in "\(context.configuration.values)" }
  }
}

/// Returns its setting, and publishes an event that its manifest lists or does not list. It has the
/// name of this target, because a publication carries that of the file's target.
private struct DaysModule: ModuleLifecycle {
  struct Configuration: Decodable {
    let maximumDays: Int
    let unit: String
  }

  enum ModuleTestingTests: Interface {
    static let count = Action<Empty, String>(ModuleTestingTests.self, "count")
  }

  static func descriptor(publishes: [any Event.Type] = []) -> ModuleDescriptor {
    ModuleDescriptor(
      Manifest(
        ModuleTestingTests.self, summary: "", answers: [ModuleTestingTests.count],
        publishes: publishes),
      contributions: [
        Setting("maximum-days", "", default: "3", accepts: .number(1...7)),
        Setting("unit", "", default: "day"),
      ]
    ) { DaysModule(context: $0) }
  }

  let context: ModuleContext

  func connect(_ connection: Connection) {
    connection.answer(ModuleTestingTests.count) { [context] _ in
      context.mediator.publish(ForecastGiven(text: "sun"))
      let configuration = try context.configuration.decode(Configuration.self)
      return "\(configuration.maximumDays) \(configuration.unit)"
    }
  }
}

@Suite(.timeLimit(.minutes(15))) struct ModuleHarnessTests {
  @Test func `a module can call stubs, and its events are recorded`() async throws {
    let harness = try await ModuleHarness(ForecastModule.self)
    try harness.stub(Weather.tomorrow) { _ in "sun" }
    #expect(try await harness.mediator.perform(Forecast.give) == "sun")
    await harness.enterBackground()
    #expect(harness.published(ForecastGiven.self).map { $0.text } == ["sun", "in background"])
    #expect(harness.publishedTypes == ["ForecastGiven", "ForecastGiven"])
    #expect(await harness.stop().failures.isEmpty)
  }

  @Test func `a second stub of an action replaces the first`() async throws {
    let harness = try await ModuleHarness(ForecastModule.self)
    for text in ["sun", "rain"] {
      try harness.stub(Weather.tomorrow) { _ in text }
      #expect(try await harness.mediator.perform(Forecast.give) == text)
    }
  }

  @Test func `a module reads the contributions of others, which answer calls`() async throws {
    let harness = try await ModuleHarness(
      PlacesModule.descriptor, others: [WeatherModule.descriptor],
      configuration: ["maximumDays": "2"])
    let mediator = harness.mediator
    #expect(Set(try await mediator.perform(Places.list)) == ["Own", "Lighthouse"])
    #expect(try await mediator.perform(Weather.today) == harness.folder.path + "/weather")
    #expect(try await mediator.perform(Weather.tomorrow) == "[:]")
    #expect(harness.manager.records.map(\.state) == [.started, .started])
  }

  @Test(
    arguments: [
      ([:], 3, "day"), (["maximumDays": "5"], 5, "day"), (["unit": "week"], 3, "week"),
    ] as [(Parameters, Int, String)])
  func `a setting has its default unless the test gives another value`(
    _ configuration: Parameters, days: Int, unit: String
  ) async throws {
    let harness = try await ModuleHarness(
      DaysModule.descriptor(publishes: [ForecastGiven.self]), configuration: configuration)
    #expect(
      try await harness.mediator.perform(DaysModule.ModuleTestingTests.count) == "\(days) \(unit)")
  }

  @Test(
    arguments: [
      (
        ["maximumDays": "8"],
        "bad value '8' for the setting 'maximum-days'; expected a whole number"
      ),
      (
        ["maximum-days": "5"],
        "no setting with the field 'maximum-days'; did you mean 'maximumDays'?"
      ),
    ] as [(Parameters, String)])
  func `a value that the app would reject fails the test`(
    _ configuration: Parameters, problem: String
  ) async throws {
    let line = #_sourceLocation.line + 2
    try await withKnownIssue {
      _ = try await ModuleHarness(DaysModule.descriptor(), configuration: configuration)
    } matching: {
      $0.comments.contains { "\($0)".contains(problem) } && $0.sourceLocation?.line == line
    }
  }

  @Test func `a default that its setting does not accept fails the test`() async throws {
    let module = ModuleDescriptor(
      Manifest(Chart.self, summary: ""),
      contributions: [Setting("width", "", default: "1000", accepts: .number(0...240))]
    ) { PlacesModule(context: $0) }
    try await withKnownIssue {
      _ = try await ModuleHarness(module)
    } matching: {
      $0.comments.map(\.rawValue) == [
        "the setting 'width' has the default '1000', which is not accepted; expected a whole number "
          + "from 0 to 240"
      ]
    }
  }

  @Test func `a setting that the module reads but does not declare fails the test`() async throws {
    struct Heights: Decodable {
      let hieght: Int?
    }
    struct Widths: Decodable {
      let width: Int
    }
    let module = ModuleDescriptor(
      Manifest(Places.self, summary: "", answers: [Places.list]),
      contributions: [Setting("height", "", default: "3", accepts: .number(1...9))]
    ) { context in
      for _ in 1...2 { _ = try? context.configuration.decode([String: String].self) }
      let height = try context.configuration.decode(Heights.self).hieght
      #expect(height == nil)
      #expect(throws: DecodingError.self) { try context.configuration.decode(Widths.self) }
      return PlacesModule(context: context)
    }
    let harness = try await ModuleHarness(module)
    let problems = Recorder<String>()
    try await withKnownIssue {
      _ = try await harness.mediator.perform(Places.list)
    } matching: {
      problems.record($0.comments.map(\.rawValue).joined())
      return true
    }
    let remark = "but its contributions declare none"
    #expect(
      problems.values == [
        "Places reads the setting 'hieght', \(remark); did you mean 'height'?",
        "Places reads the setting 'width', \(remark); add a Setting",
      ])
  }

  @Test func `a remote action without a command and a summary fails the test`() async throws {
    enum Radio: Interface {
      static let listen = Action<Empty, Int>(Radio.self, "listen", .remote)
      static let tune = Action<Empty, Int>(Radio.self, "tune", .remote, summary: "Tune it")
      static let stop = Action<Empty, Int>(Radio.self, "stop", .remote)
    }
    let module = ModuleDescriptor(
      Manifest(Radio.self, summary: "", answers: [Radio.listen, Radio.tune, Radio.stop]),
      contributions: [Command("stop", "Stop it", calls: Radio.stop, examples: []) { "\($0)\($1)" }]
    ) { PlacesModule(context: $0) }
    try await withKnownIssue {
      _ = try await ModuleHarness(module)
    } matching: {
      $0.comments.map(\.rawValue) == [
        "other programs may call 'radio/listen', which has neither a command nor a summary; add "
          + "'summary:' to its declaration"
      ]
    }
  }

  @Test func `the settings of other modules have their defaults`() async throws {
    let harness = try await ModuleHarness(
      PlacesModule.descriptor,
      others: [WeatherModule.descriptor, DaysModule.descriptor(publishes: [ForecastGiven.self])],
      configuration: ["maximumDays": "5"])
    #expect(
      try await harness.mediator.perform(DaysModule.ModuleTestingTests.count) == "3 day")
  }

  @Test func `an event that the manifest does not list fails the test`() async throws {
    let line = #_sourceLocation.line + 1
    let harness = try await ModuleHarness(DaysModule.descriptor())
    let expected = "ModuleTestingTests publishes ForecastGiven; declare it under 'publishes'"
    try await withKnownIssue {
      _ = try await harness.mediator.perform(DaysModule.ModuleTestingTests.count)
    } matching: {
      $0.comments.map(\.rawValue) == [expected] && $0.sourceLocation?.line == line
    }
  }

  @Test
  func
    `a call without a stub fails the test and names the action, the caller and the stubs`()
    async throws
  {
    let harness = try await ModuleHarness(ForecastModule.self)
    try harness.mediator.answer(Chart.draw) { _ in Empty() }
    try harness.mediator.answer(Weather.today) { _ in "rain" }
    await withKnownIssue {
      await #expect(throws: MediatorError.self) {
        try await harness.mediator.perform(Forecast.give)
      }
    }
    let caller = "ModuleTestingTests/ModuleHarnessTests.swift"
    #expect(
      harness.unstubbedCalls == [
        "'weather/tomorrow', called by \(caller), has no stub; the stubs are 'weather/today', "
          + "'chart/draw'"
      ])
  }

  @Test func `an error that has no sentence for people fails the test`() async throws {
    struct Flood: Error {}
    let harness = try await ModuleHarness(ForecastModule.self)
    try harness.stub(Weather.tomorrow) { _ in throw Flood() }
    await withKnownIssue {
      await #expect(throws: Flood.self) { try await harness.mediator.perform(Forecast.give) }
    } matching: {
      $0.comments.map(\.rawValue) == [
        "'forecast/give' throws Flood, which is no ModuleError; people would read 'Flood()'"
      ]
    }
  }

  @Test(arguments: [CancellationError(), MediatorError.badURL("a", reason: "b")] as [any Error])
  func `an error that the app can show does not fail the test`(_ error: any Error) async throws {
    let harness = try await ModuleHarness(ForecastModule.self)
    try harness.stub(Weather.tomorrow) { _ in throw error }
    await #expect(throws: (any Error).self) {
      try await harness.mediator.perform(Forecast.give)
    }
  }

  @Test func `a call of an action that the manifest does not declare fails the test`() async throws
  {
    let harness = try await ModuleHarness(ForecastModule.self)
    await withKnownIssue {
      await #expect(throws: MediatorError.self) {
        try await harness.mediator.perform(Forecast.forget)
      }
    }
    #expect(
      harness.unstubbedCalls == [
        "the manifest of the module does not declare 'forecast/forget' under 'answers'"
      ])
  }

  @Test func `an argument that its command drops fails the test of the examples`() async throws {
    let command = Command(
      "today", "Show the weather", calls: Weather.today, arguments: [.option("level", "the level")],
      examples: []
    ) { text, _ in text }
    let harness = try await ModuleHarness(
      ModuleDescriptor(
        Manifest(Weather.self, summary: "", answers: [Weather.today, Weather.tomorrow]),
        contributions: [command]
      ) { WeatherModule(context: $0) })
    let line = #_sourceLocation.line + 2
    await withKnownIssue {
      await harness.checkExamples()
    } matching: { issue in
      issue.sourceLocation?.line == line
        && issue.comments.map(\.rawValue) == [
          "the argument '--level' of the command 'today' matches no field of the input of "
            + "'weather/today'; rename it or remove it"
        ]
    }
  }

  @Test(
    arguments: [
      ("today --level high --page 2", ["--level"]), ("today --page 2 --file a", []),
      ("tomorrow --level high", []),
    ])
  func `a given argument that the command does not read fails the test`(
    line: String, unread: [String]
  ) async throws {
    struct Input: Decodable {
      let page: Int?
    }
    let arguments: [Argument] = [
      .option("level", "the level"), .option("page", "the page"), .option("file", "the file"),
    ]
    let commands = [
      Command("today", "Show the weather", arguments: arguments, examples: []) { invocation in
        CommandResult(try invocation.input(Input.self).page ?? 1) {
          [file = invocation.file("file")] in
          "\($0)\($1.columns)\(file == nil)"
        }
      },
      Command("tomorrow", "Show the weather", arguments: arguments, examples: []) { invocation in
        CommandResult("\(invocation.parameters)") { text, _ in text }
      },
    ]
    let harness = try await ModuleHarness(
      ModuleDescriptor(Manifest(Weather.self, summary: ""), contributions: commands) {
        WeatherModule(context: $0)
      })
    let remedy = "give the input of the command a field 'level', or remove the argument"
    try await withKnownIssue(isIntermittent: unread.isEmpty) {
      _ = try await harness.run(line)
    } matching: { issue in
      issue.comments.map(\.rawValue)
        == unread.map { "nothing reads the argument '\($0)' of '\(line)'; \(remedy)" }
    }
  }

  @Test func `concurrent harnesses do not share stubs, events or folders`() async throws {
    try await withThrowingTaskGroup { group in
      for number in 0..<50 {
        group.addTask {
          let harness = try await ModuleHarness(ForecastModule.self)
          try harness.stub(Weather.tomorrow) { _ in "\(number)" }
          _ = try await harness.mediator.perform(Forecast.give)
          #expect(harness.published(ForecastGiven.self).map { $0.text } == ["\(number)"])
          return harness.folder
        }
      }
      let folders = try await group.reduce(into: Set<URL>()) { $0.insert($1) }
      #expect(folders.count == 50)
    }
  }
}
