import DataSourceInterface
import FaresInterface
import Mediator
import RoutingInterface

extension [Journey] {
  /// Returns the journeys with their prices, if the city has fares and the app a module that knows
  /// them. Without fares, it costs nothing.
  func priced(on timetable: Timetable, through mediator: Mediator) async throws -> [Journey] {
    guard timetable.fares != nil else { return self }
    do {
      var result: [Journey] = []
      for journey in self {
        let rides = journey.fareRides
        guard (1...RidesQuery.limit).contains(rides.count) else {
          result.append(journey)
          continue
        }
        let quote = try await mediator.perform(
          Fares.price, RidesQuery(rides: rides, city: timetable.city))
        result.append(journey.priced(quote.price))
      }
      return result
    } catch is MediatorError {
      // The app has no module for fares, or it is disabled.
      return self
    } catch is FaresError {
      // The city was replaced in the meantime.
      return self
    }
  }
}

extension JourneyPlan {
  /// Returns the plan with the price of each journey, as far as it is known.
  func priced(on timetable: Timetable, through mediator: Mediator) async throws -> JourneyPlan {
    var next = next
    if let known = next {
      next = NextJourneys(
        date: known.date,
        journeys: try await known.journeys.priced(on: timetable, through: mediator))
    }
    return JourneyPlan(
      city: city, date: date, from: from, to: to,
      journeys: try await journeys.priced(on: timetable, through: mediator),
      later: try await later.priced(on: timetable, through: mediator), reason: reason, next: next,
      estimate: estimate)
  }
}
