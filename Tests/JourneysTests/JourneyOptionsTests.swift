import DataSourceFixture
import DataSourceInterface
import Documents
import JourneysInterface
import Mediator
import ModuleTesting
import RoutingInterface
import Scenes
import StationsInterface
import Testing

@testable import Journeys

/// The options of the Journey scene, and its way from day to day.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct JourneyOptionsTests {
  /// Trains on every day: two ways from A to C, and a slow one without a change.
  private static let network = SampleNetwork(
    stations: [("A", []), ("B", []), ("C", [])],
    trips: [
      .init("1", line: "1", "A 8:00,B 8:10"), .init("2", line: "2", "B 8:20,C 8:30"),
      .init("3", line: "3", "A 9:00,C 9:50"), .init("4", line: "1", "A 9:10,B 9:20"),
      .init("5", line: "2", "B 9:30,C 9:40"), .init("6", line: "3", "A 20:00,C 20:50"),
    ])

  private let harness: ModuleHarness

  init() async throws {
    harness = try await JourneysFixture(Self.network, now: "2026-11-23T08:30:00Z").harness
  }

  @Test(arguments: [
    (JourneyQuery(from: "A", to: "C", via: "id:B"), "now · via B", "09:10–09:40"),
    (JourneyQuery(from: "A", to: "C", avoid: "2"), "now · without 2", "09:00–09:50"),
    (JourneyQuery(from: "A", to: "C", changeTime: 601), "now · changes of 601 s", "2 of 3"),
    (JourneyQuery(from: "A", to: "C", stepFree: true), "now · step-free", "access unknown at A"),
  ])
  func `a scene that is opened with a query has the options of the query`(
    query: JourneyQuery, options: String, journeys: String
  ) async throws {
    let planned = Recorder<JourneyQuery>()
    let subscription = harness.mediator.follow(JourneyPlanned.self) { planned.record($0.query) }
    let scene = try JourneysModule.scenes[0].makeScene(
      for: OriginDestination.sample(optionsOf: query), harness.mediator)
    let tester = await SceneTester(try #require(scene))
    // The station on the way is looked up with the journeys, and then the other sections show it.
    try await wait { tester.text().contains(options) }
    let text = tester.text()
    #expect(text.contains(options) && text.contains(journeys), "\(text)")
    await harness.mediator.drain()
    #expect(planned.values.first?.via == query.via && planned.values.first?.avoid == query.avoid)
    withExtendedLifetime(subscription) {}
  }

  private func tester() async throws -> SceneTester {
    let scene = try JourneysModule.scenes[0].makeScene(
      for: OriginDestination.sample(), harness.mediator)
    return await SceneTester(try #require(scene))
  }

  private func press(_ keys: Shortcut..., in tester: SceneTester) async throws {
    for key in keys { try await tester.press(key) }
  }

  @Test(
    arguments: [
      (["date": "tomorrow"], "first Tue 24 Nov", "C, Tue 24 Nov, tomorrow", "08:00–08:30"),
      (["depart": "07:59"], "depart 07:59 Tue 24 Nov", "Tue 24 Nov, tomorrow", "08:00–08:30"),
      (["date": "today", "arrive": "09:45"], "arrive 09:45", "Mon 23 Nov", "09:10–09:40"),
      (["depart": "+40"], "depart 09:10", "Mon 23 Nov", "09:10–09:40"),
      (["via": "B"], "now · via B", "Mon 23 Nov", "09:10–09:40"),
      (["avoid": "2"], "now · without 2", "Mon 23 Nov", "09:00–09:50"),
      (["stepFree": "true"], "now · step-free", "Mon 23 Nov", "step-free access unknown at A"),
      (["by": "fewest-changes"], "now · fewest changes", "Mon 23 Nov", "09:00–09:50"),
      (["changeTime": "600"], "now · changes of 600 s", "Mon 23 Nov", "2 of 4"),
      (["changeTime": "601"], "now · changes of 601 s", "Mon 23 Nov", "2 of 3"),
    ] as [(KeyValuePairs<String, String>, String, String, String)])
  func `the form of the options changes the journeys`(
    values: KeyValuePairs<String, String>, options: String, day: String, journey: String
  ) async throws {
    let tester = try await tester()
    #expect(tester.text().contains("09:00–09:50") && tester.text().contains("when  now\n"))
    try await tester.press("o", filling: values)
    let text = tester.text().replacing("Sample", with: "C")
    #expect(text.contains("when  \(options)\n"), "\(text)")
    #expect(text.contains(day) && text.contains(journey) && !text.contains("2026"), "\(text)")
  }

  @Test(
    arguments: [
      (["via": "Xy"], "no station 'Xy'"), (["avoid": "99"], "'99'"),
      (["date": "someday"], "'someday' is not a day"), (["walk": "1001"], "'1001'"),
    ] as [(KeyValuePairs<String, String>, String)])
  func `options that are not accepted are explained in the form`(
    values: KeyValuePairs<String, String>, sentence: String
  ) async throws {
    let tester = try await tester()
    do {
      try await tester.press("o", filling: values)
      Issue.record("expected an error")
    } catch SceneTesterError.rejected(let sentences) {
      #expect(sentences.first?.contains(sentence) == true, "\(sentences)")
    }
  }

  @Test func `the form shows the options, and a cleared value is removed`() async throws {
    let tester = try await tester()
    try await tester.press(
      "o", filling: ["depart": "09:05", "via": "B", "avoid": "3", "by": "earliest"])
    #expect(tester.text().contains("depart 09:05 · via B · without 3 · earliest"))
    try await tester.press("o", filling: ["avoid": "", "by": "", "via": ""])
    #expect(tester.text().contains("when  depart 09:05\n"))
    try await tester.press("o", filling: ["date": "", "depart": ""])
    #expect(tester.text().contains("when  now\n"))
  }

  @Test func `other options keep the last journey of the day before`() async throws {
    let tester = try await tester()
    try await press("f", .left, in: tester)
    #expect(tester.text().contains("when  depart 20:00 Sun 22 Nov\n"), "\(tester.text())")
    try await tester.press("o", filling: ["avoid": "2"])
    let text = tester.text()
    #expect(text.contains("Sun 22 Nov, yesterday") && text.contains("2 of 2"), "\(text)")
  }

  @Test func `without the module Stations, a station on the way that was typed remains`()
    async throws
  {
    let tester = try await tester()
    try await tester.press("o", filling: ["via": "B"])
    #expect(tester.text().contains("when  now · via B\n"))
    try await tester.press("o", filling: ["avoid": "3"])
    #expect(tester.text().contains("when  now · via B · without 3\n"), "\(tester.text())")
  }

  @Test func `the keys go on to the next day and back`() async throws {
    let tester = try await tester()
    try await press("l", in: tester)
    #expect(tester.text().contains("4 of 4") && tester.text().contains("20:00–20:50"))
    try await press(.right, in: tester)
    #expect(tester.text().contains("too late"))
    try await press(.right, in: tester)
    #expect(tester.text().contains("Tue 24 Nov, tomorrow") && tester.text().contains("1 of 4"))
    #expect(tester.text().contains("when  first Tue 24 Nov\n"))
    try await press(.left, in: tester)
    #expect(tester.text().contains("Mon 23 Nov") && tester.text().contains("4 of 4"))
    try await press("f", .left, in: tester)
    #expect(tester.text().contains("Sun 22 Nov, yesterday") && tester.text().contains("4 of 4"))
    try await press("n", in: tester)
    #expect(tester.text().contains("when  now\n") && tester.text().contains("2 of 4"))
  }

  @Test func `the options remain on another day`() async throws {
    let tester = try await tester()
    try await tester.press("o", filling: ["avoid": "3"])
    #expect(tester.text().contains("2 of 2"))
    try await press(.right, .right, in: tester)
    #expect(tester.text().contains("when  first Tue 24 Nov · without 3\n"))
    #expect(tester.text().contains("1 of 2"))
  }

  @Test func `a day without trains is passed in both directions`() async throws {
    // Trains from Monday to Friday.
    let harness = try await JourneysFixture(now: "2026-11-20T12:00:00Z").harness
    let scene = try JourneysModule.scenes[0].makeScene(
      for: OriginDestination.sample(), harness.mediator)
    let tester = await SceneTester(try #require(scene))
    try await press("l", .right, .right, in: tester)
    #expect(tester.text().contains("Sat 21 Nov, tomorrow"))
    #expect(tester.text().contains("First trains on Mon 23 Nov:"), "\(tester.text())")
    try await press(.right, .right, in: tester)
    #expect(tester.text().contains("Mon 23 Nov, in 3 days") && tester.text().contains("1 of 3"))
    try await press(.left, .left, .left, in: tester)
    #expect(tester.text().contains("Fri 20 Nov") && tester.text().contains("3 of 3"))
  }

  @Test func `the last train goes over the station on the way`() async throws {
    let query = LastTrainQuery(
      from: "A", to: "C", date: DayExpression("2026-11-23"), via: "B", avoid: "1,3")
    #expect(try await harness.mediator.perform(Journeys.lastTrain, query).last == nil)
    let last = try await harness.mediator.perform(
      Journeys.lastTrain,
      LastTrainQuery(from: "A", to: "C", date: DayExpression("2026-11-23"), via: "B"))
    #expect(last.last?.timeRange.description == "09:10–09:40" && last.weakestLink == nil)
    #expect(last.stations == [])
  }
}
