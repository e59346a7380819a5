import DataSourceInterface

extension Timetable {
  /// What is to be known of the city.
  func city(isCurrent: Bool) -> City {
    let days = services.days
    return City(
      id: city, name: name, agency: agency, timeZone: timeZone,
      firstDate: ServiceDate(day: days.lowerBound), lastDate: ServiceDate(day: days.upperBound),
      stations: stations.count, lines: routes.count, isBuiltIn: city == .builtIn,
      isCurrent: isCurrent)
  }
}

extension Timetable.Services {
  /// From the first to the last day of any weekly plan or added exception.
  fileprivate var days: ClosedRange<Int> {
    let plans = (0..<count).filter { firstDay[$0] <= lastDay[$0] }
    let added = exceptionDay.indices.filter { exceptionAdds[$0] == 1 }.map { exceptionDay[$0] }
    let first = (plans.map { firstDay[$0] } + added).min() ?? 0
    let last = (plans.map { lastDay[$0] } + added).max() ?? first
    return Int(first)...Int(last)
  }
}
