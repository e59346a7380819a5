import Console
import DataSourceInterface
import Foundation
import Mediator
import ModuleManager
import Testing

@testable import DataSource

struct DataSourceModuleTests {
  @Test func `the module answers every action`() async throws {
    let fixture = try await DataSourceModuleFixture()
    #expect(
      DataSourceModule.manifest.answers.map(\.path).sorted() == [
        "data-source/check", "data-source/cities", "data-source/city",
        "data-source/current", "data-source/endpoints", "data-source/feedCredits",
        "data-source/install", "data-source/installed", "data-source/knownTimetable",
        "data-source/lines",
        "data-source/liveSources", "data-source/liveTimetable", "data-source/patch",
        "data-source/remove", "data-source/restorable", "data-source/restore",
        "data-source/setLiveSources", "data-source/station", "data-source/stationDetails",
        "data-source/stations", "data-source/timetable", "data-source/use",
      ])
    // This call starts the module, which fails if it does not answer what its manifest declares.
    #expect(try await fixture.perform(DataSource.timetable, nil).name == "Porto")
  }

  @Test func `a URL can find a station, but cannot remove a city`() async throws {
    let fixture = try await DataSourceModuleFixture()
    let url = "app://data-source/station?name=trindade"
    let station = try JSONDecoder().decode(
      Station.self, from: await fixture.mediator.perform(url: url))
    #expect(station.name == "Trindade" && station.lines.map(\.name).contains("D"))
    await #expect(throws: MediatorError.notExposed(path: "data-source/remove", to: .links)) {
      try await fixture.mediator.perform(url: "app://data-source/remove?city=porto")
    }
  }

  @Test func `stations of the current or another city are found and listed`() async throws {
    let fixture = try await DataSourceModuleFixture()
    let city = try CityID.named("sample")
    try await fixture.install(as: city)
    let found = try await fixture.perform(DataSource.stations, StationSearch(text: "c", city: city))
    #expect(found.map(\.name) == ["Centre", "Docks"])
    let all = try await fixture.perform(DataSource.stations, StationSearch())
    #expect(all.count == 85)
    let few = try await fixture.perform(DataSource.stations, StationSearch(limit: 3))
    #expect(few == Array(all.prefix(3)))
  }

  @Test func `the doctor warns about a city whose file cannot be opened`() async throws {
    let fixture = try await DataSourceModuleFixture()
    let city = try CityID.named("sample")
    try await fixture.install(as: city)
    let source = DataSourceModule.warnings[0]
    #expect(try await source.warnings(fixture.mediator) == [])
    try fixture.folder.write([1, 2, 3], to: "cities/sample.city")
    let warnings = try await source.warnings(fixture.mediator)
    let warning = try #require(warnings.first)
    #expect(warnings.count == 1)
    #expect(warning.hasPrefix("the files of 'sample' are damaged: "))
    #expect(warning.hasSuffix("; remove the city and add it again"))
  }

  @Test(arguments: [0, -1, .min])
  func `a search for fewer stations than one throws`(limit: Int) async throws {
    let fixture = try await DataSourceModuleFixture()
    await #expect(throws: DataSourceError.limitOutOfRange(limit)) {
      try await fixture.perform(DataSource.stations, StationSearch(limit: limit))
    }
  }

  @Test func `the error for an unknown station names another city that has it`() async throws {
    let fixture = try await DataSourceModuleFixture()
    let city = try CityID.named("sample")
    try await fixture.install(as: city)
    await #expect(
      throws: DataSourceError.stationElsewhere(
        "trindade", city: "Sample", name: "Trindade", .builtIn, otherCity: "Porto")
    ) { try await fixture.perform(DataSource.station, StationQuery(name: "trindade", city: city)) }
    await #expect(
      throws: DataSourceError.stationElsewhere(
        "Docks", city: "Porto", name: "Docks", city, otherCity: "Sample")
    ) { try await fixture.perform(DataSource.stationDetails, StationDetailsQuery(name: "Docks")) }
    let ends = try await fixture.perform(
      DataSource.endpoints, EndpointsQuery(city: city, texts: ["Trindade", "Docks"]))
    #expect(
      ends.results[0]
        == .failure(.unknownStation("Trindade", city: "Sample", nearest: [])))
    await #expect(
      throws: DataSourceError.stationElsewhere(
        "Trindade", city: "Sample", name: "Trindade", .builtIn, otherCity: "Porto")
    ) { try await ends.results[0].get(in: city, through: fixture.mediator) }
    let docks = try await ends.results[1].get(in: city, through: fixture.mediator)
    #expect(docks == .station(2, isExactName: true))
    await #expect(throws: DataSourceError.unknownStation("trind", city: "Sample", nearest: [])) {
      try await fixture.perform(DataSource.station, StationQuery(name: "trind", city: city))
    }
  }

  @Test(
    arguments: [
      ("", ["One", "Second Line"]), ("o", ["One"]), ("ｓec", ["Second Line"]),
      ("air", ["Airport Line"]),
      ("x", []),
    ])
  func `completion finds lines by the short name, or else by the long one`(
    typed: String, names: [String]
  ) async throws {
    let fixture = try await DataSourceModuleFixture()
    let feed = SampleFeed().with(
      "routes.txt",
      "route_id,route_short_name,route_long_name\n1,One,Airport Line\n2,,Second Line")
    try await fixture.install(feed, as: .named("sample"))
    guard case .names(_, let find) = Suggestions.lines else { return }
    #expect(try await find(["city": "sample", "text": typed], fixture.mediator) == names)
  }

  @Test func `endpoints are stations and places of one city`() async throws {
    let fixture = try await DataSourceModuleFixture()
    let city = try CityID.named("sample")
    try await fixture.install(as: city)
    let found = try await fixture.perform(
      DataSource.endpoints,
      EndpointsQuery(city: city, texts: ["docks", "id:C2", "airp", "@1,2", "@x", "X"]))
    let place = PointOfInterest(at: Coordinate(latitude: 1, longitude: 2))
    #expect(found.timetable.city == city && found.city.name == "Sample")
    #expect(
      found.results == [
        .success(.station(2, isExactName: true)), .success(.station(1, isExactName: true)),
        .success(.station(0, isExactName: false)), .success(.place(place)),
        .failure(.badCoordinate("@x")),
        .failure(.unknownStation("X", city: "Sample", nearest: [])),
      ])
  }
}
