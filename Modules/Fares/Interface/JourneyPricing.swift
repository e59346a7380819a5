public import DataSourceInterface
public import Documents
public import Mediator
public import RoutingInterface

extension Journey {
  /// The rides as far as their price depends on them.
  public var fareRides: [FareRide] {
    legs.compactMap { leg in
      guard case .ride(let ride) = leg else { return nil }
      return FareRide(
        line: ride.line, from: ride.from, to: ride.to, departure: ride.departure,
        arrival: ride.arrival, through: ride.intermediateStops,
        laterLines: ride.continuations.isEmpty ? nil : ride.continuations.map(\.line))
    }
  }
}

extension [Journey] {
  /// Returns the journeys with their prices, if the city has fares and the app a module that knows
  /// them. Without fares, it costs nothing.
  /// - Parameters:
  ///   - date: The date that the times count from.
  ///   - caller: The file whose module makes the calls.
  public func priced(
    on date: CalendarDate, of timetable: Timetable, through mediator: Mediator,
    caller: StaticString = #fileID
  ) async throws -> [Journey] {
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
          Fares.price, RidesQuery(rides: rides, on: date, city: timetable.city), caller: caller)
        result.append(journey.priced(quote.price, for: quote.conditions))
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
