import BookmarksInterface
import Console
import DataSourceInterface
import Mediator
import RoutingInterface
import TripsInterface

/// The origin or destination of the Journey scene.
struct JourneyEndpoint: Codable, Equatable {
  enum Role: String, Codable {
    case from, to

    /// The title of the scene in which the station is chosen.
    var title: String {
      switch self {
      case .from: "From"
      case .to: "To"
      }
    }
  }

  let role: Role
  /// The station; nil until it is chosen.
  let place: PointOfInterest?
}

/// The state of the Journey scene: the chosen stations, and the journeys of the day between them.
final class JourneySelection: Sendable {
  private struct State {
    var from: PointOfInterest?
    var to: PointOfInterest?
    /// When the journey should take place; nil for now.
    var time: JourneyTime?
    var slider: DepartureSlider?
    /// The stations of the last published `JourneyPlanned`.
    var published: OriginDestination?
  }

  /// The city; nil for the current one.
  let city: CityID?
  private let mediator: Mediator
  private let state: Lock<State>

  /// Creates a selection with the stations of `ends`, or with none.
  init(_ ends: OriginDestination?, _ mediator: Mediator) {
    city = ends?.city
    state = Lock(State(from: ends?.from, to: ends?.to, time: ends?.time))
    self.mediator = mediator
  }

  var endpoints: [JourneyEndpoint] {
    state.withLock {
      [JourneyEndpoint(role: .from, place: $0.from), JourneyEndpoint(role: .to, place: $0.to)]
    }
  }

  /// Chooses a station, and discards the journeys of the earlier choice.
  func choose(_ place: PointOfInterest, as role: JourneyEndpoint.Role) {
    state.withLock { state in
      switch role {
      case .from: state.from = place
      case .to: state.to = place
      }
      state.slider = nil
    }
  }

  /// Moves the slider, if it is loaded.
  func moveSlider(_ move: (inout DepartureSlider) -> Void) {
    state.withLock { state in
      guard var slider = state.slider else { return }
      move(&slider)
      state.slider = slider
    }
  }

  /// Discards the slider, so that it is loaded again at the next departure.
  func resetSliderToNow() {
    state.withLock { state in
      state.slider = nil
      state.time = nil
    }
  }

  /// Returns the slider, and loads it if necessary; nil until both stations are chosen.
  ///
  /// Publishes `JourneyPlanned` when it loads journeys between other stations than the last time.
  func slider() async throws -> DepartureSlider? {
    let selected = state.withLock { $0 }
    if let slider = selected.slider { return slider }
    guard let from = selected.from, let to = selected.to else { return nil }
    let (start, end) = (from.reference, to.reference)
    let wanted = selected.time
    let last = try await mediator.perform(
      Routing.lastTrain,
      LastTrainQuery(
        from: start, to: end, city: city, date: wanted.map { DayExpression($0.local.nightDate) }))
    let query =
      wanted.map { JourneyQuery(from: start, to: end, city: last.city, at: $0) }
      ?? JourneyQuery(from: start, to: end, city: last.city)
    let plan = try await mediator.perform(Routing.plan, query)
    let day = try await mediator.perform(
      Routing.plan,
      JourneyQuery(
        from: start, to: end, city: last.city, date: DayExpression(last.date),
        depart: TimeExpression(LocalDateTime.startOfService),
        until: TimeExpression(QueryClock.endOfNight)))
    let now = plan.nextDeparture(countedFrom: last.date)
    let slider = DepartureSlider(
      day.journeys.filter { $0.rides > 0 }.including(last.last), last: last,
      in: try await mediator.perform(DataSource.city, CityQuery(city: last.city)), now: now,
      wanted: wanted,
      next: plan.trains.isEmpty
        ? plan.next : NextJourneys(date: plan.date, journeys: plan.trains),
      walk: plan.journeys.first { $0.rides == 0 },
      hasAlternativeLeft: wanted == nil
        ? try await hasAlternativeLeft(last, next: now) : false)
    let ends = OriginDestination(city: plan.city, from: plan.from, to: plan.to)
    let isNew = state.withLock { state -> Bool? in
      // Another station may have been chosen during the calls.
      guard state.from == from, state.to == to, state.time == wanted else { return nil }
      state.slider = slider
      defer { state.published = ends }
      return state.published != ends
    }
    guard let isNew else { return nil }
    if isNew { mediator.publishJourneyPlanned(plan) }
    return slider
  }

  /// Whether what a passenger who misses the last train can still do has left, too.
  /// - Parameter next: The departure of the next train, counted from 00:00 of the date of `last`.
  private func hasAlternativeLeft(_ last: LastTrain, next: ServiceTime) async throws -> Bool {
    guard let train = last.last, train.departure < next, let link = last.weakestLink else {
      return false
    }
    let departure = LocalDateTime(
      date: last.date, time: link.alternative?.journey.departure ?? link.departure
    ).normalized
    // Without a date, an arrival time is its first occurrence after now. So the date of the plan
    // tells whether the time has passed; before 03:00, it is that of the running night.
    let plan = try await mediator.perform(
      Routing.plan,
      JourneyQuery(
        from: last.from.reference, to: last.to.reference, city: last.city,
        arrive: TimeExpression(departure.time)))
    return plan.date > departure.nightDate
  }

  /// Adds the journey that is shown as a trip, and returns a message; nil without a journey.
  func addTrip() async throws -> String? {
    let selected = state.withLock { $0 }
    guard let from = selected.from, let to = selected.to, let slider = selected.slider,
      let journey = slider.journey
    else { return nil }
    let departure = LocalDateTime(date: slider.last.date, time: journey.departure).normalized
    let trip = try await mediator.perform(
      Trips.add,
      AddTrip(
        from: from.reference, to: to.reference, city: slider.last.city,
        date: DayExpression(departure.date), depart: TimeExpression(departure.time)))
    return "Added trip '\(trip.title)' \(trip.time.date.inWords()) \(trip.departure.clock)."
  }

  /// Adds both stations as a bookmark, and returns a message; nil until both are chosen.
  func addBookmark() async throws -> String? {
    let selected = state.withLock { $0 }
    guard let from = selected.from, let to = selected.to else { return nil }
    let request = AddBookmark(
      name: "\(from.name) → \(to.name)", from: from.reference, to: to.reference,
      city: selected.slider?.last.city)
    return "Added bookmark '\(try await mediator.perform(Bookmarks.add, request).name)'."
  }
}

extension [Journey] {
  /// The journeys with the last train, which may leave after the end of the night or be slower than
  /// the direct walk.
  fileprivate func including(_ lastTrain: Journey?) -> [Journey] {
    guard let lastTrain, allSatisfy({ $0.departure < lastTrain.departure }) else { return self }
    return self + [lastTrain]
  }
}

extension JourneyPlan {
  /// The next journeys by train: those of the plan, or if it has only the direct walk, the first
  /// one after it.
  fileprivate var trains: [Journey] {
    let trains = journeys.filter { $0.rides > 0 }
    return trains.isEmpty ? Array(later.prefix(1)) : trains
  }

  /// The departure of the next train, counted from 00:00 of another date; the distant future if
  /// there is none.
  fileprivate func nextDeparture(countedFrom date: CalendarDate) -> ServiceTime {
    guard let departure = trains.map(\.departure).min() else {
      return ServiceTime(seconds: .max)
    }
    return LocalDateTime(date: self.date, time: departure).time(countedFrom: date)
  }
}
