import DataSourceInterface
import Mediator

extension Desk {
  /// Why no train runs on a day, in one sentence.
  func reasonWithoutService(_ date: ServiceDate, in timetable: Timetable) async throws -> String {
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
