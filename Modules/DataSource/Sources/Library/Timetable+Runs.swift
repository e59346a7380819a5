import DataSourceInterface

extension Timetable {
  /// Whether any trip runs on any day.
  var hasRuns: Bool {
    let hasDay = (0..<services.count).map(services.hasDay)
    return (0..<trips.count).contains { hasDay[Int(trips.service[$0])] }
  }
}

extension Timetable.Services {
  /// Whether a service has a day that an exception adds, or one of its week that none takes away.
  fileprivate func hasDay(_ service: Int) -> Bool {
    let exceptions = Int(firstException[service])..<Int(firstException[service + 1])
    if exceptions.contains(where: { exceptionAdds[$0] == 1 }) { return true }
    let (first, last) = (firstDay[service], lastDay[service])
    guard first <= last, weekdays[service] != 0 else { return false }
    let removed = Set(exceptions.map { exceptionDay[$0] })
    return (first...last).contains { day in
      let weekday = ServiceDate(day: Int(day)).weekday
      return weekdays[service] >> UInt8(weekday) & 1 == 1 && !removed.contains(day)
    }
  }
}
