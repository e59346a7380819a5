public import Foundation
public import Mediator

/// A minute has begun on the clock. Only a process that stays open, such as the browser, publishes
/// it: whoever shows something that depends on the time follows it.
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
  /// False: what shows a day is loaded anew in any other process.
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
    var last = now()
    while true {
      do { try await clock.sleep(for: .seconds(60 - last.secondsOfMinute)) } catch { return }
      let date = now()
      let isNewDay = !calendar.isDate(date, inSameDayAs: last)
      let minute = date - date.secondsOfMinute
      // The clock may be set, also back, and the sleep may end early.
      if minute != last - last.secondsOfMinute { publish(MinuteBegan(minute)) }
      if isNewDay { publish(DayBegan(calendar.startOfDay(for: date))) }
      last = date
    }
  }
}

extension Date {
  fileprivate var secondsOfMinute: TimeInterval {
    let seconds = timeIntervalSince1970.truncatingRemainder(dividingBy: 60)
    return seconds < 0 ? seconds + 60 : seconds
  }
}
