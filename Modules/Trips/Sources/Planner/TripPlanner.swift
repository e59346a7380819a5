import Console
import DataSourceInterface
import Foundation
import Mediator
import RoutingInterface
import TripsInterface

/// Finds the journeys of trips in the timetables of their cities.
struct TripPlanner: Sendable {
  let mediator: Mediator
  let now: @Sendable () -> Date

  /// Creates the trip that a request describes.
  /// - Throws: `TripsError.noJourney`, and the errors of `Routing.plan`.
  func trip(_ request: AddTrip) async throws -> Trip {
    let plan = try await mediator.perform(
      Routing.plan,
      JourneyQuery(
        from: request.from, to: request.to, city: request.city, date: request.date,
        depart: request.depart, arrive: request.arrive))
    let bound: JourneyTime.Bound = request.arrive == nil ? .depart : .arrive
    guard let journey = plan.best(bound) else {
      throw TripsError.noJourney(
        "\(plan.from.name) → \(plan.to.name)", reason: plan.reason ?? "no train runs")
    }
    let clock = try await clock(of: plan.city).now
    let limit = bound == .depart ? journey.departure : journey.arrival
    let wanted = (request.arrive ?? request.depart)?.time(nearest: limit, bound, at: clock, plan)
    let time = JourneyTime(bound, at: LocalDateTime(date: plan.date, time: wanted ?? limit))
    let name = request.name?.printable.trimmingCharacters(in: .whitespaces)
    return Trip(
      name: name?.isEmpty == true ? nil : name, city: plan.city, from: plan.from, to: plan.to,
      time: time, departure: journey.departure.counted(from: plan.date, to: time.date))
  }

  /// Finds the journey of a trip, and compares it with the one that was planned.
  func plan(_ trip: Trip) async throws -> PlannedTrip {
    let clock: (city: City, now: LocalDateTime)
    do {
      clock = try await self.clock(of: trip.city)
    } catch DataSourceError.unknownCity {
      let today = LocalDateTime(now(), in: TimeZone.current.identifier).date
      return PlannedTrip(
        trip, daysLeft: trip.time.date.day - today.day, note: "download \(trip.city) (⏎)",
        needsDownload: true)
    }
    let daysLeft = trip.time.date.day - clock.now.date.day
    guard !trip.isDone, daysLeft >= 0 else { return PlannedTrip(trip, daysLeft: daysLeft) }
    guard trip.time.date <= clock.city.lastDate else {
      let note = "planned on a timetable that ended \(clock.city.lastDate)"
      return PlannedTrip(trip, daysLeft: daysLeft, note: note)
    }
    let plan: JourneyPlan
    do {
      let query = JourneyQuery(
        from: trip.from.reference, to: trip.to.reference, city: trip.city, at: trip.time)
      plan = try await mediator.perform(Routing.plan, query)
    } catch let error as DataSourceError {
      return PlannedTrip(trip, daysLeft: daysLeft, note: "\(error)")
    }
    let planned = trip.departure.counted(from: trip.time.date, to: plan.date)
    let exact = plan.journeys.first { $0.departure == planned }
    guard let journey = exact ?? plan.best(trip.time.bound) else {
      return PlannedTrip(trip, daysLeft: daysLeft, note: plan.reason)
    }
    let departure = journey.departure.counted(from: plan.date, to: clock.now.date)
    return PlannedTrip(
      trip, journey: journey, date: plan.date, daysLeft: daysLeft,
      minutesLeft: (departure.seconds - clock.now.time.seconds) / 60,
      note: exact == nil
        ? "\(trip.departure.clock) no longer runs; nearest \(journey.departure.clock)" : nil)
  }

  private func clock(of city: CityID) async throws -> (city: City, now: LocalDateTime) {
    let city = try await mediator.perform(DataSource.city, CityQuery(city: city))
    return (city, LocalDateTime(now(), in: city.timeZone))
  }
}

extension JourneyPlan {
  /// The journey with the earliest arrival or, for a latest arrival, with the latest departure.
  fileprivate func best(_ bound: JourneyTime.Bound) -> Journey? {
    switch bound {
    case .depart: journeys.min { $0.arrival < $1.arrival }
    case .arrive: journeys.max { $0.departure < $1.departure }
    }
  }
}

extension TimeExpression {
  /// The time that a person typed, counted from 00:00 of the date of a plan. A time on the clock is
  /// the one that a journey with this departure or arrival was found for.
  fileprivate func time(
    nearest limit: ServiceTime, _ bound: JourneyTime.Bound, at now: LocalDateTime,
    _ plan: JourneyPlan
  ) -> ServiceTime {
    let current = now.time.counted(from: now.date, to: plan.date)
    switch self {
    case .now: return current
    case .minutesFromNow(let minutes): return ServiceTime(seconds: current.seconds + minutes * 60)
    case .clock(let seconds):
      let days = Double(limit.seconds - seconds) / 86_400
      let whole = Int(days.rounded(bound == .depart ? .down : .up))
      return ServiceTime(seconds: seconds + whole * 86_400)
    }
  }
}

extension ServiceTime {
  /// The same time, counted from 00:00 of another date.
  fileprivate func counted(from date: CalendarDate, to other: CalendarDate) -> ServiceTime {
    ServiceTime(seconds: seconds + (date.day - other.day) * 86_400)
  }
}
