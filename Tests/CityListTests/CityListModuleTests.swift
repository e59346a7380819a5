import CityListInterface
import Console
import DataSourceFixture
import DataSourceInterface
import Documents
import Mediator
import ModuleTesting
import NetworkInterface
import Testing

@testable import CityList

/// The credits and warnings of the module.
@Suite struct CityListModuleTests {
  private let harness: ModuleHarness
  private let fixture = CityListFixture()
  private var credits: [Credit] {
    get async throws { try await CityListModule.credits[0].credits(harness.mediator) }
  }

  init() async throws {
    harness = try await ModuleHarness(CityListModule.self)
    try fixture.stub(harness)
  }

  @Test func `the credit of a downloaded feed has its publisher, licence and address`() async throws
  {
    let source = try #require(try await harness.city(.lisbon).source)
    fixture.dataSource.install(.installed(.lisbon, name: "Lisboa"))
    // A newer feed is being downloaded.
    fixture.add(DownloadRecord(url: source.feed, received: 3))
    try await harness.add(from: "https://me:secret@example.org/gtfs.zip")
    let expected = [
      Credit(
        work: "Beijing: timetable", author: "an unnamed agency",
        source: "https://example.org/gtfs.zip"),
      Credit(
        work: "Lisboa: timetable", author: try #require(source.publisher),
        licence: source.licence, source: source.feed),
    ]
    #expect(try await credits == expected)
  }

  @Test func `a feed from a file is not credited to the catalogue's publisher`()
    async throws
  {
    fixture.dataSource.install(.installed(.lisbon, name: "Lisboa"))
    let expected = Credit(work: "Lisboa: timetable", author: "an unnamed agency")
    #expect(try await credits == [expected])
  }

  @Test func `without a Network module a credit names the agency of the feed`() async throws {
    let mediator = Mediator()
    try mediator.answer(DataSource.cities) { _ in [.installed(.beijing, name: "Beijing")] }
    let credits = try await CityListModule.credits[0].credits(mediator)
    #expect(credits.map(\.work) == ["Beijing: timetable"])
  }

  @Test func `the doctor warns about timetables that have ended`() async throws {
    let source = CityListModule.warnings[0]
    #expect(try await source.warnings(harness.mediator) == [])
    fixture.dataSource.install(.expired(.beijing, name: "Beijing", hasService: true))
    fixture.dataSource.install(.expired(.lisbon, name: "Lisboa", hasService: false))
    #expect(
      try await source.warnings(harness.mediator) == [
        "Beijing: timetable ended 2026-12-31; add a newer feed with 'app city add beijing <feed>'",
        "Lisboa: timetable has no trains; run 'app city update lisbon'",
      ])
  }
}
