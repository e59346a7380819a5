@testable import CityList
import CityListInterface
import Console
import DataSourceInterface
import Mediator
import NetworkInterface
import TestSupport
import Testing

@Suite struct CityListModuleCreditsTests {
  private let harness: ModuleHarness
  private let world = World()
  private var mediator: Mediator { harness.mediator }

  init() async throws {
    harness = try await ModuleHarness(CityListModule.self)
    try world.stub(harness)
  }

  @Test func `credits name the publisher, terms and address of what was downloaded`() async throws {
    let lisbon = try #require(CityID("lisbon"))
    let source = try #require(
      try await mediator.perform(CityList.cities, CitySearch()).first { $0.id == lisbon }?.source)
    world.install(.sample(lisbon, name: "Lisboa"))
    // A newer feed, on its way.
    world.keep(DownloadRecord(url: source.feed, received: 3))
    let address = AddCity(city: .beijing, source: "https://me:secret@example.org/gtfs.zip")
    _ = try await mediator.perform(CityList.add, address)
    let credits = try await CityListModule.credits(through: mediator)
    #expect(
      credits == [
        Credit(
          work: "Beijing: timetable", author: "whom its feed does not name",
          source: "https://example.org/gtfs.zip"),
        Credit(
          work: "Lisboa: timetable", author: try #require(source.publisher),
          licence: source.licence, source: source.feed),
      ])
  }

  @Test func `a file under the id of a city of the catalogue is not credited to its publisher`()
    async throws
  {
    let lisbon = try #require(CityID("lisbon"))
    world.install(.sample(lisbon, name: "Lisboa"))
    let credits = try await CityListModule.credits(through: mediator)
    #expect(credits == [Credit(work: "Lisboa: timetable", author: "whom its feed does not name")])
  }

  @Test func `credits say what the feeds say where nobody answers for downloads`() async throws {
    let mediator = Mediator()
    try mediator.answer(DataSource.cities) { _ in [.sample(.beijing, name: "Beijing")] }
    let credits = try await CityListModule.credits(through: mediator)
    #expect(credits.map(\.work) == ["Beijing: timetable"])
  }
}
