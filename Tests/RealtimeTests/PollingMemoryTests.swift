import DataSourceFixture
import DataSourceInterface
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import NetworkInterface
import NewsInterface
import Platform
import TestSupport
import Testing

@testable import Realtime

/// The memory of a watch while its source is asked for a long time.
@Suite(
  .enabled(if: TestOptions.isThorough && TestOptions.measuresMemory && allocatedBytes != nil),
  .timeLimit(.minutes(15)))
struct PollingMemoryTests {
  /// In a process of its own, because other tests run in this one.
  @Test func `10,000 different answers leave less than 100 kB in memory`() async {
    await #expect(processExitsWith: .success) {
      let source = try ChangingSource()
      try await source.poll(1000)
      let before = try #require(allocatedBytes)
      try await source.poll(10_000)
      let after = try #require(allocatedBytes)
      #expect(after - before < 100_000, "\(before) bytes before, \(after) after")
    }
  }
}

/// A source whose answer is a new one each time, and a watch that asks it.
private final class ChangingSource: Sendable {
  private static let sources = [LiveSource(address: "https://example.org/trips.pb")]

  private let round = Lock(0)
  private let patches = Lock(0)
  private let clock = ManualClock()
  private let watch: CityWatch

  init() throws {
    let mediator = Mediator()
    let timetable = RealtimeFixture.network.timetable()
    try mediator.answer(DataSource.liveSources) { _ in Self.sources }
    try mediator.answer(DataSource.timetable) { _ in timetable }
    try mediator.answer(News.setAlerts) { _ in Empty() }
    try mediator.answer(DataSource.patch) { [patches] _ in
      patches.withLock { $0 += 1 }
      return Empty()
    }
    try mediator.answer(Network.fetch) { [round] _ in
      let round = round.withLock(\.self)
      let file = RealtimeFixture.file(delay: round % 1000, at: round * 20)
      return FetchResponse(status: 200, body: Data(file))
    }
    watch = CityWatch(
      .builtIn, mediator: mediator, clock: clock,
      now: { [round] in RealtimeFixture.start + Double(round.withLock(\.self) * 20) }, log: .silent)
  }

  func poll(_ count: Int) async throws {
    let before = patches.withLock(\.self)
    for _ in 0..<count {
      round.withLock { $0 += 1 }
      clock.advance(by: .seconds(20))
      await watch.ask(Self.sources)
    }
    try #require(patches.withLock(\.self) - before > count / 2, "the answers are not used")
  }
}
