import DataSourceFixture
import DataSourceInterface
import Mediator
import ModuleTesting
import StationsInterface
import Testing

@testable import Stations

@Suite struct StationsModuleTests {
  @Test func `a search by name has no distances`() async throws {
    let fixture = try await StationsFixture()
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
    let fixture = try await StationsFixture()
    let found = try await fixture.mediator.perform(
      Stations.search, StationSearch(text: "@41,-8", limit: limit))
    #expect(fixture.dataSource.searches.values.map(\.limit) == [asked])
    // A degree of latitude is 111,195 metres.
    #expect(found.map(\.distance) == Array([0, 1001, 2002].prefix(limit ?? 3)))
  }

  @Test func `the neighbours of a station are within walking distance and exclude it`() async throws
  {
    let fixture = try await StationsFixture()
    let found = try await fixture.mediator.perform(Stations.nearby, StationQuery(name: "Airport"))
    #expect(found.map(\.id) == ["B"])
    #expect(found.map(\.distance) == [1001])
    // Five neighbours and the station itself.
    #expect(fixture.dataSource.searches.values.map(\.limit) == [6])
  }

  @Test func `a station without a coordinate has no neighbours`() async throws {
    let fixture = try await StationsFixture()
    let found = try await fixture.mediator.perform(Stations.nearby, StationQuery(name: "Nowhere"))
    #expect(found == [])
  }

  @Test func `departures are those of the station`() async throws {
    let fixture = try await StationsFixture()
    let found = try await fixture.mediator.perform(
      Stations.departures, StationQuery(name: "Airport"))
    #expect(
      found.map(\.departures) == [
        [.init(date: ServiceDate(day: 0), time: ServiceTime(seconds: 32400), wait: 3600)]
      ])
    await #expect(throws: DataSourceError.unknownStation("X", city: "Sample", nearest: [])) {
      try await fixture.mediator.perform(Stations.departures, StationQuery(name: "X"))
    }
    // DataSource knows the station, but the timetable does not contain it.
    await #expect(throws: DataSourceError.unknownStation("Nowhere", city: "Sample", nearest: [])) {
      try await fixture.mediator.perform(Stations.departures, StationQuery(name: "Nowhere"))
    }
  }
}
