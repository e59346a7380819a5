import DataSourceInterface
import Mediator

extension Desk {
  /// Why no train runs on a day, in one sentence.
  func reasonWithoutService(_ date: ServiceDate, in timetable: Timetable) async throws -> String {
    guard timetable.services.haveDay else { return "the timetable of \(timetable.name) has no day" }
    let city = try await mediator.perform(DataSource.city, CityQuery(city: timetable.city))
    let reason = "no train runs on \(date)"
    if date > city.lastDate {
      return "\(reason); the timetable of \(city.name) ended on \(city.lastDate)"
    }
    if date < city.firstDate {
      return "\(reason); the timetable of \(city.name) begins on \(city.firstDate)"
    }
    return reason
  }
}

extension Timetable.Services {
  /// Whether any service may run on some day.
  fileprivate var haveDay: Bool {
    exceptionAdds.contains(1) || (0..<count).contains { firstDay[$0] <= lastDay[$0] }
  }
}
