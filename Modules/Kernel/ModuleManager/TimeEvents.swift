public import Foundation
public import Mediator

/// A minute has begun on the clock. Only a process that stays open, such as the browser, publishes
/// it. A scene that shows how long something takes follows it.
public struct MinuteBegan: Event, Hashable {
  /// False: it is published again soon.
  public static let mustBeHandled = false

  /// When it began.
  public let date: Date

  /// Creates the event, such as for a test.
  public init(_ date: Date) { self.date = date }
}

/// A day has begun where the person is. Only a process that stays open publishes it.
public struct DayBegan: Event, Hashable {
  /// False: other processes load what depends on the day when they show it.
  public static let mustBeHandled = false

  /// When it began.
  public let date: Date

  /// Creates the event, such as for a test.
  public init(_ date: Date) { self.date = date }
}

/// The events that the host publishes, which no module declares.
package let timeEvents: [any Event.Type] = [MinuteBegan.self, DayBegan.self]

extension Mediator {
  /// Publishes each minute and each day that begins, until the task is cancelled. After a time in
  /// which the computer slept, only the current ones are published.
  /// - Parameters:
  ///   - calendar: The calendar with the person's time zone.
  ///   - now: Returns the current date.
  ///   - clock: Waits for the next minute.
  package func publishTime(
    in calendar: Calendar = .autoupdatingCurrent, now: @Sendable () -> Date,
    clock: any Clock<Duration>
  ) async {
    var (minute, day) = (now().minute, calendar.startOfDay(for: now()))
    while true {
      let next = Date(timeIntervalSince1970: Double(minute + 1) * 60)
      let wait = min(max(next.timeIntervalSince(now()), 0.001), 60)
      do { try await clock.sleep(for: .seconds(wait)) } catch { return }
      let date = now()
      // The sleep may end early, and the clock may be set, also back.
      guard date.minute != minute else { continue }
      minute = date.minute
      publish(MinuteBegan(Date(timeIntervalSince1970: Double(minute) * 60)))
      guard calendar.startOfDay(for: date) != day else { continue }
      day = calendar.startOfDay(for: date)
      publish(DayBegan(day))
    }
  }
}

extension Date {
  /// The number of whole minutes since 1970.
  fileprivate var minute: Int { Int((timeIntervalSince1970 / 60).rounded(.down)) }
}
