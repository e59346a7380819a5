import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Platform
import Testing

@Suite(.timeLimit(.minutes(15))) struct TimeEventsTests {
  private let clock = ManualClock()
  private let events = Recorder<Date>()
  private let days = Recorder<Date>()

  /// Runs the clock from a time on the 20th to others, and returns what has begun.
  /// - Parameter times: Times on the 20th, such as `23:59:30`; from `24:00:00` on, on the 21st.
  private func minutes(_ times: [String]) async throws -> (minutes: [String], days: [String]) {
    let mediator = Mediator()
    let subscriptions = [
      mediator.follow(MinuteBegan.self) { [events] in events.record($0.date) },
      mediator.follow(DayBegan.self) { [days] in days.record($0.date) },
    ]
    let now = Lock(date(times[0]))
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let task = Task { [clock, calendar] in
      await mediator.publishTime(in: calendar, now: { now.withLock(\.self) }, clock: clock)
    }
    for time in times.dropFirst() {
      try await wait { clock.sleeperCount == 1 }
      now.withLock { $0 = date(time) }
      clock.advance(by: .seconds(60))
    }
    try await wait { clock.sleeperCount == 1 }
    task.cancel()
    await task.value
    withExtendedLifetime(subscriptions) {}
    return (events.values.map(text), days.values.map(text))
  }

  private func date(_ time: String) -> Date {
    let parts = time.split(separator: ":").compactMap { Double($0) }
    return Date(timeIntervalSince1970: 20 * 86_400 + parts[0] * 3600 + parts[1] * 60 + parts[2])
  }

  private func text(_ date: Date) -> String {
    let seconds = Int(date.timeIntervalSince1970) - 20 * 86_400
    return "\(seconds / 3600):\(seconds / 60 % 60):\(seconds % 60)"
  }

  @Test(arguments: [
    (["8:05:30", "8:06:00", "8:07:01"], ["8:6:0", "8:7:0"], []),
    // The sleep has ended early.
    (["8:05:30", "8:05:59", "8:06:00"], ["8:6:0"], []),
    // The computer has slept, or the clock was set back.
    (["8:05:30", "9:30:10"], ["9:30:0"], []), (["8:05:30", "7:05:40"], ["7:5:0"], []),
    (["23:59:59", "24:00:00", "24:01:00"], ["24:0:0", "24:1:0"], ["24:0:0"]),
    (["22:00:00", "31:30:05"], ["31:30:0"], ["24:0:0"]),
  ])
  func `each minute and each day is published when it begins`(
    times: [String], minutes: [String], days: [String]
  ) async throws {
    let published = try await self.minutes(times)
    #expect(published.minutes == minutes && published.days == days)
  }
}
