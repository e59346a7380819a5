import BookmarksInterface
import Console
import DataSourceInterface
import Foundation
import ListScene
import Mediator
import StationsInterface
import TestSupport
import Testing

@testable import Stations

@MainActor
@Suite struct StationSceneTests {
  @Test func `stations are listed with their lines and ids`() async throws {
    let text = try await Kiosk().text(.stations, columns: 70)
    #expect(
      text == """
        Airport  [1]                                    id:A
        西直门   [1] [2] [3] [4] [5] [6] [7] [8] [9]    id:B
        Centre                                          id:C
        Nowhere                                         id:N
        """)
  }

  @Test func `near a place they come with distances`() async throws {
    let text = try await Kiosk().text(.stations, ["text": "@41,-8"], columns: 40)
    #expect(
      text == """
        Airport  [1]                         0 m
        西直门   [1] [2] [3] [4] [5] [6] …  1 km
        Centre                              2 km
        """)
  }

  @Test func `a search that finds nothing says so`() async throws {
    let text = try await Kiosk().text(.stations, ["text": "x\u{1B}[2J"])
    #expect(text == "No station fits 'x'.")
  }

  @Test func `a program gets the same stations`() async throws {
    let json = try await Kiosk().answer(.stations, ["text": "Air"]).json
    #expect(try JSONDecoder().decode([Station].self, from: json) == [Kiosk.stations[0]])
  }

  @Test func `a page has names, lines, ways, trains and neighbours`() async throws {
    let text = try await Kiosk().text(.station, ["name": "西直门", "date": "2026-11-20"], columns: 60)
    #expect(
      text == """
        西直门
        Xizhimen
        [1] [2] [3] [4] [5] [6] [7] [8] [9]
        Trains can be reached without steps.
        Platforms: 2
        Ways: lift, stairs
        Entrances: Gate 1, Gate 2, Gate 3, Gate 4, Gate 5, Gate 6,
        Gate 7, Gate 8, Gate 9, Gate 10, Gate 11, Gate 12 and 2 more

        First and last trains, 2026-11-20
                     first   last
        [1]  Centre  06:00  25:00

        Next departures
        [1]  C  09:10

        Nearby
        Airport  [1]  1 km  17 min
        Centre        1 km  17 min
        """)
  }

  @Test(arguments: [40, 120]) func `a page fits the terminal`(columns: Int) async throws {
    let text = try await Kiosk().text(.station, ["name": "西直门"], columns: columns)
    for line in text.split(separator: "\n") { #expect(String(line).columns <= columns) }
  }

  @Test func `a station that is not there is an error, not an empty page`() async throws {
    let kiosk = try await Kiosk()
    await #expect(throws: DataSourceError.unknownStation("X", city: "Sample", nearest: [])) {
      try await kiosk.answer(.station, ["name": "X"])
    }
  }

  @Test func `a program gets the parts of the page`() async throws {
    struct Page: Decodable {
      let station: StationDetails
      let departures: [NextDepartures]
      let nearby: [FoundStation]
    }
    let json = try await Kiosk().answer(.station, ["name": "Airport"]).json
    let page = try JSONDecoder().decode(Page.self, from: json)
    #expect(page.station.station == Kiosk.stations[0])
    #expect(page.departures.map(\.headsign) == ["C"])
    #expect(page.nearby.map(\.id) == ["B"])
  }

  @Test func `to look a station up opens its page, and from there a neighbour's`() async throws {
    let kiosk = try await Kiosk()
    let list = StationScene.list(StationSearch(city: .builtIn), through: kiosk.mediator)
    await list.controller.open()
    let stations = list.controller.sections[0]
    stations.send(.selected, from: stations.rows[0])
    let page = try #require(list.pushed)
    await page.controller.open()
    #expect(page.snapshot.text(on: Page(columns: 80)).hasPrefix("Airport"))
    #expect(page.title == "Airport")
    let nearby = try #require(page.controller.sections.last)
    nearby.send(.selected, from: nearby.rows[0])
    let neighbour = try #require(page.pushed)
    await neighbour.controller.open()
    #expect(neighbour.title == "西直门")
    #expect(kiosk.searches.values.map(\.city) == [.builtIn, .builtIn, .builtIn])
  }

  @Test func `a station is kept as a bookmark`() async throws {
    let kiosk = try await Kiosk()
    let page = StationScene.page(StationDetailsQuery(name: "id:B"), kiosk.mediator)
    let keep = try #require(page.keys.first { $0.key == .character("b") })
    #expect(try await keep.press(nil) == nil)
    await page.controller.open()
    #expect(try await keep.press(nil) == "'西直门' is a bookmark now.")
    #expect(kiosk.kept.values == [AddBookmark(name: "西直门", from: "id:B")])
  }

  @Test func `what a person types is looked for anew`() async throws {
    let kiosk = try await Kiosk()
    let list = StationScene.list(StationSearch(text: "Air"), through: kiosk.mediator)
    await list.controller.open()
    let search = try #require(list.search)
    for (typed, found) in [("re", ["C", "N"]), ("", ["A", "B", "C", "N"]), ("zzz", [])] {
      await search(typed)
      #expect(list.controller.sections[0].rows.map(\.id) == found)
    }
  }

  @Test func `to choose one ends the scene with it`() async throws {
    let kiosk = try await Kiosk()
    let journey = ListScene("Journey", ListController())
    var origin: FoundStation?
    let choice = try await kiosk.mediator.perform(Stations.choice, nil)
    journey.push { end in
      choice.scene("From", end)
    } onResult: {
      origin = $0
    }
    let scene = try #require(journey.pushed)
    #expect(scene.title == "From")
    await scene.controller.open()
    let stations = scene.controller.sections[0]
    stations.send(.selected, from: stations.rows[1])
    #expect(origin == FoundStation(Kiosk.stations[1]))
    #expect(journey.pushed == nil)
  }
}
