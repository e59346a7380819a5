import DataSourceInterface
import Mediator
import StationsInterface
import TestSupport
import Testing

@testable import Stations

@Suite struct StationsModuleTests {
  @Test func `a search by name is DataSource's, without distances`() async throws {
    let kiosk = try await Kiosk()
    let search = StationSearch(text: "re", city: .builtIn, limit: 5)
    let found = try await kiosk.mediator.perform(Stations.search, search)
    #expect(found == [FoundStation(Kiosk.stations[2]), FoundStation(Kiosk.stations[3])])
    #expect(kiosk.searches.values == [search])
  }

  @Test(arguments: [(nil, 10), (2, 2)] as [(Int?, Int)])
  func `a place is answered with the nearest stations and their distances`(
    limit: Int?, asked: Int
  ) async throws {
    let kiosk = try await Kiosk()
    let found = try await kiosk.mediator.perform(
      Stations.search, StationSearch(text: "@41,-8", limit: limit))
    #expect(kiosk.searches.values.map(\.limit) == [asked])
    // A degree of a meridian has 111,195 metres.
    #expect(found.map(\.distance) == Array([0, 1001, 2002].prefix(limit ?? 3)))
  }

  @Test func `the neighbours of a station are those within a walk, itself left out`() async throws {
    let kiosk = try await Kiosk()
    let found = try await kiosk.mediator.perform(Stations.nearby, StationQuery(name: "Airport"))
    #expect(found.map(\.id) == ["B"])
    #expect(found.map(\.distance) == [1001])
    // Five besides itself.
    #expect(kiosk.searches.values.map(\.limit) == [6])
  }

  @Test func `a station without a place has no neighbours`() async throws {
    let kiosk = try await Kiosk()
    let found = try await kiosk.mediator.perform(Stations.nearby, StationQuery(name: "Nowhere"))
    #expect(found == [])
  }

  @Test func `departures are those of the station meant`() async throws {
    let kiosk = try await Kiosk()
    let found = try await kiosk.mediator.perform(
      Stations.departures, StationQuery(name: "Airport"))
    #expect(
      found.map(\.departures) == [
        [.init(date: ServiceDate(day: 0), time: ServiceTime(seconds: 32400), wait: 3600)]
      ])
    await #expect(throws: DataSourceError.unknownStation("X", city: "Sample", nearest: [])) {
      try await kiosk.mediator.perform(Stations.departures, StationQuery(name: "X"))
    }
    // The station is known, but no train of the timetable has heard of it.
    await #expect(throws: DataSourceError.unknownStation("Nowhere", city: "Sample", nearest: [])) {
      try await kiosk.mediator.perform(Stations.departures, StationQuery(name: "Nowhere"))
    }
  }
}
