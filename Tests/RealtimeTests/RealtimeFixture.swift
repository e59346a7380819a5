import DataSourceFixture
import DataSourceInterface
import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import NetworkInterface
import NewsInterface
import Platform
import Testing

@testable import Realtime

/// The module with one address, whose answer a test controls.
final class RealtimeFixture: Sendable {
  /// 2026-11-23 in UTC, a Monday, at 08:00.
  static let start = Date(timeIntervalSince1970: 1_795_420_800)

  static let network = SampleNetwork(
    stations: [("A", []), ("B", []), ("C", [])],
    trips: [.init("t", line: "L", "A 8:00, B 8:10, C 8:20")])

  let timetable = RealtimeFixture.network.timetable()
  let harness: ModuleHarness
  /// A watch with a clock that a test controls.
  let watch: CityWatch
  let clock = ManualClock()
  let sources = Lock([LiveSource(address: "https://example.org/trips.pb?key=1")])
  /// What the address answers; nil for an error.
  let answer = Lock<[UInt8]?>(FeedBytes.file())
  /// Whether the address answers at all.
  let hangs = Lock(false)
  let requests = Recorder<FetchRequest>()
  let patches = Recorder<TimetablePatch>()
  let alerts = Recorder<CityAlerts>()
  private let elapsed = Lock(0.0)

  init() async throws {
    let now: @Sendable () -> Date = { [elapsed] in Self.start + elapsed.withLock(\.self) }
    harness = try await ModuleHarness(RealtimeModule.self, now: now)
    let context = ModuleContext(mediator: harness.mediator, folder: harness.folder)
    watch = CityWatch(
      .builtIn, mediator: harness.mediator, clock: clock, now: now, log: context.log)
    let city = City.sample(name: Self.network.name)
    try harness.stub(DataSource.city) { _ in city }
    try harness.stub(DataSource.timetable) { [timetable] _ in timetable }
    try harness.stub(DataSource.liveSources) { [sources] _ in sources.withLock(\.self) }
    try harness.stub(DataSource.setLiveSources) { [sources] request in
      sources.withLock { $0 = request.sources }
      return Empty()
    }
    try harness.stub(DataSource.patch) { [patches] patch in
      patches.record(patch)
      return Empty()
    }
    try harness.stub(News.setAlerts) { [alerts] new in
      alerts.record(new)
      return Empty()
    }
    try harness.stub(Network.fetch) { [requests, answer, hangs] request in
      requests.record(request)
      if hangs.withLock(\.self) { try await Task.sleep(for: .seconds(100_000)) }
      guard let body = answer.withLock(\.self) else {
        throw NetworkError.status(503, "https://example.org/trips.pb")
      }
      return FetchResponse(status: 200, body: Data(body))
    }
  }

  /// The time that passes for the watch.
  func pass(_ seconds: Int) {
    elapsed.withLock { $0 += Double(seconds) }
    clock.advance(by: .seconds(seconds))
  }

  /// What happens when somebody asks for the live timetable.
  func ask() async {
    await harness.mediator.publishAndWait(LiveTimetableRequested(city: .builtIn))
  }

  /// What happens when somebody asks for the live timetable, for the watch.
  func askWatch() async { await watch.ask(sources.withLock(\.self)) }

  /// A file of the current time with the delay of the trip in seconds.
  static func file(delay: Int, at time: Int = 0) -> [UInt8] {
    FeedBytes {
      $0.message(1) {
        $0.text(1, "2.0")
        $0.number(3, UInt64(Int(start.timeIntervalSince1970) + time))
      }
      $0.message(2) {
        $0.text(1, "e")
        $0.message(3) {
          $0.message(1) { $0.text(1, "t") }
          $0.message(2) {
            $0.text(4, "A")
            $0.message(3) { $0.number(1, UInt64(delay)) }
          }
        }
      }
    }.bytes
  }
}
