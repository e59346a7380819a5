import DataSourceFixture
import DataSourceInterface
import Documents
import Foundation
import Mediator
import ModuleTesting
import Platform
import Testing

@testable import DataSource

struct LiveTimetablesTests {
  private let folder = TemporaryFolder()
  private let mediator = Mediator()
  private let now = Lock(Date(timeIntervalSince1970: 1_795_219_200))
  private let live: LiveTimetables
  private let timetable = SampleNetwork(
    stations: [("A", []), ("B", [])], trips: [.init("t", "A 8:00, B 8:10")]
  ).timetable()

  init() {
    live = LiveTimetables(
      LiveSourceFile(in: DataFolder(folder.url)), through: mediator,
      now: { [now] in now.withLock(\.self) })
  }

  private func patch(_ source: String, of timetable: Timetable? = nil) -> TimetablePatch {
    let date = LocalDateTime(now.withLock(\.self), in: "UTC").date
    return TimetablePatch(
      source: source, of: timetable ?? self.timetable, asOf: now.withLock(\.self),
      cancelled: [Timetable.TripOnDay(0, on: date)])
  }

  @Test func `what was known is not used after a quarter of an hour`() {
    live.apply(patch("a"))
    #expect(live.knownTimetable(timetable).live?.cancelled.count == 1)
    now.withLock { $0 += 900 }
    #expect(live.knownTimetable(timetable) !== timetable)
    now.withLock { $0 += 1 }
    #expect(live.knownTimetable(timetable) === timetable)
  }

  @Test func `a source that is old takes nothing from one that is not`() {
    live.apply(patch("a"))
    now.withLock { $0 += 800 }
    live.apply(patch("b"))
    now.withLock { $0 += 200 }
    let known = live.knownTimetable(timetable)
    #expect(known.live?.asOf == now.withLock(\.self) - 200)
  }

  @Test func `a patch replaces that of its source, and an empty one takes it back`() {
    live.apply(patch("a"))
    live.apply(TimetablePatch(source: "b", of: timetable, asOf: nil))
    #expect(live.knownTimetable(timetable) !== timetable)
    live.apply(TimetablePatch(source: "a", of: timetable, asOf: nil))
    #expect(live.knownTimetable(timetable) === timetable)
  }

  @Test func `a patch of an earlier timetable has no effect`() {
    let newer = SampleNetwork(
      stations: [("A", []), ("B", [])], trips: [.init("t", "A 8:00, B 8:10")]
    ).timetable()
    live.apply(patch("a"))
    #expect(live.knownTimetable(newer) === newer)
    #expect(live.knownTimetable(timetable) !== timetable)
  }

  @Test func `the same timetable is returned until something changes`() {
    live.apply(patch("a"))
    let first = live.knownTimetable(timetable)
    now.withLock { $0 += 60 }
    #expect(live.knownTimetable(timetable) === first)
    live.apply(patch("b"))
    #expect(live.knownTimetable(timetable) !== first)
  }

  @Test func `an answer waits for those who know something`() async {
    let asked = Recorder<CityID>()
    let follower = mediator.follow(LiveTimetableRequested.self) { [live, timetable, now] event in
      asked.record(event.city)
      live.apply(
        TimetablePatch(
          source: "a", of: timetable, asOf: now.withLock(\.self),
          cancelled: [Timetable.TripOnDay(0, on: CalendarDate(day: 20_778))]))
    }
    let answer = await live.timetable(timetable)
    #expect(asked.values == [.builtIn] && answer.live?.cancelled.count == 1)
    withExtendedLifetime(follower) {}
  }

  @Test func `the file with sources can be read by the person only`() throws {
    let file = LiveSourceFile(in: DataFolder(folder.url))
    let sources = [
      LiveSource(
        address: "https://example.org/a", key: .init(.header, name: "key", value: "secret"))
    ]
    #expect(try file.sources(of: .builtIn) == [] && !file.exists(for: .builtIn))
    try file.store(sources, for: .builtIn)
    #expect(try file.sources(of: .builtIn) == sources)
    let path = folder.url.appending(path: "live/porto.json").path
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    try file.store([], for: .builtIn)
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
