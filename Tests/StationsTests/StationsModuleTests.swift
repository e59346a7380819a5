import BookmarksInterface
import Console
import DataSourceFixture
import DataSourceInterface
import Documents
import Foundation
import Mediator
import ModuleTesting
import NewsInterface
import Platform
import StationsInterface
import Testing

@testable import Stations

@Suite struct StationsModuleTests {
  private let fixture: StationsFixture

  init() async throws { fixture = try await StationsFixture() }

  @Test func `a search by name has no distances`() async throws {
    let search = StationSearch(text: "re", city: .builtIn, limit: 5)
    let found = try await fixture.mediator.perform(Stations.search, search)
    #expect(
      found == [
        FoundStation(StationsFixture.stations[2]), FoundStation(StationsFixture.stations[3]),
      ])
    #expect(fixture.dataSource.searches.values == [search])
  }

  @Test(arguments: [(nil, 10), (2, 2)] as [(Int?, Int)])
  func `a search by coordinate returns the nearest stations with their distances`(
    limit: Int?, asked: Int
  ) async throws {
    let found = try await fixture.mediator.perform(
      Stations.search, StationSearch(text: "@41,-8", limit: limit))
    #expect(fixture.dataSource.searches.values.map(\.limit) == [asked])
    // A degree of latitude is 111,195 metres.
    #expect(found.map(\.distance) == Array([0, 1001, 2002].prefix(limit ?? 3)))
  }

  @Test func `the neighbours of a station are within walking distance and exclude it`() async throws
  {
    let found = try await fixture.mediator.perform(Stations.nearby, StationQuery(name: "Airport"))
    #expect(found.map(\.id) == ["B"])
    #expect(found.map(\.distance) == [1001])
    // Five neighbours and the station itself.
    #expect(fixture.dataSource.searches.values.map(\.limit) == [6])
  }

  @Test func `the time to a neighbour is that of the feed if it has one`() async throws {
    let found = try await fixture.mediator.perform(Stations.nearby, StationQuery(name: "Centre"))
    #expect(found.map(\.id) == ["B"] && found.map(\.transferSeconds) == [420])
    #expect(found.map(\.walkingTime) == [.seconds(420)])
  }

  @Test func `a station without a coordinate has no neighbours`() async throws {
    let found = try await fixture.mediator.perform(Stations.nearby, StationQuery(name: "id:N"))
    #expect(found == [])
  }

  @Test func `departures are those of the station`() async throws {
    let found = try await fixture.mediator.perform(
      Stations.departures, StationQuery(name: "Airport"))
    #expect(
      found.map(\.departures) == [
        [.init(date: CalendarDate(day: 0), time: ServiceTime(seconds: 32400), wait: 3600)]
      ])
    await #expect(throws: DataSourceError.unknownStation("X", city: "Sample", nearest: [])) {
      try await fixture.mediator.perform(Stations.departures, StationQuery(name: "X"))
    }
    // DataSource knows the station, but the timetable does not contain it.
    await #expect(throws: DataSourceError.unknownStation("Nowhere", city: "Sample", nearest: [])) {
      try await fixture.mediator.perform(Stations.departures, StationQuery(name: "id:N"))
    }
  }

  @Test func `a board has the notices that concern its departures`() async throws {
    fixture.notices.withLock {
      $0 = [
        NewsItem(id: "n", title: "Line 1 is late", body: "", line: "1", effect: .delays),
        NewsItem(id: "o", title: "Line 2 is late", body: "", line: "2", effect: .delays),
      ]
    }
    let board = try await fixture.mediator.perform(
      Stations.board, BoardQuery(stations: ["id:A"]))
    #expect(board.stations.first?.notices?.map(\.title) == ["Line 1 is late"])
    let text = Page(columns: 60).text(of: BoardView.document(board))
    #expect(text.contains("Airport\n! Line 1 is late\n"))
  }

  @Test func `a board has the stations in the order of the query`() async throws {
    let board = try await fixture.mediator.perform(
      Stations.board, BoardQuery(stations: ["Centre", "id:A"]))
    #expect(board.city == .builtIn && board.cityName == "Sample" && board.time.clock == "08:00")
    #expect(board.stations.map(\.station.name) == ["Centre", "Airport"])
    #expect(board.stations.map(\.departures.count) == [0, 1])
    #expect(board.stations.map(\.reason) == ["Passengers cannot board a train here.", nil])
  }

  @Test func `a board lists a station once that several texts mean`() async throws {
    let board = try await fixture.mediator.perform(
      Stations.board, BoardQuery(stations: ["id:B", "@41,-8", "id:A", "id:B"]))
    #expect(board.stations.map(\.station.id) == ["B", "A"])
  }

  @Test func `the board of a place has the stations within walking distance`() async throws {
    let board = try await fixture.mediator.perform(
      Stations.board, BoardQuery(stations: ["@41,-8"]))
    #expect(board.stations.map(\.station.id) == ["A", "B"])
    #expect(board.stations.map(\.station.distance) == [0, 1001])
    #expect(board.stations.map(\.station.walkingTime) == [.zero, .seconds(1085)])
  }

  @Test func `without a station within walking distance, the board has the nearest one`()
    async throws
  {
    let board = try await fixture.mediator.perform(
      Stations.board, BoardQuery(stations: ["@41.1,-8"]))
    #expect(board.stations.map(\.station.id) == ["C"])
  }

  @Test func `a board says that the timetable has ended`() async throws {
    fixture.dataSource.install(
      .sample(CityID("old") ?? .builtIn, name: "Old", isExpired: true))
    let board = try await fixture.mediator.perform(
      Stations.board, BoardQuery(stations: ["Centre"], city: CityID("old")))
    #expect(board.expiryNote == "timetable ended 2243-10-17")
    #expect(
      board.stations[0].reason
        == "The timetable ended 2243-10-17; update it, or add a newer feed, under 'cities'.")
    let text = try await fixture.text(.station, ["name": "Centre", "city": "old"])
    #expect(text.hasPrefix("Centre\ntimetable ended 2243-10-17\n"))
  }

  @Test func `a board without stations has those of the bookmarks of the city, also around places`()
    async throws
  {
    let (home, work) = (
      PointOfInterest(id: "C", name: "Centre"), PointOfInterest(id: "A", name: "Airport")
    )
    let place = PointOfInterest(at: Coordinate(latitude: 41, longitude: -8))
    fixture.bookmarks.withLock {
      $0 = [
        Bookmark(name: "Home", city: .builtIn, from: home),
        Bookmark(name: "Journey", city: .builtIn, from: work, to: home),
        Bookmark(name: "Place", city: .builtIn, from: place),
        Bookmark(name: "Work", city: .builtIn, from: work),
        Bookmark(name: "Office", city: .builtIn, from: work),
      ]
    }
    let board = try await fixture.mediator.perform(Stations.board, BoardQuery())
    #expect(board.stations.map(\.station.id) == ["C", "A", "B"])
  }

  @Test(arguments: [
    (name: "Home", stations: ["C"]), (name: "Place", stations: ["A", "B"]),
    (name: "Airport", stations: ["A"]),
  ])
  func `the name of a bookmark means its station, or the stations around its place`(
    name: String, stations: [String]
  ) async throws {
    let centre = PointOfInterest(id: "C", name: "Centre")
    let place = PointOfInterest(at: Coordinate(latitude: 41, longitude: -8))
    fixture.bookmarks.withLock {
      $0 = [
        Bookmark(name: "Home", city: .builtIn, from: centre),
        Bookmark(name: "Place", city: .builtIn, from: place),
        // A station has this name, which takes precedence.
        Bookmark(name: "Airport", city: .builtIn, from: centre),
      ]
    }
    let board = try await fixture.mediator.perform(
      Stations.board, BoardQuery(stations: [name], city: .builtIn))
    #expect(board.stations.map(\.station.id) == stations)
    let page = try await fixture.text(.station, ["name": name])
    for station in StationsFixture.stations where stations.contains(station.id) {
      #expect(page.contains(station.name), "\(page)")
    }
  }

  @Test func `without a bookmarked station, a board needs stations`() async throws {
    await #expect(throws: StationsError.noBookmarkedStations(city: "Sample")) {
      try await fixture.mediator.perform(Stations.board, BoardQuery())
    }
  }

  @Test func `without the module Bookmarks, no station is bookmarked`() async throws {
    let mediator = Mediator()
    try DataSourceStub().stub(on: mediator)
    let service = StationLookup(mediator: mediator, now: { Date(timeIntervalSince1970: 0) })
    await #expect(throws: StationsError.noBookmarkedStations(city: "Sample")) {
      try await service.board(BoardQuery())
    }
  }

  @Test func `a bookmark of a station that has gone does not hide the others`() async throws {
    fixture.bookmarks.withLock {
      // DataSource does not know the first one, and the timetable does not contain the second.
      $0 = ["gone", "N", "A"].map {
        Bookmark(name: $0, city: .builtIn, from: PointOfInterest(id: $0, name: "Old \($0)"))
      }
    }
    let board = try await fixture.mediator.perform(Stations.board, BoardQuery())
    let reason = "The timetable has no such station any more."
    #expect(board.stations.map(\.station.name) == ["Old gone", "Old N", "Airport"])
    #expect(board.stations.map(\.reason) == [reason, reason, nil])
    #expect(board.stations.map(\.departures.count) == [0, 0, 1])
  }
}
