import CityListInterface
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
import Store
import Testing
import TripsInterface

@testable import Trips

@MainActor @Suite(.timeLimit(.minutes(15)))
struct TripsScenesTests {
  private let fixture: TripsFixture
  private let scene: ListScene
  private let tester: SceneTester

  init() async throws {
    fixture = try await TripsFixture()
    try await fixture.add(["depart": "8:05"])
    try await fixture.add(["depart": "8:05", "date": "sun", "name": "Mum"])
    scene = try #require(TripsModule.scenes.first).makeScene(fixture.mediator)
    tester = await SceneTester(scene)
  }

  private func text(columns: Int = 50) -> String { scene.snapshot.text(on: Page(columns: columns)) }

  @Test func `the times to wait are those of the present minute`() async throws {
    #expect(text().contains("Today"))
    fixture.change { $0.now = 500 }
    fixture.mediator.publish(MinuteBegan(Date()))
    try await wait { text().contains("On the way") }
  }

  @Test func `trips are grouped by day, and one within an hour is urgent`() async throws {
    #expect(
      text() == """
        no.  time         trip
        Today
          1  08:15–08:30  A → B

        On Sunday
          2  08:15–08:30  Mum: A → B
        """)
    #expect(scene.urgency == .warning)
    try await fixture.add(["depart": "9:00"])
    try await wait { text().contains("3  09:00") }
    #expect(text().split(separator: "Today").count == 2)
    _ = try await fixture.mediator.perform(Trips.remove, TripReference(id: 3))
    try await wait { !text().contains("09:00") }
    try await tester.press("x", on: "1")
    try await wait { text().contains("Done · today\n  1  08:15  ") }
    #expect(scene.urgency == .normal)
  }

  @Test func `without trips, the scene names its keys and the command another command`()
    async throws
  {
    for id in 1...2 { _ = try await fixture.mediator.perform(Trips.remove, TripReference(id: id)) }
    try await wait { text(columns: 80) == "No trips yet; a adds one, and so does t on a journey." }
    #expect(try await fixture.list() == "No trips yet; add one with 'trips add'.")
    let soon = try await fixture.text(.listTrips, ["within": "0"])
    #expect(soon == "No trips in these days; 'trips' lists all.")
  }

  @Test(arguments: [
    (0, Urgency.normal), (1, .warning), (2, .warning), (3, .critical),
  ])
  func `the urgency depends on the number of imminent trips`(count: Int, urgency: Urgency) throws {
    let trip = try #require(scene.items(as: PlannedTrip.self).first)
    let hourBefore = LocalDateTime(date: TripsFixture.today, time: ServiceTime(seconds: 6 * 3600))
    let later = PlannedTrip(
      trip.trip, at: CityClock(hourBefore.instant(in: "UTC"), in: "UTC"), journey: trip.journey)
    #expect(Urgency.of([later] + Array(repeating: trip, count: count)) == urgency)
  }

  @Test func `a selected trip opens its journey at its date and time`() async throws {
    try await tester.choose("2")
    let ends = try #require(tester.opened.first as? OriginDestination)
    #expect(ends.from.name == "A" && ends.to.name == "B")
    #expect(ends.time?.date == CalendarDate(day: 20_779) && ends.time?.time.clock == "08:05")
  }

  @Test(
    arguments: [
      (CitySource(id: .builtIn, feed: "https://a.org"), nil, ["Downloading", "Downloaded Porto."]),
      (
        CitySource(id: .builtIn, feed: "https://a.org"), .busy(.builtIn),
        ["Downloading", "Porto is being downloaded already; 'Cities' shows the progress."]
      ),
      (
        CitySource(id: .builtIn, feed: "https://a.org"), .missingFile("f"),
        [
          "Downloading",
          "Porto could not be downloaded: no file 'f'; check the path, or begin an address with "
            + "'https://'. Try again with ⏎, here or in 'Cities'.",
        ]
      ),
      (nil, nil, ["Porto is not installed; press a in 'Cities' to add its feed."]),
    ] as [(CitySource?, CityListError?, [String])])
  func `Enter on a trip in a city that was removed downloads it, or says what to do`(
    source: CitySource?, error: CityListError?, expected: [String]
  ) async throws {
    fixture.catalogue.withLock {
      $0 = [ListedCity(id: .builtIn, name: "Porto", source: source, state: .absent)]
    }
    try fixture.harness.stub(CityList.download) { _ in
      if let error { throw error }
      return .sample(name: "Porto")
    }
    fixture.change { $0.isInstalled = false }
    await scene.refresh()
    #expect(text(columns: 80).contains("by 08:05") == false)
    #expect(text(columns: 80).contains("A → B  porto is not installed; ⏎ to add it"))
    let message = try #require(try await tester.choose("1"))
    let notices = tester.notices + [message]
    #expect(notices.count == expected.count)
    #expect(zip(notices, expected).allSatisfy { $0.hasPrefix($1) }, "\(notices)")
  }

  @Test(
    arguments: [
      (CitySource(id: .builtIn, feed: "https://a.org"), "add it with 'city download porto'"),
      (nil, "add it with 'city add porto <zip>'"),
    ] as [(CitySource?, String)])
  func `the command line names the command that installs the city of a trip`(
    source: CitySource?, remedy: String
  ) async throws {
    fixture.catalogue.withLock {
      $0 = [ListedCity(id: .builtIn, name: "Porto", source: source, state: .absent)]
    }
    fixture.change { $0.isInstalled = false }
    let list = try await fixture.list(columns: 120)
    #expect(list.contains("08:05  A → B       porto is not installed; \(remedy)"))
    #expect(!list.contains("⏎"))
    let narrow = try await fixture.list(columns: 40)
    #expect(narrow.contains("\n     porto is not installed; add it with\n     'city "))
    #expect(try await fixture.text(.nextTrip) == "08:05 A → B; porto is not installed")
  }

  @Test func `a trip is changed in a form with its values`() async throws {
    async let message = tester.press("e", on: "2")
    try await wait { scene.pushed?.form != nil }
    let form = try #require(scene.pushed?.form)
    #expect(
      form.fields.map(\.value.text) == ["id:A", "id:B", "2026-11-22", "08:05", "", "Mum"])
    form.setValue(FieldValue("9:00"), of: "depart")
    await form.submit()
    #expect(try await message == "Changed 'Mum: A → B': Sun 22 Nov, 09:00–09:20.")
    try await wait { text().contains("09:00–09:20  Mum") }
    #expect(try await tester.press("u") == "Undone: changing 'Mum: A → B'.")
    #expect(try await tester.press("d", on: "2") == "Removed 'Mum: A → B'; press u to undo.")
    try await wait { !text().contains("Mum") }
    #expect(try await tester.press("c") == "No trip is done or over.")
    fixture.change { $0.now = 480 + 1440 }
    #expect(try await tester.press("c") == "Removed 1 past trip. Press u to undo.")
    #expect(try await tester.press("u") == "Undone: removing past trips.")
  }

  @Test func `the commands print sentences, and the next trip is one line`() async throws {
    #expect(try await fixture.list(columns: 50) == text())
    #expect(try await fixture.text(.nextTrip) == "08:15–08:30 A → B, in 15 min")
    #expect(try await fixture.text(.tripDone, ["id": "1"]) == "Finished 'A → B'.")
    #expect(try await fixture.text(.removeTrip, ["id": "2"]) == "Removed 'Mum: A → B'.")
    #expect(try await fixture.text(.nextTrip) == "no trip")
    #expect(try await fixture.text(.undoTrips) == "Undone: removing 'Mum: A → B'.")
    #expect(try await fixture.text(.clearTrips) == "Removed 1 past trip.")
    #expect(try await fixture.text(.clearTrips) == "No trip is done or over.")
    let added = try await fixture.text(.addTrip, ["from": "A", "to": "B"])
    #expect(added == "Added 'A → B' as number 3: today, Fri 20 Nov, 08:00–08:10.")
    let changed = try await fixture.text(.changeTrip, ["id": "3", "date": "tomorrow"])
    #expect(changed == "Changed 'A → B': tomorrow, Sat 21 Nov, 08:00–08:10.")
  }

  @Test(arguments: ["change", "done", "remove", "share"])
  func `the numbers of the trips are completed`(command: String) async throws {
    let completer = Completer(commands: TripsModule.commands, globals: [])
    let completions = try await completer.completions(
      for: ["trips", command, ""], through: fixture.mediator)
    guard case .candidates(let candidates) = completions else {
      Issue.record("\(completions)")
      return
    }
    #expect(candidates.map(\.text) == ["1", "2"])
  }

  @Test func `a trip is shared with its link and its times`() async throws {
    let shared = Recorder<ShareRequest>()
    try fixture.harness.stub(Share.share) { request in
      shared.record(request)
      return ShareReceipt(
        title: "", channel: "ics", text: nil, file: nil, sentence: "Saved.")
    }
    #expect(try await fixture.text(.shareTrip, ["id": "2", "as": "ics"]) == "Saved.")
    let item = try #require(shared.values.first?.item)
    #expect(item.title == "Mum: A → B" && shared.values.first?.channel == "ics")
    #expect(item.link?.contains("date=2026-11-22&depart=08:05") == true)
    #expect(item.events.first?.start == Date(timeIntervalSince1970: 1_795_335_300))
    await #expect(throws: StoreError.unknownItem(9, noun: "trip")) {
      try await fixture.text(.shareTrip, ["id": "9"])
    }
  }
}
