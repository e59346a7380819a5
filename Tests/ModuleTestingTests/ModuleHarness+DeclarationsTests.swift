import Console
import Documents
import Mediator
import ModuleManager
import ModuleTesting
import Testing

/// Settings, actions and arguments that a module declares and that its code does not fit.
@Suite(.timeLimit(.minutes(15))) struct ModuleHarnessDeclarationsTests {
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

  private struct Alarm: Decodable, Equatable {
    let isOn: Bool
    let pause: Double
  }

  private struct AlarmModule: ModuleLifecycle {
    func register(with registrar: Registrar) {
      registrar.answer(Chart.draw) { _ in Empty() }
    }
  }

  @Test(
    arguments: [
      ([:], false, 300), (["isOn": "yes", "pause": "2 h"], true, 7200),
    ] as [(Parameters, Bool, Double)])
  func `a module decodes a boolean and a duration as in an app`(
    _ configuration: Parameters, isOn: Bool, pause: Double
  ) async throws {
    let decoded = Recorder<Alarm>()
    let module = ModuleDescriptor(
      Manifest(Chart.self, summary: "", answers: [Chart.draw]),
      contributions: [
        Setting("is-on", "", default: "off", accepts: .boolean),
        Setting(
          "pause", "", default: "5 min", accepts: .duration(.seconds(1) ... .seconds(7200))),
      ]
    ) {
      decoded.record(try $0.configuration.decode(Alarm.self))
      return AlarmModule()
    }
    let harness = try await ModuleHarness(module, configuration: configuration)
    _ = try await harness.mediator.perform(Chart.draw)
    #expect(decoded.values == [Alarm(isOn: isOn, pause: pause)])
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
      static let listen = Action<Empty, Int>(Radio.self, "listen", .reads, .remote)
      static let tune = Action<Empty, Int>(Radio.self, "tune", .reads, .remote, summary: "Tune it")
      static let stop = Action<Empty, Int>(Radio.self, "stop", .reads, .remote)
    }
    let module = ModuleDescriptor(
      Manifest(Radio.self, summary: "", answers: [Radio.listen, Radio.tune, Radio.stop]),
      contributions: [Command("stop", "Stop it", calls: Radio.stop, examples: []) { "\($0)" }]
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

  @Test func `an argument that its command drops fails the test of the examples`() async throws {
    let command = Command(
      "today", "Show the weather", calls: Weather.today, arguments: [.option("level", "the level")],
      examples: []
    ) { text in "\(text)" }
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
}
