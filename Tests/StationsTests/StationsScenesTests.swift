import BookmarksInterface
import Console
import DataSourceFixture
import DataSourceInterface
import Documents
import Mediator
import ModuleTesting
import Platform
import Scenes
import StationsInterface
import Testing

@testable import Stations

@MainActor
@Suite(.timeLimit(.minutes(15))) struct StationsScenesTests {
  private let fixture: StationsFixture

  init() async throws { fixture = try await StationsFixture() }

  @Test func `selecting a station opens its page and selecting a neighbour opens another`()
    async throws
  {
    let tester = await SceneTester(StationScenes.finder(through: fixture.mediator))
    try await tester.choose("1")
    #expect(tester.text().hasPrefix("timetable\n\nNext departures\n"))
    #expect(tester.scene.title == "Airport")
    try await tester.choose(try #require(tester.scene.sections.last?.rows.first?.id))
    #expect(tester.scene.title == "西直门")
    #expect(fixture.dataSource.searches.values.map(\.city) == [nil, nil, nil])
  }

  @Test func `the scene of a place shows the departures of the stations around it`() async throws {
    let query = StationDetailsQuery(name: "@41,-8", city: .builtIn)
    let scene = try #require(
      try StationsModule.scenes[0].makeScene(for: query, fixture.mediator))
    let tester = await SceneTester(scene)
    #expect(scene.title == "Stations around @41,-8")
    #expect(
      tester.text(columns: 60) == """
        Airport  0 m, 0 min on foot
        [1]  C  09:00

        西直门  1 km, 19 min on foot
        [1]  C  09:10

        """)
    try await tester.choose("2")
    #expect(tester.scene.title == "西直门")
  }

  @Test(arguments: ["@41,-8", "Airport"])
  func `an open scene shows the departures of the moment at which the host returns`(
    name: String
  ) async throws {
    let query = StationDetailsQuery(name: name, city: .builtIn)
    let scene = try #require(
      try StationsModule.scenes[0].makeScene(for: query, fixture.mediator))
    await scene.open()
    #expect(scene.snapshot.text(on: Page(columns: 60)).contains("[1]  C  09:00"))
    fixture.time.withLock { $0 += 3601 }
    await fixture.harness.enterForeground()
    #expect(!scene.snapshot.text(on: Page(columns: 60)).contains("[1]  C  09:00"))
    #expect(scene.sections[0].state.error == nil)
  }

  @Test func `a key adds a bookmark for the station, as soon as it is loaded`() async throws {
    let page = StationScenes.page(StationDetailsQuery(name: "id:B"), fixture.mediator)
    #expect(page.action(for: "b", on: nil) == nil)
    #expect(try await SceneTester(page).press("b") == "Added bookmark '西直门'.")
    #expect(fixture.addedBookmarks.values == [AddBookmark(name: "西直门", from: "id:B")])
  }

  @Test func `the list shows the results of the typed text`() async throws {
    let list = StationScenes.finder(through: fixture.mediator)
    await list.open()
    let search = try #require(list.search)
    for (typed, found) in [("re", ["C", "N"]), ("", ["A", "B", "C", "N"]), ("zzz", [])] {
      await search(typed)
      #expect(list.sections[0].rows.map(\.id) == found)
    }
  }

  @Test func `stations are found although the bookmarks are damaged`() async throws {
    fixture.breaksBookmarks.withLock { $0 = true }
    let list = StationScenes.finder(through: fixture.mediator)
    await list.open()
    #expect(list.sections[0].rows.map(\.id) == ["A", "B", "C", "N"])
  }

  @Test(arguments: [
    (typed: "", found: ["C", "N", "A", "B"]), ("re", ["C", "N"]), ("Airport", ["A"]),
  ])
  func `the stations that a person uses often are found first`(
    typed: String, found: [String]
  ) async throws {
    fixture.bookmarks.withLock {
      $0 = [Bookmark(name: "n", city: .builtIn, from: PointOfInterest(id: "N", name: "Nowhere"))]
    }
    fixture.history.withLock { $0 = Array(repeating: "gone", count: 11) }
    let picker = try await fixture.mediator.perform(Stations.picker, nil).scene("From") { _ in }
    for list in [picker, StationScenes.finder(through: fixture.mediator)] {
      await list.open()
      await list.search?(typed)
      let rows = list.sections.last?.rows ?? []
      #expect(rows.map(\.id) == found)
      #expect(rows.first?.group?.title == (typed == "Airport" ? nil : "often used"))
      #expect(rows.last?.group?.title == (typed.isEmpty ? "all others" : rows.first?.group?.title))
    }
  }

  @Test(arguments: [
    (typed: "", row: "B", result: "id:B"),
    (typed: "@41,-8", row: "@41.0,-8.0", result: "@41.0,-8.0"),
    (typed: "@41,-8", row: "C", result: "id:C"),
  ])
  func `selecting a station or a place in the picker ends it with the selection`(
    typed: String, row: String, result: String
  ) async throws {
    let journey = ListScene("Journey", [])
    var origin: PointOfInterest?
    let picker = try await fixture.mediator.perform(Stations.picker, nil)
    journey.push { end in
      picker.scene("From", end)
    } onResult: {
      origin = $0
    }
    let scene = try #require(journey.pushed)
    #expect(scene.title == "From")
    let tester = await SceneTester(scene)
    await scene.search?(typed)
    try await tester.choose(row)
    #expect(origin?.reference == result && origin?.coordinate != nil)
    #expect(journey.pushed == nil)
  }

  @Test func `forms choose a station from the same list, which sends its id and shows its name`()
    async throws
  {
    let scene = ListScene("Visits", [])
    scene.environment.pickers = StationsModule.pickers.map { $0.picker(through: fixture.mediator) }
    let visit = Task {
      try await scene.fill("Visit", calls: DataSource.station, through: fixture.mediator)
    }
    try await wait { scene.pushed?.form != nil }
    let form = try #require(scene.pushed?.form)
    form.press(.right, in: "name")
    try await SceneTester(#require(scene.pushed?.pushed)).choose("B")
    let chosen = form.fields.first?.value
    #expect(chosen?.text == "id:B" && chosen?.label == "西直门")
    scene.pop()
    #expect(try await visit.value == nil)
  }

  @Test func `the picker shows a typed place before the stations around it`() async throws {
    let picker = try await fixture.mediator.perform(Stations.picker, nil)
    let scene = picker.scene("From") { _ in }
    await scene.open()
    await scene.search?("@41,-8")
    #expect(
      scene.snapshot.text(on: Page(columns: 40)) == """
        @41.0,-8.0  this place

        Airport  [1]                         0 m
        西直门   [1] [2] [3] [4] [5] [6] …  1 km
        Centre                              2 km
        """)
  }

  @Test func `the widget shows the next departures of bookmarked and recent stations`() async throws
  {
    let widget = try #require(StationsModule.widgets.first)
    #expect(await fixture.harness.open(widget).snapshot.text(on: Page(columns: 60)).isEmpty)
    func bookmark(_ id: String, to: String? = nil) -> Bookmark {
      Bookmark(
        name: id, city: .builtIn, from: PointOfInterest(id: id, name: "Station \(id)"),
        to: to.map { PointOfInterest(id: $0, name: TranslatedName($0)) })
    }
    fixture.bookmarks.withLock { $0 = [bookmark("B"), bookmark("C", to: "A"), bookmark("gone")] }
    fixture.history.withLock { $0 = ["A", "B"] }
    let tester = await SceneTester(fixture.harness.open(widget))
    for columns in [40, 60] {
      #expect(
        tester.text(columns: columns) == """
          Station B  [1]  C  09:10
          Station A  [1]  C  09:00
          """)
    }
    try await tester.choose("1")
    let query = try #require(tester.opened.first as? StationDetailsQuery)
    #expect(query.name == "id:B" && query.city == .builtIn)
  }

  @Test func `the widget shows the nearest station of a bookmarked place`() async throws {
    let widget = try #require(StationsModule.widgets.first)
    let place = PointOfInterest(at: Coordinate(latitude: 41, longitude: -8), name: "Home")
    fixture.bookmarks.withLock { $0 = [Bookmark(name: "Home", city: .builtIn, from: place)] }
    let tester = await SceneTester(fixture.harness.open(widget))
    #expect(tester.text(columns: 60) == "Airport  [1]  C  09:00")
  }

  @Test func `a departure opens the stops of its train, and each of them its station`() async throws
  {
    let tester = await SceneTester(
      StationScenes.page(StationDetailsQuery(name: "id:A"), fixture.mediator))
    _ = try await tester.choose("1 C")
    #expect(tester.scene.title == "1 to C")
    #expect(
      tester.text(columns: 60) == """
        09:00  A
        09:10  B
        09:20  C
        """)
    _ = try await tester.choose("1")
    #expect(tester.opened.first as? StationDetailsQuery == StationDetailsQuery(name: "id:B"))
  }

  @Test(arguments: [("f" as Shortcut, JourneyEnd.Role.start), ("t", .destination)])
  func `from the page of a station, a journey begins or ends there`(
    key: Shortcut, role: JourneyEnd.Role
  ) async throws {
    let tester = await SceneTester(
      StationScenes.page(StationDetailsQuery(name: "id:A"), fixture.mediator))
    _ = try await tester.press(key)
    let end = try #require(tester.opened.first as? JourneyEnd)
    #expect(end.place.id == "A" && end.role == role)
  }

  @Test func `the stations of a search are loaded in pages`() async throws {
    let mediator = Mediator()
    let found = (1...1200).map {
      FoundStation(Station(id: "\($0)", name: "Stop \($0)", coordinate: nil, lines: []))
    }
    try mediator.answer(DataSource.city) { _ in .sample() }
    try mediator.answer(Stations.search) { _ in found }
    let scene = StationScenes.finder(through: mediator)
    await scene.open()
    #expect(scene.items(as: FoundStation.self) == Array(found.prefix(500)))
    for _ in 0..<2 { await scene.loadMore() }
    #expect(scene.items(as: FoundStation.self) == found)
    #expect(scene.sections.allSatisfy { !$0.hasMore })
  }
}
