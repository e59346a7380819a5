import Console
import DataSourceInterface
import Documents
import Foundation
import JourneysInterface
import Mediator
import ModuleTesting
import NewsInterface
import Platform
import RoutingInterface
import Scenes
import Store
import Testing
import TripsInterface

@testable import Trips

@Suite(.timeLimit(.minutes(15))) struct TripsModuleTests {
  @Test(
    arguments: [
      ([:], .depart, "2026-11-20 08:00", "08:00"),
      (["depart": "8:05"], .depart, "2026-11-20 08:05", "08:15"),
      (["depart": "+10"], .depart, "2026-11-20 08:10", "08:15"),
      (["arrive": "8:40", "date": "tomorrow"], .arrive, "2026-11-21 08:40", "08:15"),
      (["depart": "24:10"], .depart, "2026-11-21 00:10", "00:30"),
    ] as [(Parameters, JourneyTime.Bound, String, String)])
  func `a trip keeps the wanted time, and the departure of its journey`(
    values: Parameters, bound: JourneyTime.Bound, wanted: String, departure: String
  ) async throws {
    let trip = try await TripsFixture().add(values)
    #expect(trip.time.bound == bound)
    #expect("\(trip.time.date) \(trip.time.time.clock)" == wanted)
    #expect(trip.departure.clock == departure)
  }

  @Test func `trips that earlier versions have stored are read`() async throws {
    let added = try await TripsFixture().add(["depart": "8:05", "stepFree": "true", "name": "work"])
    let fixtures = StoredItemFixtures<Trip>(besideTest: #filePath)
    let problems = try fixtures.problems(now: added)
    #expect(problems == [])
  }

  @Test func `a trip without steps stays one, also when it is changed`() async throws {
    let fixture = try await TripsFixture()
    let trip = try await fixture.add(["stepFree": "true"])
    #expect(trip.stepFree == true && trip.query.stepFree == true && fixture.isStepFree)
    let request: Parameters = ["id": "\(trip.id)", "depart": "8:10"]
    let changed = try await fixture.mediator.perform(
      Trips.change, request.decode(ChangeTrip.self))
    #expect(changed.stepFree == true && fixture.isStepFree)
    #expect(try await fixture.trips.count == 1 && fixture.isStepFree)
    #expect(try await fixture.list().contains("step-free access unknown"))
    #expect(try await fixture.add().stepFree == nil && !fixture.isStepFree)
  }

  @Test func `a trip without a journey is refused`() async throws {
    let error = TripsError.noJourney("A → B", reason: "no train runs")
    await #expect(throws: error) { try await TripsFixture().add(["arrive": "7:00"]) }
  }

  @Test func `after the last train, a trip without a time is the next journey`() async throws {
    let fixture = try await TripsFixture()
    fixture.change {
      $0.journeys = [(480, 490), (1400, 1410)]
      $0.now = 1420
    }
    let trip = try await fixture.add()
    #expect("\(trip.time.date) \(trip.time.time.clock)" == "2026-11-21 08:00")
    #expect(trip.departure.clock == "08:00")
    let error = TripsError.noJourney("A → B", reason: "no train runs")
    for values in [["date": "fri"], ["depart": "23:50"]] as [Parameters] {
      await #expect(throws: error) { try await fixture.add(values) }
    }
  }

  @Test func `trips are listed by time, those that are done last, and are there after a restart`()
    async throws
  {
    let fixture = try await TripsFixture()
    for values in [["date": "fri", "depart": "9:00"], ["date": "tomorrow"], [:], ["date": "sun"]]
      as [Parameters]
    { try await fixture.add(values) }
    _ = try await fixture.mediator.perform(Trips.done, TripReference(id: 3))
    await fixture.harness.stop()
    let next = try await TripsFixture(folder: fixture.harness.folder)
    #expect(try await next.trips.map(\.trip.id) == [1, 2, 4, 3])
    #expect(try await next.trips.map(\.daysLeft) == [0, 1, 2, 0])
    let soon = try await next.mediator.perform(Trips.list, TripsQuery(within: 1))
    #expect(soon.map(\.trip.id) == [1, 2, 3])
    await #expect(throws: TripsError.badDays(-1)) {
      try await next.mediator.perform(Trips.list, TripsQuery(within: -1))
    }
  }

  @Test func `a new timetable is used at once, and a train that no longer runs is told`()
    async throws
  {
    let fixture = try await TripsFixture()
    try await fixture.add(["depart": "8:05"])
    #expect(try await fixture.trips.map(\.note) == [nil])
    fixture.change { $0.journeys = [(480, 490), (492, 507)] }
    let planned = try #require(try await fixture.trips.first)
    #expect(planned.journey?.departure.clock == "08:12")
    #expect(planned.note == "08:15 no longer runs; nearest 08:12" && planned.minutesLeft == 12)
    fixture.change { $0.journeys = [] }
    #expect(try await fixture.trips.map(\.note) == ["no train runs"])
    fixture.change { $0.lastDate = CalendarDate(day: 20_776) }
    #expect(
      try await fixture.trips.map(\.note) == ["planned on a timetable that ended 2026-11-19"])
    fixture.change { $0.isInstalled = false }
    let missing = try #require(try await fixture.trips.first)
    #expect(missing.note == "porto is not installed" && missing.needsDownload)
  }

  @Test func `a trip of the next day says what notices concern it`() async throws {
    let fixture = try await TripsFixture()
    try await fixture.add(["depart": "8:05"])
    try await fixture.add(["depart": "8:05", "date": "sun"])
    fixture.notices.withLock {
      $0 = [NewsItem(id: "n", title: "No lifts", body: "", effect: .other)]
    }
    #expect(try await fixture.trips.map(\.note) == ["No lifts", nil])
  }

  @Test func `a late train keeps its trip, and says how late it is`() async throws {
    let fixture = try await TripsFixture()
    try await fixture.add(["depart": "8:05"])
    fixture.change { $0.delays = [495: 7] }
    let planned = try #require(try await fixture.trips.first)
    #expect(planned.delay == 7 && planned.isReplaced == nil && planned.note == "7 min late")
    #expect(planned.minutesLeft == 22)
  }

  @Test func `a disturbed trip is told once, and again when it becomes worse`() async throws {
    let fixture = try await TripsFixture()
    try await fixture.add(["depart": "8:05"])
    #expect(try await fixture.notices([495: 2]) == [])
    #expect(try await fixture.notices([495: 4]) == ["08:19–08:34 A → B: 4 min late."])
    #expect(try await fixture.notices([495: 5]) == [])
    #expect(try await fixture.notices([495: 8]) == ["08:23–08:38 A → B: 8 min late."])
    let cancelled = try await fixture.notices([:], cancelling: 495)
    #expect(cancelled == ["09:00–09:20 A → B: 08:15 no longer runs; nearest 09:00."])
    #expect(try await fixture.notices([:]) == [])
  }

  @Test func `a trip of tomorrow is not told to be disturbed`() async throws {
    let fixture = try await TripsFixture()
    try await fixture.add(["depart": "8:05", "date": "tomorrow"])
    #expect(try await fixture.notices([495: 30]) == [])
  }

  @Test func `a change keeps the fields that it does not name`() async throws {
    let fixture = try await TripsFixture()
    try await fixture.add(["arrive": "8:40", "name": "work"])
    let changed = try await fixture.mediator.perform(
      Trips.change,
      Parameters(dictionaryLiteral: ("id", "1"), ("date", "sun"))
        .decode(ChangeTrip.self))
    #expect(changed.title == "work: A → B" && changed.id == 1)
    #expect(changed.time.bound == .arrive && changed.time.time.clock == "08:40")
    #expect(changed.time.date == CalendarDate(day: 20_779))
    let departing = try await fixture.mediator.perform(
      Trips.change,
      Parameters(dictionaryLiteral: ("id", "1"), ("depart", "9:00"), ("to", "C"))
        .decode(ChangeTrip.self))
    #expect(departing.to.name == "C" && departing.time.bound == .depart)
    #expect(try await fixture.trips.map(\.trip) == [departing])
  }

  @Test func `a trip to where it starts is refused`() async throws {
    let fixture = try await TripsFixture()
    try await fixture.add()
    await #expect(throws: TripsError.sameEnds("A")) {
      try await fixture.mediator.perform(Trips.add, AddTrip(from: "A", to: "A"))
    }
    await #expect(throws: TripsError.sameEnds("B")) {
      try await fixture.text(.changeTrip, ["id": "1", "from": "B", "to": "B"])
    }
    #expect(fixture.harness.published(TripsChanged.self).count == 1)
  }

  @Test func `a name has at most 1000 bytes`() async throws {
    let fixture = try await TripsFixture()
    let name = String(repeating: "é", count: 500)
    #expect(try await fixture.add(["name": name]).name == name)
    let error = TripsError.longName(String(name.prefix(20)), bytes: 1001)
    await #expect(throws: error) { try await fixture.add(["name": name + "x"]) }
    await #expect(throws: error) {
      try await fixture.text(.changeTrip, ["id": "1", "name": name + "x"])
    }
    #expect(try await fixture.trips.map(\.trip.name) == [name])
  }

  @Test func `a trip can be finished only once`() async throws {
    let fixture = try await TripsFixture()
    try await fixture.add()
    _ = try await fixture.mediator.perform(Trips.done, TripReference(id: 1))
    await #expect(throws: TripsError.alreadyDone(1, "A → B")) {
      try await fixture.mediator.perform(Trips.done, TripReference(id: 1))
    }
    #expect(fixture.harness.published(TripsChanged.self).count == 2)
  }

  @Test func `a trip that is done is not looked up any more`() async throws {
    let fixture = try await TripsFixture()
    try await fixture.add(["depart": "8:05"])
    _ = try await fixture.mediator.perform(Trips.done, TripReference(id: 1))
    fixture.change { $0.journeys = [] }
    let count = fixture.searches.count
    #expect(try await fixture.trips.map(\.note) == [nil])
    #expect(fixture.searches.count == count)
  }

  @Test func `a change without any field is refused`() async throws {
    let fixture = try await TripsFixture()
    try await fixture.add()
    await #expect(throws: TripsError.nothingToChange(1)) {
      try await fixture.text(.changeTrip, ["id": "1"])
    }
    await #expect(throws: StoreError.unknownItem(2, noun: "trip")) {
      try await fixture.text(.changeTrip, ["id": "2"])
    }
    #expect(fixture.harness.published(TripsChanged.self).count == 1)
  }

  @Test func `a new name, the same values and a done trip need no timetable`() async throws {
    let fixture = try await TripsFixture()
    let trip = try await fixture.add(["depart": "8:05", "name": "work"])
    _ = try await fixture.mediator.perform(Trips.done, TripReference(id: 1))
    fixture.change { $0.isInstalled = false }
    let queries = fixture.searches.count
    let same: Parameters = ["id": "1", "from": "id:A", "date": "2026-11-20", "depart": "08:05"]
    for (name, title) in [("school", "school: A → B"), (" ", "A → B")] {
      var request = same
      request.append(name, for: "name")
      let changed = try await fixture.mediator.perform(
        Trips.change, request.decode(ChangeTrip.self))
      #expect(changed.title == title && changed.time == trip.time && changed.isDone)
    }
    #expect(fixture.searches.count == queries)
  }

  @Test(
    arguments: [
      (23 * 60 + 50, "today", "00:30⁺¹–00:40⁺¹", 40), (1445, "today", "00:30–00:40", 25),
      (1471, "On the way", "00:30–00:40", -1), (1480, "On the way", "00:30–00:40", -10),
      (1481, "Past · yesterday", "00:30⁺¹–00:40⁺¹", -11),
      (2880, "Past · 2 days ago", "00:30⁺¹", -1410),
    ])
  func `a train after midnight belongs to the night in which it was planned`(
    now: Int, group: String, times: String, minutesLeft: Int
  ) async throws {
    let fixture = try await TripsFixture()
    try await fixture.add(["depart": "23:55"])
    fixture.change { $0.now = now }
    let planned = try #require(try await fixture.trips.first)
    #expect(planned.minutesLeft == minutesLeft)
    #expect(TripsView.group(of: planned).title.description == group)
    #expect(TripsView.summary(of: planned).description == "\(times) A → B")
    let next = try await fixture.mediator.perform(Trips.next)
    #expect((next.trip == nil) == (minutesLeft < -10))
  }

  @Test func `a trip that has departed is on the way until it arrives, and is the first one`()
    async throws
  {
    let fixture = try await TripsFixture()
    try await fixture.add(["depart": "9:00"])
    try await fixture.add(["depart": "8:05"])
    fixture.change { $0.now = 500 }
    #expect(
      try await fixture.list() == """
        no.  time         trip
        On the way
          2  08:15–08:30  A → B  arrives in 10 min

        Today
          1  09:00–09:20  A → B
        """)
    #expect(try await fixture.text(.nextTrip) == "08:15–08:30 A → B, arrives in 10 min")
    for (minute, wait) in [(495, "now"), (510, "arrives now")] {
      fixture.change { $0.now = minute }
      #expect(try await fixture.text(.nextTrip) == "08:15–08:30 A → B, \(wait)")
    }
    fixture.change { $0.now = 511 }
    #expect(try await fixture.list().contains("Past · today\n  2  08:15–08:30  A → B"))
    #expect(try await fixture.text(.nextTrip) == "09:00–09:20 A → B, in 29 min")
  }

  @Test func `a train that leaves before midnight is on the way after midnight`() async throws {
    let fixture = try await TripsFixture()
    fixture.change { $0.journeys = [(1430, 1450)] }
    try await fixture.add(["depart": "23:00"])
    fixture.change { $0.now = 1445 }
    #expect(try await fixture.trips.map(\.isUnderWay) == [true])
    let today = try await fixture.mediator.perform(Trips.list, TripsQuery(within: 0))
    #expect(today.map(\.isUnderWay) == [true])
  }

  @Test(arguments: [
    (0, nil), (-1, "planned on a timetable that ended 2026-11-19"),
  ])
  func `the last day of a timetable has its trips`(days: Int, note: String?) async throws {
    let fixture = try await TripsFixture()
    try await fixture.add(["depart": "8:05"])
    fixture.change { $0.lastDate = CalendarDate(day: TripsFixture.today.day + days) }
    #expect(try await fixture.trips.map(\.note) == [note])
  }

  @Test func `a list that is cancelled is no list of trips without journeys`() async throws {
    let fixture = try await TripsFixture()
    try await fixture.add(["depart": "8:05"])
    try fixture.harness.stub(Routing.search) { _ in throw CancellationError() }
    await #expect(throws: CancellationError.self) { try await fixture.trips }
  }

  @Test func `from a day on, the wait is in days`() async throws {
    let fixture = try await TripsFixture()
    try await fixture.add(["depart": "9:00", "date": "tue"])
    #expect(try await fixture.text(.nextTrip) == "09:00–09:20 A → B, on Tuesday")
  }

  @Test(
    arguments: [
      (["depart": "8:00"], "today at 08:00"), (["arrive": "8:15"], "today at 08:00"),
      (["depart": "8:05", "date": "yesterday"], "yesterday at 08:15"),
    ] as [(Parameters, String)])
  func `a trip that would have departed already is refused`(values: Parameters, day: String)
    async throws
  {
    let fixture = try await TripsFixture()
    fixture.change { $0.now = 485 }
    await #expect(throws: TripsError.departed("A → B", day: day)) { try await fixture.add(values) }
    #expect(try await fixture.trips.isEmpty)
  }

  @Test func `an arrival before 03:00 has the times of its own date`() async throws {
    let fixture = try await TripsFixture()
    for values in [
      ["date": "tomorrow", "arrive": "0:45"], ["date": "tomorrow", "depart": "8:00"],
    ]
      as [Parameters]
    { try await fixture.add(values) }
    let trips = try await fixture.trips
    #expect(
      trips.map { "\(TripsView.summary(of: $0))" } == ["00:30–00:40 A → B", "08:00–08:10 A → B"])
    #expect(trips.map { TripsView.group(of: $0).title } == ["tomorrow", "tomorrow"])
  }

  @Test func `a train at exactly the typed time is preferred to one that is earlier there`()
    async throws
  {
    let fixture = try await TripsFixture()
    fixture.change { $0.journeys = [(485, 520), (490, 500)] }
    #expect(try await fixture.add(["depart": "8:05"]).departure.clock == "08:05")
    #expect(try await fixture.add(["depart": "8:04"]).departure.clock == "08:10")
  }

  @Test func `a city that cannot be read has a note, and does not hide the other trips`()
    async throws
  {
    let fixture = try await TripsFixture()
    try await fixture.add()
    fixture.change { $0.error = .unknownCity(.builtIn, installed: []) }
    #expect(try await fixture.trips.map(\.needsDownload) == [true])
    let error = DataSourceError.damagedCity(.builtIn, reason: "x")
    fixture.change { $0.error = error }
    #expect(try await fixture.trips.map(\.note) == ["\(error)"])
  }

  @Test func `a trip without a journey is over when its time is over`() async throws {
    let fixture = try await TripsFixture()
    try await fixture.add(["depart": "8:05"])
    fixture.change { $0.journeys = [] }
    #expect(try await fixture.trips.map(\.isAhead) == [true])
    #expect(try await fixture.trips.map(\.isImminent) == [false])
    #expect(try await fixture.text(.nextTrip) == "08:05 A → B; no train runs")
    fixture.change { $0.now = 496 }
    #expect(try await fixture.trips.map(\.isAhead) == [false])
    #expect(try await fixture.text(.nextTrip) == "no trip")
    fixture.change { $0.now = 480 + 1440 }
    #expect(try await fixture.mediator.perform(Trips.list, TripsQuery(within: 3)).isEmpty)
  }

  @Test func `every change can be undone, and publishes an event`() async throws {
    let fixture = try await TripsFixture()
    try await fixture.add()
    _ = try await fixture.mediator.perform(Trips.done, TripReference(id: 1))
    _ = try await fixture.mediator.perform(Trips.remove, TripReference(id: 1))
    for change in ["removing 'A → B'", "finishing 'A → B'", "adding 'A → B'"] {
      #expect(try await fixture.mediator.perform(Trips.undo).change == change)
    }
    #expect(try await fixture.trips.isEmpty)
    #expect(fixture.harness.published(TripsChanged.self).count == 6)
    await #expect(throws: StoreError.nothingToUndo) {
      try await fixture.mediator.perform(Trips.undo)
    }
    await #expect(throws: StoreError.unknownItem(1, noun: "trip")) {
      try await fixture.mediator.perform(Trips.done, TripReference(id: 1))
    }
  }

  @Test func `the trips that are done or over are removed and restored at once`() async throws {
    let fixture = try await TripsFixture()
    for _ in 1...3 { try await fixture.add() }
    _ = try await fixture.mediator.perform(Trips.done, TripReference(id: 2))
    #expect(try await fixture.mediator.perform(Trips.clear).trips.map(\.id) == [2])
    #expect(try await fixture.trips.map(\.trip.id) == [1, 3])
    fixture.change { $0.now = 480 + 1440 }
    #expect(try await fixture.mediator.perform(Trips.clear).trips.map(\.id) == [1, 3])
    #expect(try await fixture.mediator.perform(Trips.clear).trips.isEmpty)
    #expect(fixture.harness.published(TripsChanged.self).count == 6)
    for count in [2, 3] {
      #expect(try await fixture.mediator.perform(Trips.undo).change == "removing past trips")
      #expect(try await fixture.trips.count == count)
    }
  }

  @Test(
    arguments: [
      (.noJourney("A → B", reason: "r"), .failed, "no journey 'A → B': r; choose another time"),
      (
        .departed("A → B", day: "today at 08:00"), .badInput,
        "the trip 'A → B' departed today at 08:00; choose a later time or another day"
      ),
      (
        .nothingToChange(1), .badInput,
        "trip '1' would not change; give another from, to, date, depart, arrive or name"
      ),
      (
        .sameEnds("A"), .badInput,
        "'A' is both the start and the destination of the trip; choose another destination"
      ),
      (
        .alreadyDone(1, "A → B"), .failed,
        "trip '1', 'A → B', is done already; 'trips' lists all trips"
      ),
      (
        .longName("abc", bytes: 1001), .badInput,
        "the name 'abc…' of the trip has 1001 bytes, expected at most 1000; choose a shorter name"
      ),
      (.badDays(-1), .badInput, "'-1' is not a number of days; expected 0 or more"),
    ] as [(TripsError, FailureKind, String)])
  func `each error has a kind and says what to do`(
    error: TripsError, kind: FailureKind, remedy: String
  ) {
    #expect(error.kind == kind && error.description.contains(remedy))
  }

  @MainActor @Test func `the widget shows the next trip, and opens its journey`() async throws {
    let fixture = try await TripsFixture()
    let widget = try #require(TripsModule.widgets.first)
    #expect(await fixture.harness.open(widget).snapshot.text(on: Page(columns: 60)).isEmpty)
    try await fixture.add(["depart": "8:05", "name": "work"])
    let tester = await SceneTester(fixture.harness.open(widget))
    #expect(tester.text(columns: 60) == "today 08:15–08:30 work: A → B, in 15 min")
    try await tester.choose("1")
    let ends = try #require(tester.opened.first as? OriginDestination)
    #expect(ends.to.name == "B" && ends.time?.time.clock == "08:05")
  }

  @Test(
    arguments: [
      // Minutes after 00:00, and what is announced. The train departs at 08:15.
      (484, nil), (485, "Leave in 10 min: 08:15–08:30 A → B."),
      (495, "Leave now: 08:15–08:30 A → B."), (496, nil),
    ] as [(Int, String?)])
  func `ten minutes before the departure the trip is announced, later if no process ran then`(
    now: Int, announced: String?
  ) async throws {
    let fixture = try await TripsFixture()
    try await fixture.add(["depart": "8:05"])
    #expect(try await fixture.announcements(at: now) == [announced].compactMap(\.self))
  }

  @Test(arguments: [Trips.done, Trips.remove])
  func `a trip that is done or removed is not announced`(
    action: Action<TripReference, Trip>
  ) async throws {
    let fixture = try await TripsFixture()
    let trip = try await fixture.add(["depart": "8:05"])
    _ = try await fixture.mediator.perform(action, TripReference(id: trip.id))
    #expect(try await fixture.announcements(at: 490) == [])
  }

  @Test func `a trip that was changed is announced at its new time`() async throws {
    let fixture = try await TripsFixture()
    let trip = try await fixture.add(["depart": "8:05"])
    let request: Parameters = ["id": "\(trip.id)", "depart": "9:00"]
    _ = try await fixture.mediator.perform(Trips.change, request.decode(ChangeTrip.self))
    #expect(try await fixture.announcements(at: 490) == [])
    #expect(
      try await fixture.announcements(at: 530) == ["Leave in 10 min: 09:00–09:20 A → B."])
  }
}
