import BookmarksInterface
import Console
import DataSourceFixture
import DataSourceInterface
import Foundation
import Mediator
import ModuleTesting
import Scenes
import StationsInterface
import Testing

@testable import Stations

@MainActor
@Suite(.timeLimit(.minutes(15))) struct StationsScenesTests {
  @Test func `stations are listed with their lines and ids`() async throws {
    let text = try await StationsFixture().text(.stations, columns: 70)
    #expect(
      text == """
        Airport  [1]                                  id:A
        西直门   [1] [2] [3] [4] [5] [6] [7] [8] [9]  id:B
        Centre                                        id:C
        Nowhere                                       id:N
        """)
  }

  @Test func `a search by coordinate shows distances`() async throws {
    let text = try await StationsFixture().text(.stations, ["text": "@41,-8"], columns: 40)
    #expect(
      text == """
        Airport  [1]                         0 m
        西直门   [1] [2] [3] [4] [5] [6] …  1 km
        Centre                              2 km
        """)
  }

  @Test func `a search without results shows a text`() async throws {
    let text = try await StationsFixture().text(.stations, ["text": "x\u{1B}[2J"])
    #expect(text == "No station matches 'x'.")
  }

  @Test func `the JSON output has the same stations`() async throws {
    let json = try await StationsFixture().answer(.stations, ["text": "Air"]).json
    #expect(try JSONDecoder().decode([Station].self, from: json) == [StationsFixture.stations[0]])
  }

  @Test func `a page has names, lines, access, departures and neighbours`() async throws {
    let text = try await StationsFixture().text(.station, ["name": "西直门"], columns: 60)
    #expect(
      text == """
        西直门
        Xizhimen
        [1] [2] [3] [4] [5] [6] [7] [8] [9]
        Trains can be reached without steps.
        Platforms: 2
        Access: lift, stairs
        Entrances: Gate 1, Gate 2, Gate 3, Gate 4, Gate 5, Gate 6,
        Gate 7, Gate 8, Gate 9, Gate 10, Gate 11, Gate 12 and 2 more

        First and last trains, Thu 1 Jan 1970
                     first     last
        [1]  Centre  06:00  01:00⁺¹

        Next departures
        [1]  C  09:10

        Nearby
        Airport  [1]  1 km  19 min
        Centre        1 km  19 min
        """)
  }

  @Test(arguments: [(day: "today", isShown: true), ("1970-01-01", true), ("2026-11-20", false)])
  func `the page of another day has no next departures, but its JSON output does`(
    day: String, isShown: Bool
  ) async throws {
    let fixture = try await StationsFixture()
    let answer = try await fixture.answer(.station, ["name": "西直门", "date": day])
    let text = answer.text(Page(columns: 60))
    #expect(text.contains("Next departures") == isShown && text.contains("09:10") == isShown)
    #expect(
      try String(decoding: answer.json, as: UTF8.self).contains("\"departures\":[{\"departures\""))
  }

  @Test(arguments: [40, 120]) func `a page fits the terminal`(columns: Int) async throws {
    let text = try await StationsFixture().text(.station, ["name": "西直门"], columns: columns)
    for line in text.split(separator: "\n") { #expect(String(line).columns <= columns) }
  }

  @Test func `an unknown station is an error`() async throws {
    let fixture = try await StationsFixture()
    await #expect(throws: DataSourceError.unknownStation("X", city: "Sample", nearest: [])) {
      try await fixture.answer(.station, ["name": "X"])
    }
  }

  @Test func `the JSON output has the sections of the page`() async throws {
    struct Page: Decodable {
      let station: StationDetails
      let departures: [NextDepartures]
      let nearby: [FoundStation]
    }
    let json = try await StationsFixture().answer(.station, ["name": "Airport"]).json
    let page = try JSONDecoder().decode(Page.self, from: json)
    #expect(page.station.station == StationsFixture.stations[0])
    #expect(page.departures.map(\.headsign) == ["C"])
    #expect(page.nearby.map(\.id) == ["B"])
  }

  @Test(
    arguments: [
      (arguments: ["near": "41,-8"], ids: ["A", "B"]), (["name": "@41,-8"], ["A", "B"]),
      (["name": "Airport", "watch": "true"], ["A"]),
    ] as [(arguments: Parameters, ids: [String])])
  func `the JSON output of other forms is a board`(
    arguments: Parameters, ids: [String]
  ) async throws {
    let json = try await StationsFixture().answer(.station, arguments).json
    let board = try JSONDecoder().decode(DepartureBoard.self, from: json)
    #expect(board.stations.map(\.station.id) == ids)
  }

  @Test(
    arguments: [
      (arguments: ["near": "@41,-8", "date": "fri"], form: "--near"),
      (["name": "@41,-8", "date": "fri"], "@lat,lon"),
      (["name": "Airport", "watch": "true", "date": "fri"], "--watch"),
    ] as [(arguments: Parameters, form: String)])
  func `a board has no day, and the error names the form that was typed`(
    arguments: Parameters, form: String
  ) async throws {
    let fixture = try await StationsFixture()
    await #expect(throws: CommandLineError.unusedOption("--date", command: "station \(form)")) {
      try await fixture.answer(.station, arguments)
    }
  }

  @Test func `selecting a station opens its page and selecting a neighbour opens another`()
    async throws
  {
    let fixture = try await StationsFixture()
    let list = StationScenes.finder(through: fixture.mediator)
    await list.open()
    let stations = list.sections[0]
    stations.send(.selected, from: stations.rows[0])
    let page = try #require(list.pushed)
    await page.open()
    #expect(page.snapshot.text(on: Page(columns: 80)).hasPrefix("Next departures\n"))
    #expect(page.title == "Airport")
    let nearby = try #require(page.sections.last)
    nearby.send(.selected, from: nearby.rows[0])
    let neighbour = try #require(page.pushed)
    await neighbour.open()
    #expect(neighbour.title == "西直门")
    #expect(fixture.dataSource.searches.values.map(\.city) == [nil, nil, nil])
  }

  @Test func `the scene of a place shows the departures of the stations around it`() async throws {
    let fixture = try await StationsFixture()
    let query = StationDetailsQuery(name: "@41,-8", city: .builtIn)
    let scene = try #require(
      try StationsModule.scenes[0].makeScene(for: query, fixture.mediator))
    await scene.open()
    #expect(scene.title == "Stations around @41,-8")
    #expect(
      scene.snapshot.text(on: Page(columns: 60)) == """
        Airport  0 m, 0 min on foot
        [1]  C  09:00

        西直门  1 km, 19 min on foot
        [1]  C  09:10

        """)
    let stations = scene.sections[0]
    stations.send(.selected, from: stations.rows[1])
    let page = try #require(scene.pushed)
    await page.open()
    #expect(page.title == "西直门")
  }

  @Test(arguments: ["@41,-8", "Airport"])
  func `an open scene shows the departures of the moment at which the host returns`(
    name: String
  ) async throws {
    let fixture = try await StationsFixture()
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

  @Test func `a key adds a bookmark for the station`() async throws {
    let fixture = try await StationsFixture()
    let page = StationScenes.page(StationDetailsQuery(name: "id:B"), fixture.mediator)
    let binding = try #require(page.keyBindings.first { $0.key == .character("b") })
    #expect(try await binding.press(nil) == nil)
    await page.open()
    #expect(try await binding.press(nil) == "Added bookmark '西直门'.")
    #expect(fixture.addedBookmarks.values == [AddBookmark(name: "西直门", from: "id:B")])
  }

  @Test func `the list shows the results of the typed text`() async throws {
    let fixture = try await StationsFixture()
    let list = StationScenes.finder(through: fixture.mediator)
    await list.open()
    let search = try #require(list.search)
    for (typed, found) in [("re", ["C", "N"]), ("", ["A", "B", "C", "N"]), ("zzz", [])] {
      await search(typed)
      #expect(list.sections[0].rows.map(\.id) == found)
    }
  }

  @Test func `stations are found although the bookmarks are damaged`() async throws {
    let fixture = try await StationsFixture()
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
    let fixture = try await StationsFixture()
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
    (typed: "", row: ["stations", "B"], result: "id:B"),
    (typed: "@41,-8", row: ["place", "@41.0,-8.0"], result: "@41.0,-8.0"),
    (typed: "@41,-8", row: ["stations", "C"], result: "id:C"),
  ])
  func `selecting a station or a place in the picker ends it with the selection`(
    typed: String, row: [String], result: String
  ) async throws {
    let fixture = try await StationsFixture()
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
    await scene.open()
    await scene.search?(typed)
    let section = try #require(scene.sections.first { $0.id == row[0] })
    section.send(.selected, from: try #require(section.rows.first { $0.id == row[1] }))
    #expect(origin?.reference == result && origin?.coordinate != nil)
    #expect(journey.pushed == nil)
  }

  @Test func `the picker shows a typed place before the stations around it`() async throws {
    let fixture = try await StationsFixture()
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
    let fixture = try await StationsFixture()
    let widget = try #require(StationsModule.widgets.first)
    #expect(await fixture.harness.open(widget).snapshot.text(on: Page(columns: 60)).isEmpty)
    func bookmark(_ id: String, to: String? = nil) -> Bookmark {
      Bookmark(
        name: id, city: .builtIn, from: PointOfInterest(id: id, name: "Station \(id)"),
        to: to.map { PointOfInterest(id: $0, name: $0) })
    }
    fixture.bookmarks.withLock { $0 = [bookmark("B"), bookmark("C", to: "A"), bookmark("gone")] }
    fixture.history.withLock { $0 = ["A", "B"] }
    let scene = await fixture.harness.open(widget)
    #expect(
      scene.snapshot.text(on: Page(columns: 60)) == """
        Station B  [1]  C  09:10
        Station A  [1]  C  09:00
        """)
    let item = try #require(scene.sections[0].rows.first?.item)
    let query = try #require(widget.value(opening: item) as? StationDetailsQuery)
    #expect(query.name == "id:B" && query.city == .builtIn)
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
