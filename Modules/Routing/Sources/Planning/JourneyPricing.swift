import DataSourceInterface
import FaresInterface
import Mediator
import RoutingInterface

extension JourneyPlan {
  /// Returns the plan with the price of each journey, if the city has fares and the app a module that
  /// knows them. Without fares, it costs nothing.
  func priced(on timetable: Timetable, through mediator: Mediator) async throws -> JourneyPlan {
    guard timetable.fares != nil else { return self }
    func priced(_ journeys: [Journey]) async throws -> [Journey] {
      var result: [Journey] = []
      for journey in journeys {
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
    }
    do {
      var later: NextJourneys?
      if let next {
        later = NextJourneys(date: next.date, journeys: try await priced(next.journeys))
      }
      return JourneyPlan(
        city: city, date: date, from: from, to: to, journeys: try await priced(journeys),
        later: try await priced(self.later), reason: reason, next: later, estimate: estimate)
    } catch is MediatorError {
      // The app has no module for fares, or it is disabled.
      return self
    } catch is FaresError {
      // The city was replaced in the meantime.
      return self
    }
  }
}
