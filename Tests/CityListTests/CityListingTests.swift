import CityListInterface
import DataSourceFixture
import DataSourceInterface
import Mediator
import ModuleTesting
import NetworkInterface
import Platform
import Testing

@testable import CityList

@Suite(.timeLimit(.minutes(15))) struct CityListingTests {
  private let harness: ModuleHarness
  private let fixture = CityListFixture()

  init() async throws {
    harness = try await ModuleHarness(CityListModule.self)
    try fixture.stub(harness)
  }

  @Test func `installed cities are listed before all others`() async throws {
    fixture.dataSource.install(.installed(.beijing, name: "Zzz"))
    #expect(try await harness.cities().prefix(2).map(\.id) == [.builtIn, .beijing])
  }

  @Test(arguments: [
    ("LISBO", ["lisbon"]), ("bucuresti", ["bucharest"]), ("東京", ["tokyo-toei"]),
    ("nowhere", []),
  ])
  func `a search finds ids, names, countries and publishers`(
    text: String, ids: [String]
  ) async throws {
    #expect(try await harness.cities(text).map(\.id.description) == ids)
  }

  @Test func `the list has addresses without secrets, and downloads use the whole ones`()
    async throws
  {
    let address = "https://me:secret@example.org/gtfs.zip?key=secret/gtfs.zip"
    try await harness.add(from: address)
    let checked = try await harness.mediator.perform(CityList.updates)
    #expect(checked.map(\.source?.feed) == [CityListFixture.address])
    #expect(fixture.consumed.values == [address])
    let city = try await harness.city(.beijing)
    #expect(city.state == .ready && city.source?.feed == CityListFixture.address)
    #expect(try await !harness.update(.beijing).isNew)
  }

  @Test func `a failure is removed with the city and a download of another process is shown`()
    async throws
  {
    let feed = try #require(try await harness.city(.lisbon).source?.feed)
    fixture.breaksDownloads.withLock { $0 = true }
    await #expect(throws: NetworkError.self) { try await harness.download(.lisbon) }
    #expect(try await harness.city(.lisbon).state == .failed)
    _ = try? await harness.remove(.lisbon)
    #expect(try await harness.city(.lisbon).state == .absent)
    fixture.add(DownloadRecord(url: feed, received: 1, total: 4, isActive: true))
    let city = try await harness.city(.lisbon)
    #expect(city.state == .downloading && city.progress == 0.25)
  }

  @Test func `an interrupted download is paused and can be resumed`() async throws {
    fixture.breaksDownloads.withLock { $0 = true }
    let broken = NetworkError.tooShort(CityListFixture.address, received: 40, expected: 100)
    await #expect(throws: broken) { try await harness.add() }
    let hint = "'app city download beijing' resumes it, 'app city remove beijing' discards it"
    let error = InterruptedDownload(
      city: .beijing, app: "app", reason: "\(broken)", kind: .failed)
    #expect(error.description == "\(broken); \(hint)")
    await #expect(throws: error) { try await harness.run("city download beijing") }
    let list = try await harness.run("cities --search beijing", columns: 120).text
    #expect(list.contains("failed\n\nbeijing: \(broken)"))
    var city = try await harness.city(.beijing)
    #expect(city.state == .failed && city.progress == 0.4 && city.reason == broken.description)
    fixture.breaksDownloads.withLock { $0 = false }
    // A new process knows only the files on disk.
    let restarted = try await ModuleHarness(CityListModule.self, folder: harness.folder)
    try fixture.stub(restarted)
    city = try #require(try await restarted.cities("beijing").first)
    #expect(city.state == .paused && city.progress == 0.4)
    #expect(try await restarted.run("city download").text.hasPrefix("Installed Beijing"))
  }

  /// A server may not say how large the feed is.
  @Test(arguments: [100, nil])
  func `a download that failed with a part of the feed is resumed without a name`(
    total: Int?
  ) async throws {
    let city = try #require(CityID("milan"))
    let feed = try #require(try await harness.city(city).source?.feed)
    let failure = NetworkError.tooShort(feed, received: 40, expected: 100).description
    fixture.add(DownloadRecord(url: feed, failure: failure))
    let nothing = "No interrupted downloads; name a city to download."
    #expect(try await harness.run("city download").text == nothing)
    fixture.add(DownloadRecord(url: feed, received: 40, total: total, failure: failure))
    let listed = try await harness.city(city)
    #expect(listed.state == .failed && listed.progress == total.map { 40 / Double($0) })
    #expect(try await harness.run("city download").text.hasPrefix("Installed Milano"))
  }

  @Test func `a failed check for updates is shown as the city's reason`() async throws {
    try await harness.add()
    let error = NetworkError.offline(host: "example.org")
    fixture.checkError.withLock { $0 = error }
    let checked = try await harness.mediator.perform(CityList.updates)
    #expect(checked.map(\.state) == [.ready] && checked.map(\.reason) == [error.description])
    let text = try await harness.run("cities --updates", columns: 120).text
    #expect(text.contains("not checked") && text.hasSuffix("\n\nbeijing: \(error)"))
    fixture.checkError.withLock { $0 = nil }
    #expect(try await harness.run("cities --updates").text.contains("up to date"))
  }
}
