@testable import CityList
import CityListInterface
import Console
import DataSourceFixture
import DataSourceInterface
import Mediator
import ModuleTesting
import NetworkInterface
import Testing

@Suite struct CityListCreditsTests {
  private let harness: ModuleHarness
  private let fixture = CityListFixture()
  private var mediator: Mediator { harness.mediator }

  init() async throws {
    harness = try await ModuleHarness(CityListModule.self)
    try fixture.stub(harness)
  }

  @Test func `the credit of a downloaded feed has its publisher, licence and address`() async throws
  {
    let lisbon = try #require(CityID("lisbon"))
    let source = try #require(
      try await mediator.perform(CityList.cities, CitySearch()).first { $0.id == lisbon }?.source)
    fixture.dataSource.install(.installed(lisbon, name: "Lisboa"))
    // A newer feed is being downloaded.
    fixture.add(DownloadRecord(url: source.feed, received: 3))
    let address = AddCity(city: .beijing, source: "https://me:secret@example.org/gtfs.zip")
    _ = try await mediator.perform(CityList.add, address)
    let credits = try await CityListModule.credits[0].credits(mediator)
    #expect(
      credits == [
        Credit(
          work: "Beijing: timetable", author: "an unnamed agency",
          source: "https://example.org/gtfs.zip"),
        Credit(
          work: "Lisboa: timetable", author: try #require(source.publisher),
          licence: source.licence, source: source.feed),
      ])
  }

  @Test func `a feed from a file is not credited to the catalogue's publisher`()
    async throws
  {
    let lisbon = try #require(CityID("lisbon"))
    fixture.dataSource.install(.installed(lisbon, name: "Lisboa"))
    let credits = try await CityListModule.credits[0].credits(mediator)
    #expect(credits == [Credit(work: "Lisboa: timetable", author: "an unnamed agency")])
  }

  @Test func `without a Network module a credit names the agency of the feed`() async throws {
    let mediator = Mediator()
    try mediator.answer(DataSource.cities) { _ in [.installed(.beijing, name: "Beijing")] }
    let credits = try await CityListModule.credits[0].credits(mediator)
    #expect(credits.map(\.work) == ["Beijing: timetable"])
  }
}
