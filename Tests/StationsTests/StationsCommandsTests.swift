import Console
import DataSourceInterface
import Foundation
import Mediator
import StationsInterface
import Testing

@testable import Stations

@Suite(.timeLimit(.minutes(15))) struct StationsCommandsTests {
  private let fixture: StationsFixture

  init() async throws { fixture = try await StationsFixture() }

  @Test func `stations are listed with their lines and, on a wide page, their ids`() async throws {
    #expect(try await !fixture.text(.stations, columns: 80).contains("id:"))
    let text = try await fixture.text(.stations, columns: 100)
    #expect(
      text == """
        Airport  [1]                                  id:A
        西直门   [1] [2] [3] [4] [5] [6] [7] [8] [9]  id:B
        Centre                                        id:C
        Nowhere                                       id:N
        """)
  }

  @Test func `a search by coordinate shows distances`() async throws {
    let text = try await fixture.text(.stations, ["text": "@41,-8"], columns: 40)
    #expect(
      text == """
        Airport  [1]                         0 m
        西直门   [1] [2] [3] [4] [5] [6] …  1 km
        Centre                              2 km
        """)
  }

  @Test func `a search without results shows a text`() async throws {
    let text = try await fixture.text(.stations, ["text": "x\u{1B}[2J"])
    #expect(text == "No station matches 'x'.")
  }

  @Test func `the JSON output has the same stations`() async throws {
    let json = try await fixture.answer(.stations, ["text": "Air"]).json
    #expect(try JSONDecoder().decode([Station].self, from: json) == [StationsFixture.stations[0]])
  }

  @Test func `a page has names, lines, access, departures and neighbours`() async throws {
    let text = try await fixture.text(.station, ["name": "西直门"], columns: 60)
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

        timetable

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
    let answer = try await fixture.answer(.station, ["name": "西直门", "date": day])
    let text = answer.text(on: Page(columns: 60))
    #expect(text.contains("Next departures") == isShown && text.contains("09:10") == isShown)
    #expect(
      try String(decoding: answer.json, as: UTF8.self).contains("\"departures\":[{\"departures\""))
  }

  @Test(arguments: [40, 120]) func `a page fits the terminal`(columns: Int) async throws {
    let text = try await fixture.text(.station, ["name": "西直门"], columns: columns)
    for line in text.split(separator: "\n") { #expect(String(line).columns <= columns) }
  }

  @Test func `an unknown station is an error`() async throws {
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
    let json = try await fixture.answer(.station, ["name": "Airport"]).json
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
    let json = try await fixture.answer(.station, arguments).json
    let board = try JSONDecoder().decode(DepartureBoard.self, from: json)
    #expect(board.stations.map(\.station.id) == ids)
  }

  @Test(arguments: ["西直门", "@41,x"])
  func `a place without a coordinate is an error that names it as it was typed`(
    place: String
  ) async throws {
    await #expect(throws: DataSourceError.badCoordinate(place)) {
      try await fixture.answer(.station, ["near": place])
    }
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
    await #expect(throws: CommandLineError.unusedOption("--date", command: "station \(form)")) {
      try await fixture.answer(.station, arguments)
    }
  }
}
