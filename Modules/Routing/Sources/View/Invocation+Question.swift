import Console
import DataSourceInterface
import Foundation
import Mediator

extension Invocation {
  /// What is asked, with a day such as `tomorrow` counted from the city's own; and what moment it is
  /// there.
  func question<Query: Decodable & Sendable>(
    _ type: Query.Type
  ) async throws -> (Query, ServiceMoment) {
    let city = try await mediator.perform(DataSource.city, input(CityQuery.self))
    let moment = ServiceMoment(now(), in: city.timeZone)
    let dated = rewriting("date") { "\(ServiceDate(day: moment.date.day + $0.days))" }
    return (try dated.input(type), moment)
  }
}
