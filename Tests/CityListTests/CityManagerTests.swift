import CityListInterface
import Console
import DataSourceInterface
import Foundation
import Mediator
import ModuleTesting
import NetworkInterface
import Platform
import Testing

@testable import CityList

@Suite(.timeLimit(.minutes(15))) struct CityManagerTests {
  private let harness: ModuleHarness
  private let fixture = CityListFixture()
  private let address = CityListFixture.address

  init() async throws {
    harness = try await ModuleHarness(CityListModule.self)
    try fixture.stub(harness)
  }

  @Test func `a feed is downloaded and installed and its file is consumed`() async throws {
    #expect(try await harness.add(name: "北京").name == "北京")
    #expect(fixture.consumed.values == [address])
    let city = try await harness.city(.beijing)
    #expect(city.state == .ready && city.source?.feed == address)
  }

  @Test(arguments: [("\u{1B}[31m北\u{7}京 \n", "北京"), (" \u{202E}\u{0}", "Beijing")])
  func `control characters in a typed name are removed`(typed: String, name: String) async throws {
    #expect(try await harness.add(name: typed).name == name)
  }

  @Test func `a page instead of a feed is rejected and its download discarded`() async throws {
    let shown = "HTTPS://example.org/index.html"
    let expected = DataSourceError.notAFeed(shown, reason: "it says 'page'")
    await #expect(throws: expected) { try await harness.add(from: shown + "?key=secret") }
    #expect(fixture.records == [])
    #expect(try await !isListed(.beijing))
  }

  @Test
  func `a feed without trips changes neither the city nor its address`()
    async throws
  {
    try await harness.add()
    let source = try await harness.city(.beijing).source
    await #expect(throws: DataSourceError.replacementWithoutTrips(.beijing)) {
      try await harness.add(from: "https://example.org/expired.zip")
    }
    #expect(try await harness.city(.beijing).source == source)
    #expect(fixture.records.map(\.url) == [DownloadReference(url: address).id])
  }

  @Test func `the error of a download is thrown and its address removed`() async throws {
    let source = "https://example.org/missing"
    await #expect(throws: NetworkError.status(404, source)) {
      try await harness.add(from: source)
    }
    #expect(try await !isListed(.beijing))
  }

  @Test func `an address that fails is removed although Network does not answer`() async throws {
    fixture.hidesDownloads.withLock { $0 = true }
    await #expect(throws: NetworkError.self) {
      try await harness.add(from: "https://example.org/missing")
    }
    fixture.hidesDownloads.withLock { $0 = false }
    #expect(try await !isListed(.beijing))
  }

  @Test func `a download whose state Network does not tell can be resumed`() async throws {
    for lock in [fixture.hidesDownloads, fixture.breaksDownloads] { lock.withLock { $0 = true } }
    await #expect(throws: NetworkError.self) { try await harness.add(from: address) }
    fixture.hidesDownloads.withLock { $0 = false }
    #expect(try await !isListed(.beijing))
    #expect(fixture.records.map(\.received) == [40])
  }

  @Test func `adding a city that is busy does not change its address at any time`() async throws {
    let (starts, continuation) = AsyncStream<Void>.makeStream()
    fixture.onSlowDownload.withLock { $0 = { _ in continuation.yield() } }
    let slow = "https://example.org/slow"
    let first = Task { try await harness.add(from: slow) }
    for await _ in starts { break }
    let identity = try entryIdentity
    await #expect(throws: CityListError.busy(.beijing)) { try await harness.add(from: address) }
    // A write would have replaced the file.
    #expect(try entryIdentity == identity)
    #expect(try await harness.city(.beijing).source?.feed == slow)
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
  }

  /// The file number of the stored entry of Beijing.
  private var entryIdentity: UInt64 {
    get throws {
      let path = harness.folder.appending(path: "catalogue/beijing.json").path
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      return try #require(attributes[.systemFileNumber] as? UInt64)
    }
  }

  @Test func `an address that fails does not replace the previous one`() async throws {
    try await harness.add()
    await #expect(throws: NetworkError.self) {
      try await harness.add(from: "https://example.org/missing")
    }
    #expect(try await harness.city(.beijing).source?.feed == address)
  }

  @Test(arguments: ["http://example.org/gtfs.zip", "HTTP://example.org/gtfs.zip"])
  func `an address without encryption is an error, and that of the command names the option`(
    source: String
  ) async throws {
    await #expect(throws: NetworkError.plainHTTP(source)) {
      try await harness.add(from: source)
    }
    let error = CommandLineError.badValue(
      "source",
      reason: "'\(source)' is not encrypted; use an address with https, "
        + "or allow this one with '--plain-http'")
    await #expect(throws: error) { try await harness.run("city add beijing \(source)") }
    #expect(try await !isListed(.beijing))
  }

  @Test(arguments: ["http://example.org/gtfs.zip", "HTTP://example.org/gtfs.zip"])
  func `plain HTTP is used when the user allowed it for the address`(
    source: String
  ) async throws {
    #expect(try await harness.add(from: source, plainHttp: true).id == .beijing)
    #expect(try await !harness.update(.beijing).isNew)
  }

  @Test(arguments: [
    ("example.org/gtfs.zip", "example.org/gtfs.zip"),
    ("ftp://me:secret@example.org/gtfs.zip?key=a", "ftp://example.org/gtfs.zip"),
    ("://me:secret@example.org/gtfs.zip", "//example.org/gtfs.zip"),
  ])
  func `a source that is neither a file nor an address is an error without secrets`(
    source: String, shown: String
  ) async throws {
    await #expect(throws: CityListError.missingFile(shown)) {
      try await harness.add(from: source)
    }
  }

  @Test func `two addresses that differ only in their secrets are different downloads`()
    async throws
  {
    fixture.breaksDownloads.withLock { $0 = true }
    for (city, query) in [(CityID.beijing, "?city=1"), (.lisbon, "?city=2")] {
      await #expect(throws: NetworkError.self) {
        try await harness.add(city, from: address + query)
      }
    }
    #expect(fixture.records.count == 2)
    _ = try? await harness.remove(.lisbon)
    #expect(fixture.records.map(\.url) == [DownloadReference(url: address + "?city=1").id])
    #expect(try await harness.city(.beijing).progress == 0.4)
  }

  @Test func `a city has one job at a time and shows its progress`() async throws {
    let (starts, continuation) = AsyncStream<Void>.makeStream()
    fixture.onSlowDownload.withLock { $0 = { _ in continuation.yield() } }
    let first = Task { try await harness.add(from: "https://example.org/slow") }
    for await _ in starts { break }
    let city = try await harness.city(.beijing)
    #expect(city.state == .downloading && city.progress == 0.3)
    await #expect(throws: CityListError.busy(.beijing)) { try await harness.download(.beijing) }
    await #expect(throws: CityListError.busy(.beijing)) { try await harness.remove(.beijing) }
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    let states = harness.published(CityProgressed.self).map(\.state)
    #expect(states == [.downloading, .downloading])
  }

  @Test func `a city waits for others only while one of them is imported`() async throws {
    try await harness.add(from: "https://a.org/gtfs.zip")
    let states = harness.published(CityProgressed.self).map(\.state)
    #expect(states == [.downloading, .importing, .importing, .ready])
    let (starts, continuation) = AsyncStream<@Sendable () -> Void>.makeStream()
    fixture.onImport.withLock { $0 = { continuation.yield($0) } }
    let files = try ["lisbon.zip", "other.zip"].map { try harness.feedFile($0) }
    var imports = starts.makeAsyncIterator()
    let (waits, wait) = AsyncStream<Void>.makeStream()
    let subscription = harness.mediator.follow(CityProgressed.self) { event in
      if event.city == .other, event.state == .queued { wait.yield() }
    }
    let first = Task { try await harness.add(.lisbon, from: files[0]) }
    let finish = try #require(await imports.next())
    let second = Task { try await harness.add(.other, from: files[1]) }
    for await _ in waits { break }
    withExtendedLifetime(subscription) {}
    fixture.onImport.withLock { $0 = nil }
    finish()
    _ = try await (first.value, second.value)
    let waiting = harness.published(CityProgressed.self).filter { $0.state == .queued }
    #expect(waiting.map(\.city) == [.other])
  }

  @Test func `a city installed from a file discards its earlier download`() async throws {
    try await harness.add()
    #expect(fixture.records.count == 1)
    try await harness.add(from: harness.feedFile())
    #expect(fixture.records == [])
  }

  @Test(arguments: [nil, true])
  func `removing a city removes everything but an address to keep`(keeps: Bool?) async throws {
    try await harness.add()
    #expect(try await harness.remove(.beijing, keepAddress: keeps).id == .beijing)
    #expect(fixture.records == [])
    let remaining = try await harness.cities().filter { $0.id == .beijing }
    #expect(remaining.map(\.state) == (keeps == true ? [.absent] : []))
    guard keeps == nil else { return }
    await #expect(throws: DataSourceError.unknownCity(.beijing, installed: [.builtIn])) {
      try await harness.remove(.beijing, keepAddress: keeps)
    }
  }

  @Test func `the built-in city cannot be replaced, downloaded or removed`() async {
    let error = DataSourceError.builtIn(.builtIn)
    await #expect(throws: error) { try await harness.add(.builtIn, from: "x") }
    await #expect(throws: error) { try await harness.download(.builtIn) }
    await #expect(throws: error) { try await harness.remove(.builtIn) }
  }

  @Test func `a city from a file has no address for updates`() async throws {
    try await harness.add(.other, from: harness.feedFile())
    await #expect(throws: CityListError.noAddress(.other)) { try await harness.update(.other) }
  }

  @Test func `the error for an unknown city names a similar one`() async throws {
    let city = try #require(CityID("lisbonn"))
    await #expect(throws: CityListError.unknownCity(city, nearest: "lisbon")) {
      try await harness.download(city)
    }
    #expect(
      "\(CityListError.unknownCity(city, nearest: nil))" == "no city 'lisbonn' in the catalogue; "
        + "'cities' lists them; add another one from its feed")
  }

  private func isListed(_ city: CityID) async throws -> Bool {
    try await harness.cities().contains { $0.id == city }
  }
}
