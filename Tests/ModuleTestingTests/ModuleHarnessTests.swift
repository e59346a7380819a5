import Console
import Documents
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Testing

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
    let caller = "ModuleTestingTests/ModuleHarnessFixture.swift"
    #expect(
      harness.unstubbedCalls == [
        "'weather/tomorrow', called by \(caller), has no stub; write 'try harness.stub("
          + "Weather.tomorrow) { … }'; the stubs are 'weather/today', 'chart/draw'"
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
        "'forecast/give' throws Flood, which is no ModuleError; "
          + "people would read 'unexpected error 'ModuleTestingTests.ModuleHarnessTests.Flood''"
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
          "\($0)\(file == nil)"
        }
      },
      Command("tomorrow", "Show the weather", arguments: arguments, examples: []) { invocation in
        CommandResult("\(invocation.readParameters())") { text in "\(text)" }
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
