import BookmarksInterface
import Console
import DataSourceFixture
import DataSourceInterface
import Documents
import Foundation
import JourneysInterface
import Mediator
import ModuleManager
import ModuleTesting
import Platform
import RoutingInterface
import Scenes
import ShareInterface
import Testing
import TripsInterface

@testable import Journeys

/// The journey that the Journey scene shows: its frames, its rides, and what a person does with it.
@MainActor
@Suite(.timeLimit(.minutes(15))) struct JourneySceneTests {
  /// Two ways from A to C, over 西直门 and without a change.
  private static let network = SampleNetwork(
    stations: [("A", []), ("西直门", []), ("B", []), ("C", [])],
    trips: [
      .init("1", line: "1", "A 8:00,西直门 8:05,B 8:10"), .init("2", line: "2", "B 8:20,C 8:30"),
      .init("3", line: "3", "A 9:00,C 9:50"),
      .init("4", line: "1", "A 9:10,西直门 9:15,B 9:20"), .init("5", line: "2", "B 9:30,C 9:40"),
      .init("6", line: "3", "A 20:00,C 20:50"),
    ])

  private let fixture: JourneysFixture
  private let harness: ModuleHarness
  private let tester: SceneTester

  init() async throws {
    fixture = try await JourneysFixture(Self.network, now: "2026-11-23T08:00:00Z")
    harness = fixture.harness
    let ends = OriginDestination.sample()
    let scene = try JourneysModule.scenes[0].makeScene(for: ends, harness.mediator)
    tester = await SceneTester(try #require(scene))
  }

  /// What the keys do for a row, apart from Enter.
  private func keys(for row: String) throws -> String {
    try tester.actions(on: row).filter { !$0.hasPrefix("⏎") }.map { String($0.dropFirst(2)) }
      .joined(separator: ", ")
  }

  @Test(arguments: [(38, frame40), (78, frame80), (118, frame120)])
  func `the scene on screens of 40, 80 and 120 columns`(columns: Int, frame: String) {
    #expect(tester.text(columns: columns) == frame)
  }

  @Test func `the stops of a ride have times, and open the page of their station`() async throws {
    try await tester.choose("0")
    #expect(tester.scene.title == "1 to B")
    #expect(
      tester.text(columns: 38) == """
        arrives  departs  stop
                 08:00    A
        08:05    08:05    西直门
        08:10             B
        """)
    try await tester.choose("1")
    #expect(
      tester.opened as? [StationDetailsQuery]
        == [StationDetailsQuery(name: "id:西直门", city: .builtIn)])
  }

  @Test func `a stop that a ride passes twice is listed twice`() async throws {
    let network = SampleNetwork(
      stations: [("A", []), ("X", []), ("Y", []), ("C", [])],
      trips: [.init("1", line: "1", headsign: "C", "A 8:00,X 8:05,Y 8:10,X 8:15,C 8:20")])
    let fixture = try await JourneysFixture(network, now: "2026-11-23T08:00:00Z")
    let scene = try JourneysModule.scenes[0].makeScene(
      for: OriginDestination.sample(), fixture.harness.mediator)
    let tester = await SceneTester(try #require(scene))
    try await tester.choose("0")
    #expect(tester.scene.title == "1 to C")
    #expect(
      tester.text(columns: 38) == """
        arrives  departs  stop
                 08:00    A
        08:05    08:05    X
        08:10    08:10    Y
        08:15    08:15    X
        08:20             C
        """)
  }

  @Test func `an alternative becomes the journey that is shown`() async throws {
    try await tester.choose("2")
    try await wait { tester.text().contains("3 of 4") }
    #expect(tester.text().contains("09:10–09:40 · 30 min · 1 change"))
  }

  @Test(arguments: [
    ("", "1 of 4", "2 of 4"), ("n", "1 of 4", "2 of 4"), ("f", "1 of 4", "1 of 4"),
    ("l", "4 of 4", "4 of 4"),
  ])
  func `the next departure follows the clock, and one that the person selects stays`(
    keys: String, before: String, after: String
  ) async throws {
    for key in keys { try await tester.press(.character(key)) }
    for (minutes, expected) in [(0, before), (1, after)] {
      fixture.time.withLock { $0 += Double(minutes) * 60 }
      fixture.harness.mediator.publish(MinuteBegan(fixture.time.withLock(\.self)))
      try await wait { tester.text().contains(expected) }
      // All sections show the same journey.
      let journey = tester.scene.items(as: DepartureSlider.self).first?.journey
      try await wait {
        tester.scene.items(as: JourneyPart.self).first?.journey == journey
          && tester.scene.items(as: JourneyAlternative.self).first { $0.isSelected }?.journey
            == journey
      }
    }
  }

  @Test func `after the last departure the scene follows the clock to the next day`() async throws {
    fixture.time.withLock { $0 += 13 * 3600 }
    await tester.scene.refresh()
    let late = try #require(tester.scene.items(as: DepartureSlider.self).first)
    #expect(late.journey == nil && late.hasLastTrainLeft)
    fixture.time.withLock { $0 += 10 * 3600 }
    await tester.scene.refresh()
    let morning = try #require(tester.scene.items(as: DepartureSlider.self).first)
    #expect(morning.position == 0 && morning.last.date == CalendarDate(day: late.last.date.day + 1))
  }

  @Test(arguments: [true, false])
  func `journeys of a city that is updated or removed are loaded again`(
    isRemoved: Bool
  ) async throws {
    try await tester.press("l")
    let elsewhere = try #require(CityID("elsewhere"))
    harness.mediator.publish(CityInstalled(city: elsewhere))
    await tester.scene.refresh()
    #expect(tester.text().contains("4 of 4"))
    isRemoved
      ? harness.mediator.publish(CityRemoved(city: .builtIn))
      : harness.mediator.publish(CityInstalled(city: .builtIn))
    try await wait { tester.text().contains("1 of 4") }
  }

  @Test func `only keys that work are offered`() async throws {
    let all = "earlier, later, now, first, last, options, keep as trip, bookmark, share"
    for row in ["from", "when", "0", "1"] { #expect(try keys(for: row) == all) }
    try await tester.press("l")
    try await tester.press(.right)
    #expect(try keys(for: "from") == "earlier, later, now, first, last, options, bookmark")
    let empty = await SceneTester(try JourneysModule.scenes[0].makeScene(harness.mediator))
    #expect(try empty.actions() == [])
    // A bookmark may name a station that the city no longer has.
    let ends = OriginDestination(
      city: .builtIn, from: PointOfInterest(id: "A", name: "A"),
      to: PointOfInterest(id: "gone", name: "Gone"))
    let unknown = await SceneTester(
      try #require(try JourneysModule.scenes[0].makeScene(for: ends, harness.mediator)))
    #expect(try unknown.actions() == ["o options"])
  }

  @Test func `a journey becomes a bookmark under the name that the person enters`() async throws {
    let added = Recorder<AddBookmark>()
    try harness.stub(Bookmarks.add) { request in
      added.record(request)
      return Bookmark(
        name: request.name, city: .builtIn, from: PointOfInterest(id: request.from, name: ""),
        to: request.to.map { PointOfInterest(id: $0, name: "") })
    }
    #expect(try await tester.press("b", filling: [:]) == "Added bookmark 'A → C'.")
    #expect(try await tester.press("b", filling: ["name": "Work"]) == "Added bookmark 'Work'.")
    #expect(
      added.values
        == ["A → C", "Work"].map {
          AddBookmark(name: $0, from: "id:A", to: "id:C", city: .builtIn)
        })
  }

  @Test(
    arguments: [
      (nil, nil, "Added trip 'A → C' Mon 23 Nov 08:00."),
      (nil, true, "Added trip 'A → C' Mon 23 Nov 08:00."),
      ("2", nil, "Added trip 'A → C' Mon 23 Nov 08:00, without the other options of the journey."),
    ] as [(String?, Bool?, String)])
  func `a journey becomes a trip, which keeps no option but that of a way without steps`(
    avoid: String?, stepFree: Bool?, message: String
  ) async throws {
    try harness.stub(Trips.add) { request in
      #expect(request.stepFree == stepFree)
      // The trip is planned without the lines to avoid, so another train may be found.
      let time = ServiceTime(seconds: 28_800)
      return Trip(
        name: nil, city: .builtIn, from: PointOfInterest(id: "A", name: "A"),
        to: PointOfInterest(id: "C", name: "C"),
        time: JourneyTime(
          .depart, at: LocalDateTime(date: try #require(CalendarDate("2026-11-23")), time: time)),
        departure: time)
    }
    let query = JourneyQuery(from: "A", to: "C", avoid: avoid, stepFree: stepFree)
    let scene = try JourneysModule.scenes[0].makeScene(
      for: OriginDestination.sample(optionsOf: query), harness.mediator)
    let tester = await SceneTester(try #require(scene))
    #expect(try await tester.press("t") == message)
  }

  @Test(
    arguments: [
      ("clipboard", "Copied.", nil), ("ics", "Saved.", "."), ("text", nil, nil),
    ] as [(String, String?, String?)])
  func `the journey is shared through the chosen channel`(
    channel: String, notice: String?, folder: String?
  ) async throws {
    let requests = Recorder<ShareRequest>()
    try harness.stub(Share.channels) { _ in ["clipboard", "ics", "text"] }
    try harness.stub(Share.share) { request in
      requests.record(request)
      return ShareReceipt(
        title: request.item.title, channel: channel, text: request.file == nil ? "TEXT" : nil,
        file: request.file.map { "\($0)/trip.ics" }, sentence: notice ?? "08:00\n08:30")
    }
    try await tester.press("s")
    await tester.scene.open()
    #expect(tester.text() == "clipboard\nics\ntext")
    try await tester.choose(channel)
    try await wait { notice.map(tester.notices.contains) ?? (tester.scene.title == "A → C") }
    if notice == nil {
      await tester.scene.open()
      #expect(tester.text() == "08:00\n08:30")
    }
    let request = try #require(requests.values.first)
    #expect(request.channel == channel && request.file == folder)
    #expect(tester.copied == (channel == "clipboard" ? ["TEXT"] : []))
    #expect(request.item.text.contains("08:00–08:30 · 30 min · 1 change"))
    #expect(request.item.link?.contains("depart=08:00") == true, "\(request.item)")
    #expect(request.item.events.count == 1)
  }
}
