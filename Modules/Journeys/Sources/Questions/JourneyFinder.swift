import BookmarksInterface
import DataSourceInterface
import Documents
import FaresInterface
import JourneysInterface
import Mediator
import RoutingInterface

/// Answers the actions of `Journeys`: resolves the texts of a query, lets `Routing` search, and
/// adds the prices.
struct JourneyFinder: Sendable {
  let resolver: QueryResolver
  var mediator: Mediator { resolver.mediator }

  /// Returns the journeys of a query with their prices.
  func plan(_ query: JourneyQuery) async throws -> JourneyPlan {
    let search = try await resolver.search(for: query)
    var plan = try await mediator.perform(Routing.search, search)
    if let walk = query.walk, query.leavesAtATime, let nearby = search.endingNearby {
      let other = try await mediator.perform(Routing.search, nearby)
      plan = plan.adding(other.journeys.filter { $0.endsOnFoot(within: walk) }, of: other.date)
    }
    return try await plan.priced(
      in: search.timetable, notices: notices(for: plan, search), through: mediator)
  }

  /// Returns the last train of a day, without a price. After midnight, the first train is that of
  /// the coming morning.
  func lastTrain(_ query: LastTrainQuery) async throws -> LastTrain {
    var search = try await resolver.search(for: query)
    var answer = try await mediator.perform(Routing.searchLastTrain, search)
    answer = answer.withNotices(await notices(for: answer, search))
    let today = CityClock(resolver.now(), in: search.timetable.timeZone).now.date
    guard query.date == nil, today != answer.date else { return answer }
    search.time = SearchTime(.firstTrain, on: today)
    let morning = try await mediator.perform(Routing.search, search).shownJourneys
    return answer.withFirst(morning.journeys.first, on: morning.date)
  }

  /// Returns the first and last departures of a station by line and direction. Trains of the
  /// previous service day do not count, even when they leave after midnight.
  func firstLast(_ query: StationDeparturesQuery) async throws -> StationDepartures {
    let timetable = try await mediator.perform(DataSource.timetable, query.city)
    let clock = CityClock(resolver.now(), in: timetable.timeZone)
    let station = try await EndpointResolver(mediator: mediator)
      .reference(to: query.station, in: timetable.city)
    let details = try await mediator.perform(
      DataSource.stationDetails,
      StationDetailsQuery(name: station, city: timetable.city, date: query.date))
    let place = StopReference(id: details.station.id, name: details.station.translatedName)
    return StationDepartures(
      city: timetable.city, date: details.date, station: place, departures: details.departures,
      operatingDay: details.operatingDay,
      reason: try await reason(details, in: timetable, at: clock))
  }

  /// Why there is no departure; nil if there is one.
  private func reason(
    _ details: StationDetails, in timetable: Timetable, at clock: CityClock
  ) async throws -> String? {
    guard details.departures.isEmpty, details.operatingDay.rows.isEmpty else { return nil }
    return try await mediator.perform(
      Routing.noServiceReason, ServiceDay(timetable, details.date))
      ?? "no train leaves \(details.station.name) on \(details.date.inWords(today: clock.now.date))"
  }
}

extension JourneyQuery {
  /// Whether it asks for all good journeys from some time on.
  fileprivate var leavesAtATime: Bool {
    arrive == nil && until == nil && by == nil && first != true && last != true
  }
}

extension JourneySearch {
  /// The search for journeys that end with a walk to the destination, if that is a station with a
  /// coordinate.
  fileprivate var endingNearby: JourneySearch? {
    guard case .station = destination else { return nil }
    let station = destination.pointOfInterest(in: timetable)
    guard let coordinate = station.coordinate else { return nil }
    var search = JourneySearch(
      timetable, from: origin, to: .place(PointOfInterest(at: coordinate, name: station.name)),
      at: time)
    (search.changeTime, search.via, search.walk) = (changeTime, via, walk)
    (search.avoidedLines, search.isStepFree) = (avoidedLines, isStepFree)
    return search
  }
}

extension Journey {
  /// Whether the passenger rides, and then walks at most a distance in metres.
  fileprivate func endsOnFoot(within distance: Int) -> Bool {
    guard rides > 0, case .walk(let walk)? = legs.last else { return false }
    return walk.distance > 0 && walk.distance <= distance
  }

  /// Whether it is nowhere worse than another one, and better somewhere.
  fileprivate func dominates(_ other: Journey) -> Bool {
    departure >= other.departure && arrival <= other.arrival && rides <= other.rides
      && (departure, arrival, rides) != (other.departure, other.arrival, other.rides)
  }
}

extension JourneyPlan {
  /// The plan with more journeys of the same day, without those that another one dominates.
  fileprivate func adding(_ others: [Journey], of day: CalendarDate) -> JourneyPlan {
    let all = journeys + others
    guard day == date, !others.isEmpty, !journeys.isEmpty else { return self }
    return JourneyPlan(
      city: city, date: date, times: times, from: from, to: to,
      journeys: all.filter { journey in !all.contains { $0.dominates(journey) } }
        .sorted { ($0.rides, $0.arrival) < ($1.rides, $1.arrival) },
      later: later, reason: reason, next: next, estimate: estimate)
  }

  /// Returns the plan with the price of each journey, as far as it is known.
  fileprivate func priced(
    in timetable: Timetable, notices: [ServiceNotice], through mediator: Mediator
  ) async throws -> JourneyPlan {
    var next = next
    if let known = next {
      next = NextJourneys(
        date: known.date,
        journeys: try await known.journeys.priced(on: known.date, of: timetable, through: mediator))
    }
    return JourneyPlan(
      city: city, date: date, times: times, from: from, to: to,
      journeys: try await journeys.priced(on: date, of: timetable, through: mediator),
      later: try await later.priced(on: date, of: timetable, through: mediator), reason: reason,
      next: next, notices: notices.isEmpty ? nil : notices, estimate: estimate)
  }
}
