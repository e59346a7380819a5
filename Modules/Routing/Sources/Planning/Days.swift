import DataSourceInterface
import Mediator

/// The service days that were searched last, ready for the next question.
final class Days: Sendable {
  private static let most = 4

  /// What a day depends on.
  private struct Key: Hashable {
    /// Where the timetable lies in memory. It is kept alive with the day, so that no other one comes
    /// to lie there.
    var timetable: UInt
    var date: ServiceDate
    var changeTime: Int
    var limits: Limits
  }

  /// The newest one last.
  private let known = Lock<[(key: Key, day: Day)]>([])

  /// The trains of a day; see `Day.init`.
  func day(
    of timetable: Timetable, on date: ServiceDate, changeTime: Int, _ limits: Limits = Limits()
  ) -> Day {
    let address = timetable.trips.start.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    let key = Key(timetable: address, date: date, changeTime: changeTime, limits: limits)
    if let day = known.withLock({ $0.first { $0.key == key }?.day }) { return day }
    let day = Day(timetable, on: date, changeTime: changeTime, limits)
    known.withLock { days in
      days.append((key, day))
      if days.count > Self.most { days.removeFirst() }
    }
    return day
  }
}
