import CityListInterface
import Console
import DataSourceFixture
import DataSourceInterface
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import NetworkInterface
import Platform
import Testing

@testable import CityList

/// Updates of several cities: one without a feed, one with a server that stalls, and two good ones.
@Suite(.timeLimit(.minutes(15))) struct CityUpdatesTests {
  private let harness: ModuleHarness
  private let fixture = CityListFixture()

  init() async throws {
    harness = try await ModuleHarness(CityListModule.self)
    try fixture.stub(harness)
    let catalogue = Catalogue(DataFolder(harness.folder))
    let feeds = [
      ("city-a", "https://a.org/missing"), ("city-b", "https://b.org/slow"),
      ("city-c", "https://c.org/gtfs.zip"), ("city-d", "https://d.org/gtfs.zip"),
    ]
    for (name, feed) in feeds {
      let city = try #require(CityID(name))
      fixture.dataSource.install(.installed(city, name: name))
      try catalogue.added.store(CitySource(id: city, name: name, feed: feed))
    }
  }

  private func update(progress: ProgressReporter) async throws -> CommandResult {
    try await Command.updateCities.run(
      Invocation(
        parameters: ["all": "true"], mediator: harness.mediator, progress: progress,
        arguments: Command.updateCities.arguments))
  }

  @Test func `a server that stalls or fails does not delay the other cities`() async throws {
    let failSlowDownload = Lock<@Sendable () -> Void>({})
    let shown = Recorder<(text: String, fraction: Double?)>()
    fixture.onSlowDownload.withLock {
      $0 = { fail in
        failSlowDownload.withLock { $0 = fail }
        // The other cities may be ready before this download starts.
        if shown.values.contains(where: { $0.text.contains("3 of 4") }) { fail() }
      }
    }
    let result = try await update(
      progress: ProgressReporter { text, fraction in
        shown.record((text, fraction))
        guard text.contains("3 of 4") else { return }
        failSlowDownload.withLock { $0 }()
      })
    #expect(
      result.text(on: Page(columns: 200)) == """
        city-a: 'https://a.org/missing' answered with status 404; check the address
        city-b: 'https://b.org/slow' sent no data for 30 s; try again later
        Updated city-c: 425 stations, 1 line, until 2026-12-31.
        Updated city-d: 425 stations, 1 line, until 2026-12-31.
        """)
    #expect(result.failure == .notFound)
    #expect(fixture.imports.withLock { $0.most } == 1)
    #expect(shown.values.first?.text == "0 of 4 cities")
    let last = try #require(shown.values.last { $0.text.contains("3 of 4") })
    #expect(last.text == "3 of 4 cities; city-b: 0.0 of 0.0 MB")
    #expect(last.fraction == 3.15 / 4)
  }

  @Test func `an update can be cancelled while a server stalls`() async throws {
    let (signals, input) = AsyncStream<Void>.makeStream()
    let updating = Task {
      try await update(
        progress: ProgressReporter { text, _ in if text.contains("3 of 4") { input.yield() } })
    }
    for await _ in signals { break }
    updating.cancel()
    await #expect(throws: CancellationError.self) { try await updating.value }
    let listed = try await harness.cities("city-b")
    #expect(listed.map(\.id.description) == ["city-b"] && listed.map(\.state) == [.ready])
  }

  @Test
  func `cities with the same address are updated one after the other, each with the new feed`()
    async throws
  {
    let catalogue = Catalogue(DataFolder(harness.folder))
    for name in ["city-a", "city-b"] {
      let city = try #require(CityID(name))
      try catalogue.added.store(CitySource(id: city, name: name, feed: "https://c.org/gtfs.zip"))
    }
    let result = try await update(progress: ProgressReporter { _, _ in })
    #expect(result.failure == nil)
    let text = result.text(on: Page(columns: 200))
    #expect(["a", "b", "c"].allSatisfy { text.contains("Updated city-\($0): ") })
  }
}
