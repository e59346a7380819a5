import BookmarksInterface
import DataSourceInterface
import Documents
import FaresInterface
import Foundation
import Mediator
import RoutingInterface

/// Answers the actions of `Fares`.
struct FareQuoter: Sendable {
  /// The fares of the built-in city were written down in this month.
  private static let sampleDate = "September 2025"

  let mediator: Mediator
  /// The clock.
  let now: @Sendable () -> Date

  /// Returns the price of the cheapest journey that the timetable offers.
  func quote(_ query: FareQuery) async throws -> FareQuote {
    let (timetable, ends) = try await EndpointResolver(mediator: mediator)
      .endpoints([query.from, query.to], in: query.city)
    // An unknown rider and a visit to one station need no search, which may take long.
    let calculator = try FareCalculator(
      timetable, rider: query.rider, medium: query.medium)
    if case .station(let station, _) = ends[0], case .station(station, _) = ends[1] {
      let place = StopReference(ends[0].pointOfInterest(in: timetable))
      return FareQuote(
        calculator.price(ofVisitTo: station), from: place, to: place, by: calculator)
    }
    let clock = CityClock(now(), in: timetable.timeZone)
    let plan = try await mediator.perform(
      Routing.search,
      JourneySearch(
        try await mediator.perform(DataSource.liveTimetable, timetable.city), from: ends[0],
        to: ends[1], at: SearchTime(date: query.date, depart: query.depart, at: clock)))
    func quote(
      _ total: FareTotal, _ rides: [FareRide] = [], on date: CalendarDate? = nil
    ) -> FareQuote {
      FareQuote(
        total, rides, from: StopReference(plan.from), to: StopReference(plan.to), on: date,
        by: calculator)
    }
    let shown = plan.shownJourneys
    if shown.journeys.isEmpty, let rides = plan.estimate?.fareRides, !rides.isEmpty {
      // No train has the times of an estimate, so the quote has its price, but not its rides.
      var result = try calculator.price(of: rides, on: nil)
      result.reason = result.reason ?? plan.reason
      return quote(result)
    }
    let rides = shown.journeys.map(\.fareRides).filter { !$0.isEmpty }
    let totals = try rides.map { ($0, try calculator.price(of: $0, on: shown.date)) }
    // Amounts of different currencies cannot be compared.
    let currency = totals.lazy.compactMap(\.1.price).first?.currency
    func order(_ total: FareTotal) -> (Int, Int) {
      guard let price = total.price, price.currency == currency else { return (.max, .max) }
      return (total.rank, price.amount)
    }
    guard let cheapest = totals.min(by: { order($0.1) < order($1.1) }) else {
      guard timetable.fares != nil else { return quote(calculator.noFares) }
      let reason =
        shown.journeys.isEmpty ? plan.reason ?? "there is no journey" : "no train is needed"
      return quote(FareTotal(reason: reason))
    }
    return quote(cheapest.1, cheapest.0, on: shown.date)
  }

  /// Returns the price of given rides.
  func price(_ query: RidesQuery) async throws -> FareQuote {
    let timetable = try await mediator.perform(DataSource.timetable, query.city)
    let calculator = try FareCalculator(timetable, rider: query.rider, medium: query.medium)
    guard let first = query.rides.first, let last = query.rides.last else {
      throw FaresError.rideCountOutOfRange(0)
    }
    return FareQuote(
      try calculator.price(of: query.rides, on: query.date), query.rides, from: first.from,
      to: last.to, on: query.date, by: calculator)
  }

  /// Returns what passengers of a city can buy.
  func list(_ query: CityQuery) async throws -> FareList {
    let timetable = try await mediator.perform(DataSource.timetable, query.city)
    let fares = timetable.fares
    return FareList(
      city: timetable.city, fares: timetable.fareOffers, riders: fares?.riderNames ?? [],
      media: fares?.mediumNames ?? [],
      notice: fares?.unsupportedReason ?? Self.notice(on: timetable))
  }

  /// Returns the offer of one fare.
  func offer(_ query: OfferQuery) async throws -> FoundOffer {
    let timetable = try await mediator.perform(DataSource.timetable, query.city)
    let calculator = try FareCalculator(timetable, rider: query.rider, medium: query.medium)
    let rider = calculator.riderName
    let all = timetable.fareOffers
    let ids = all.map(\.id)
    let fare = ids.only(named: query.fare) ?? query.fare
    let offers = all.filter { $0.id == fare }
    guard !offers.isEmpty else {
      if timetable.fares?.isOfChangesOnly(query.fare) == true {
        throw FaresError.notSold(query.fare)
      }
      throw FaresError.unknownFare(
        query.fare, city: timetable.name, nearest: ids.nearest(to: query.fare).first)
    }
    let riders = Set(offers.compactMap(\.rider)).sorted()
    let usual = timetable.fares?.defaultRiders ?? []
    let choices: [[FareOffer]] = [
      offers.filter { $0.rider == rider }, offers.filter { $0.rider == nil },
      rider == nil ? offers.filter { $0.rider.map(usual.contains) == true } : [],
      riders.count == 1 && rider == nil ? offers : [],
    ]
    guard let found = choices.first(where: { !$0.isEmpty }) else {
      throw FaresError.riderNeeded(fare, riders: riders)
    }
    // A price without a medium suits every medium.
    let ofMedium = found.filter { $0.medium == calculator.mediumName }
    let usable = ofMedium.isEmpty ? found.filter { $0.medium == nil } : ofMedium
    guard let offer = usable.first ?? (query.medium == nil && found.count == 1 ? found[0] : nil)
    else { throw FaresError.mediumNeeded(fare, media: found.compactMap(\.medium)) }
    return FoundOffer(city: timetable.city, offer: offer, notice: Self.notice(on: timetable))
  }

  fileprivate static func notice(on timetable: Timetable) -> String? {
    guard timetable.city == .builtIn, timetable.fares != nil else { return nil }
    return "sample data of \(sampleDate); the agency's prices may have changed"
  }
}

extension FareQuote {
  /// Creates the answer for a price.
  fileprivate init(
    _ total: FareTotal, _ rides: [FareRide] = [], from: StopReference, to: StopReference,
    on date: CalendarDate? = nil, by calculator: FareCalculator
  ) {
    let timetable = calculator.timetable
    self.init(
      city: timetable.city, from: from, to: to, date: date, rides: rides,
      rider: total.rider ?? calculator.riderName, price: total.price, media: total.media,
      fares: total.fares, reason: total.reason, notice: FareQuoter.notice(on: timetable))
  }
}
