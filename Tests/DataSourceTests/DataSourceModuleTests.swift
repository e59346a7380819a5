import DataSourceInterface
import Foundation
import Mediator
import Testing

@testable import DataSource

struct DataSourceModuleTests {
  @Test func `every action of the manifest is answered`() async throws {
    let host = try await Host()
    let actions = host.mediator.actions.map(\.action.path)
    #expect(
      actions == [
        "data-source/check", "data-source/cities", "data-source/city", "data-source/install",
        "data-source/lines", "data-source/remove", "data-source/station",
        "data-source/stationDetails", "data-source/stations", "data-source/timetable",
        "data-source/use",
      ])
    #expect(try await host.perform(DataSource.timetable, nil).name == "Porto")
  }

  @Test func `a station is found by URL, and nothing is removed by one`() async throws {
    let host = try await Host()
    let url = "metro://data-source/station?name=trindade"
    let station = try JSONDecoder().decode(
      Station.self, from: await host.mediator.perform(url: url))
    #expect(station.name == "Trindade" && station.lines.map(\.name).contains("D"))
    await #expect(throws: MediatorError.notReachable(path: "data-source/remove", from: .remote)) {
      try await host.mediator.perform(url: "metro://data-source/remove?city=porto")
    }
  }

  @Test func `stations are found by name or listed, in the current city or another`() async throws {
    let host = try await Host()
    let city = try CityID.named("sample")
    try await host.install(as: city)
    let found = try await host.perform(DataSource.stations, StationSearch(text: "c", city: city))
    #expect(found.map(\.name) == ["Centre", "Docks"])
    let all = try await host.perform(DataSource.stations, StationSearch())
    #expect(all.count == 85)
    let few = try await host.perform(DataSource.stations, StationSearch(limit: 3))
    #expect(few == Array(all.prefix(3)))
    let none = try await host.perform(DataSource.stations, StationSearch(limit: -1))
    #expect(none == [])
  }
}
