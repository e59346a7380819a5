import BookmarksInterface
import CartInterface
import DataSourceInterface
import Documents
import FaresInterface
import JourneysInterface
import Mediator
import RoutingInterface
import ShareInterface
import TripsInterface

/// What a person does with the journey that is shown. The actions may plan or draw, which takes
/// long in a large city, and keys call them: so they leave the main actor.
extension JourneySelection {
  /// Adds the journey that is shown as a trip, and returns a message; nil without a journey.
  @concurrent
  func addTrip() async throws -> LocalizedText? {
    let current = current
    guard let (from, to) = current.ends, let slider = current.slider,
      let departure = slider.departure
    else { return nil }
    let trip = try await mediator.perform(
      Trips.add,
      AddTrip(
        from: from.reference, to: to.reference, city: slider.last.city,
        date: DayExpression(departure.date), depart: TimeExpression(departure.time),
        stepFree: current.options.isStepFree ? true : nil))
    let day = trip.time.date.inWords(today: slider.today)
    // A trip has no other options, so it may take another train than a journey with some.
    let kept = JourneyOptions(time: current.options.time, isStepFree: current.options.isStepFree)
    let hasOtherOptions = current.options != kept
    return hasOtherOptions
      ? "Added trip '\(trip.title)' \(day) \(trip.departure.clock), without the other options of the journey."
      : "Added trip '\(trip.title)' \(day) \(trip.departure.clock)."
  }

  /// The prices of the journey that is shown by fare medium; empty if they do not depend on it.
  @concurrent
  func mediumPrices() async throws -> [MediumPrice] { try await quote(medium: nil)?.media ?? [] }

  /// Adds a ticket for each fare of the journey that is shown to the cart, and returns a message;
  /// nil without a journey.
  /// - Parameter medium: The fare medium; nil for the first of `mediumPrices`.
  @concurrent
  func addToCart(medium: String? = nil) async throws -> LocalizedText? {
    guard let quote = try await quote(medium: medium) else { return nil }
    // A change that costs nothing has no id.
    let tickets = quote.fares.compactMap { fare in
      fare.id.map {
        CartAddition(fare: $0, rider: fare.rider, medium: fare.medium, city: quote.city)
      }
    }
    guard quote.price != nil, !tickets.isEmpty else {
      return quote.reason.map { LocalizedText(verbatim: $0) }
    }
    // A price of a change may be no ticket; then none is added.
    for ticket in tickets {
      _ = try await mediator.perform(
        Fares.offer,
        OfferQuery(
          fare: ticket.fare, rider: ticket.rider, medium: ticket.medium, city: ticket.city))
    }
    var content: CartContent?
    for ticket in tickets { content = try await mediator.perform(Cart.add, ticket) }
    let added: LocalizedText = tickets.count == 1 ? "1 ticket" : "\(tickets.count) tickets"
    return content?.total.map { "Added \(added); the cart costs \($0)." }
  }

  private func quote(medium: String?) async throws -> FareQuote? {
    guard let slider = current.slider, let journey = slider.journey else { return nil }
    return try await mediator.perform(
      Fares.price,
      RidesQuery(
        rides: journey.fareRides, on: slider.last.date, city: slider.last.city, medium: medium))
  }

  /// Returns the options that a query asks for.
  /// - Throws: Why the query is not accepted.
  @concurrent
  func options(of query: JourneyQuery) async throws -> JourneyOptions {
    var query = query
    query.city = shownCity
    return try await options(of: query, try await mediator.perform(Journeys.plan, query))
  }

  /// Returns the options that a query asks for, which has a plan.
  func options(of query: JourneyQuery, _ plan: JourneyPlan) async throws -> JourneyOptions {
    guard let via = query.via else { return JourneyOptions(query, plan, via: nil) }
    return JourneyOptions(query, plan, via: try await station(named: via, in: plan.city))
  }

  /// The station that a text of a query names; nil for a place.
  func station(named text: String, in city: CityID?) async throws -> PointOfInterest? {
    let (timetable, ends) = try await EndpointResolver(mediator: mediator)
      .endpoints([text], in: city)
    guard case .station(let station, _)? = ends.first else { return nil }
    return timetable.pointOfInterest(ofStation: station)
  }

  /// The values of a bookmark of the journey: those that are given, and its name to begin with; nil
  /// until both stations are chosen.
  var bookmark: (given: Parameters, initial: Parameters)? {
    let current = current
    guard let (from, to) = current.ends else { return nil }
    var given: Parameters = ["from": from.reference, "to": to.reference]
    if let city = current.city {
      given.append(city.description, for: "city")
    }
    if current.options.isStepFree { given.append("true", for: "stepFree") }
    return (given, ["name": "\(from.name) → \(to.name)"])
  }

  /// Shares the journey that is shown through a channel; nil without a journey.
  @concurrent
  func share(as channel: String) async throws -> ShareReceipt? {
    let current = current
    guard let slider = current.slider,
      let item = try ShareItem(slider, current.options, scheme: mediator.scheme)
    else { return nil }
    let isShown = Share.textChannels.contains(channel) || channel == Share.clipboardChannel
    let folder = isShown ? nil : "."
    return try await mediator.perform(
      Share.share, ShareRequest(item, as: channel, to: folder))
  }

  /// The stops of a ride of the journey that is shown.
  func stops(of ride: Ride) async throws -> [RideStop] {
    try await mediator.perform(DataSource.knownTimetable, shownCity).stops(of: ride)
  }
}
