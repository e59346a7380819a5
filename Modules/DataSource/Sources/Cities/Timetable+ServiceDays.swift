import DataSourceInterface
import Documents

extension Timetable.Services {
  /// The days from the first to the last day of any weekly plan or added exception.
  var days: ClosedRange<CalendarDate> {
    let plans = (0..<count).filter { firstDay[$0] <= lastDay[$0] }
    let added = exceptionDay.indices.filter { exceptionAdds[$0] == 1 }.map { exceptionDay[$0] }
    let first = (plans.map { firstDay[$0] } + added).min() ?? 0
    let last = (plans.map { lastDay[$0] } + added).max() ?? first
    return CalendarDate(day: Int(first))...CalendarDate(day: Int(last))
  }

  /// Returns whether a service runs on at least one day.
  fileprivate func runsOnAnyDay(_ service: Int) -> Bool {
    let exceptions = Int(firstException[service])..<Int(firstException[service + 1])
    if exceptions.contains(where: { exceptionAdds[$0] == 1 }) { return true }
    let (first, last) = (firstDay[service], lastDay[service])
    guard first <= last, weekdays[service] != 0 else { return false }
    let removed = Set(exceptions.map { exceptionDay[$0] })
    return (first...last).contains { day in
      let weekday = CalendarDate(day: Int(day)).weekday
      return weekdays[service] >> UInt8(weekday) & 1 == 1 && !removed.contains(day)
    }
  }
}

extension Timetable {
  /// Whether at least one trip runs on at least one day.
  var hasRunningTrip: Bool {
    let runs = (0..<services.count).map(services.runsOnAnyDay)
    return (0..<trips.count).contains { runs[Int(trips.service[$0])] }
  }
}
