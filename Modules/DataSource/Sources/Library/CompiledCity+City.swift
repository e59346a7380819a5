import DataSourceInterface
import Foundation

extension CompiledCity {
  /// What is to be known of the city.
  func city(isCurrent: Bool, now: Date) -> City {
    let days = timetable.services.days
    return City(
      id: timetable.city, name: timetable.name, agency: timetable.agency,
      timeZone: timetable.timeZone, firstDate: days.lowerBound, lastDate: days.upperBound,
      stations: timetable.stations.count, lines: timetable.routes.count,
      isBuiltIn: timetable.city == .builtIn, isCurrent: isCurrent,
      isExpired: days.upperBound < ServiceDate(now, in: timetable.timeZone),
      dropped: losses.dropped, repaired: losses.repaired)
  }
}

extension Timetable.Services {
  /// From the first to the last day of any weekly plan or added exception.
  var days: ClosedRange<ServiceDate> {
    let plans = (0..<count).filter { firstDay[$0] <= lastDay[$0] }
    let added = exceptionDay.indices.filter { exceptionAdds[$0] == 1 }.map { exceptionDay[$0] }
    let first = (plans.map { firstDay[$0] } + added).min() ?? 0
    let last = (plans.map { lastDay[$0] } + added).max() ?? first
    return ServiceDate(day: Int(first))...ServiceDate(day: Int(last))
  }
}
