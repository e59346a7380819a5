import DataSourceInterface
import Foundation
import Mediator
import ModuleTesting
import NetworkInterface
import NewsInterface
import Platform
import RealtimeInterface
import Testing

@testable import Realtime

@Suite(.timeLimit(.minutes(15))) struct RealtimeModuleTests {
  private let fixture: RealtimeFixture

  init() async throws {
    fixture = try await RealtimeFixture()
  }

  private func status() async throws -> RealtimeStatus.Source {
    let status = try await fixture.harness.mediator.perform(Realtime.status, CityQuery())
    return try #require(status.sources.first)
  }

  @Test func `an answer has what the address says`() async throws {
    fixture.answer.withLock { $0 = RealtimeFixture.file(delay: 180) }
    await fixture.ask()
    let patch = try #require(fixture.patches.values.last)
    #expect(patch.asOf == RealtimeFixture.start)
    #expect(patch.trips.map { $0.times.map(\.departure) } == [[28_980, 29_580, 30_180]])
  }

  @Test func `an address that does not answer is waited for two seconds only`() async throws {
    fixture.hangs.withLock { $0 = true }
    let question = Task { await fixture.askWatch() }
    try await wait { fixture.requests.values.count == 1 && fixture.clock.sleeperCount == 2 }
    fixture.pass(2)
    await question.value
    // The next question does not wait for the same request again.
    await fixture.askWatch()
    #expect(fixture.requests.values.count == 1)
    #expect(fixture.patches.values.isEmpty)
  }

  @Test func `an address is not asked again just after it was asked`() async throws {
    await fixture.askWatch()
    fixture.pass(14)
    await fixture.askWatch()
    #expect(fixture.requests.values.count == 1)
    fixture.pass(1)
    await fixture.askWatch()
    #expect(fixture.requests.values.count == 2)
  }

  @Test func `nobody is asked when nobody looks`() async throws {
    await fixture.askWatch()
    for count in 2...4 {
      try await wait { fixture.clock.sleeperCount == 1 }
      fixture.pass(30)
      try await wait { fixture.requests.values.count == count }
    }
    try await wait { fixture.clock.sleeperCount == 1 }
    fixture.pass(30)
    // The last question is two minutes ago, so nothing waits for the next request.
    try await wait { fixture.clock.sleeperCount == 0 }
    fixture.pass(3600)
    #expect(fixture.requests.values.count == 4)
    await fixture.askWatch()
    #expect(fixture.requests.values.count == 5)
  }

  @Test func `a change is handed over while somebody looks, and the same answer is not`()
    async throws
  {
    fixture.answer.withLock { $0 = RealtimeFixture.file(delay: 60) }
    await fixture.askWatch()
    try await wait { fixture.clock.sleeperCount == 1 }
    fixture.pass(30)
    try await wait { fixture.requests.values.count == 2 && fixture.clock.sleeperCount == 1 }
    #expect(fixture.patches.values.count == 1)
    fixture.answer.withLock { $0 = RealtimeFixture.file(delay: 120, at: 40) }
    fixture.pass(30)
    try await wait { fixture.patches.values.count == 2 }
    #expect(fixture.patches.values.last?.trips.first?.times.first?.departure == 28_920)
  }

  @Test func `an address that fails is asked less and less often, and what it said stays`()
    async throws
  {
    fixture.answer.withLock { $0 = RealtimeFixture.file(delay: 60) }
    await fixture.askWatch()
    fixture.answer.withLock { $0 = nil }
    try await wait { fixture.clock.sleeperCount == 1 }
    fixture.pass(30)
    try await wait { fixture.requests.values.count == 2 && fixture.clock.sleeperCount == 1 }
    fixture.pass(30)
    #expect(fixture.requests.values.count == 2)
    fixture.pass(30)
    try await wait { fixture.requests.values.count == 3 }
    let status = try #require(fixture.watch.knowledge.status.first)
    #expect(status.asOf == RealtimeFixture.start && status.used == 1)
    #expect(status.failure?.contains("503") == true)
  }

  @Test(arguments: [
    (FeedBytes.file(version: "3.0"), "version"),
    (Array("<html>".utf8), "web page"),
    (RealtimeFixture.file(delay: 60, at: 3600), "future"),
  ])
  func `an answer that cannot be used changes nothing, and says why`(
    answer: [UInt8], reason: String
  ) async throws {
    fixture.answer.withLock { $0 = answer }
    await fixture.ask()
    #expect(!fixture.patches.values.contains { !$0.isEmpty })
    let status = try await status()
    #expect(status.failure?.contains(reason) == true)
    #expect(status.address == "https://example.org/trips.pb")
  }

  @Test func `a delay of a day is not believed`() async throws {
    fixture.answer.withLock { $0 = RealtimeFixture.file(delay: 86_400) }
    await fixture.ask()
    #expect(fixture.patches.values.last?.trips.isEmpty == true)
    let status = try await status()
    #expect(status.unused == ["implausible time": 1])
  }

  @Test func `alerts become notices, with what they concern`() async throws {
    fixture.answer.withLock {
      $0 = FeedBytes.alert {
        $0.message(5) { $0.text(2, "L") }
        $0.number(7, 1)
        $0.message(10) { $0.message(1) { $0.text(1, "No\ntrains") } }
      }
    }
    await fixture.ask()
    let item = try #require(fixture.alerts.values.last?.items.first)
    #expect(item.title == "No trains" && item.line == "L" && item.effect == .noService)
    #expect(item.subjects == [NewsSubject(line: "L")] && item.isUrgent == true)
  }

  @Test(arguments: [
    (
      LiveSource.Key(.header, name: "api_key", value: "s3cret"),
      "https://example.org/trips.pb?key=1"
    ),
    (
      LiveSource.Key(.query, name: "token", value: "s3 cret"),
      "https://example.org/trips.pb?key=1&token=s3%20cret"
    ),
  ])
  func `a key is sent where the address wants it, and is not shown`(
    key: LiveSource.Key, url: String
  ) async throws {
    fixture.sources.withLock { $0 = [LiveSource(address: $0[0].address, key: key)] }
    await fixture.ask()
    let request = try #require(fixture.requests.values.first)
    #expect(request.url == url)
    #expect(request.headers == (key.place == .header ? ["api_key": "s3cret"] : [:]))
    let status = try await status()
    let shown = String(decoding: try JSONEncoder().encode(status), as: UTF8.self)
    #expect(!shown.contains("cret"))
  }

  @Test func `a city without sources asks nobody`() async throws {
    fixture.sources.withLock { $0 = [] }
    await fixture.ask()
    let status = try await fixture.harness.mediator.perform(Realtime.status, CityQuery())
    #expect(status.sources.isEmpty && fixture.requests.values.isEmpty)
    #expect(fixture.patches.values.isEmpty)
  }
}
