import BookmarksInterface
import CityListInterface
import Console
import DataSourceInterface
import Documents
import FaresInterface
import Foundation
import Mediator
import RoutingInterface
import TripsInterface

/// Finds the journeys of trips in the timetables of their cities.
struct TripPlanner: Sendable {
  let mediator: Mediator
  let now: @Sendable () -> Date
  /// The time zone of the person's clocks.
  var timeZone = TimeZone.autoupdatingCurrent
  /// After this time, a journey has surely arrived.
  private static let longestJourney = Duration.seconds(6 * 3600)

  /// Creates the trip that a request describes.
  /// - Throws: `TripsError.longName`, `TripsError.sameEnds`, `TripsError.noJourney` or
  ///   `TripsError.departed`, and the errors of `Routing.search`.
  func trip(_ request: AddTrip) async throws -> Trip {
    let name = try request.name.flatMap(Trip.validName)
    let (timetable, ends) = try await endpoints(request.from, request.to, in: request.city)
    var search = JourneySearch(
      timetable, from: ends[0], to: ends[1],
      at: try SearchTime(
        date: request.date, depart: request.depart, arrive: request.arrive,
        at: CityClock(now(), in: timetable.timeZone)))
    search.isStepFree = request.stepFree == true
    let plan = try await mediator.perform(Routing.search, search)
    guard plan.from.id != plan.to.id else { throw TripsError.sameEnds(plan.to.name) }
    let bound: JourneyTime.Bound = request.arrive == nil ? .depart : .arrive
    let typed = request.arrive ?? request.depart
    let isNext = request.date == nil && typed == nil
    let found =
      isNext ? plan.shownJourneys : NextJourneys(date: plan.date, journeys: plan.journeys)
    guard let journey = found.journeys.best(bound, at: typed) else {
      throw TripsError.noJourney(
        "\(plan.from.name) → \(plan.to.name)", reason: plan.reason ?? "no train runs")
    }
    let clock = try await clock(of: plan.city).clock
    let now = clock.now
    let limit = journey.time(bound)
    let wanted = typed?.time(nearest: limit, bound, at: now, plan) ?? limit
    let time = JourneyTime(bound, at: LocalDateTime(date: found.date, time: wanted))
    let departure = LocalDateTime(date: found.date, time: journey.departure)
    guard clock.duration(until: journey.departure, on: found.date) > .seconds(-60) else {
      let (start, clock) = (departure.normalized, departure.normalized.time.clock)
      throw TripsError.departed(
        "\(plan.from.name) → \(plan.to.name)",
        day: "\(start.date.inWords(relativeTo: now.date)) at \(clock)")
    }
    return Trip(
      name: name, city: plan.city, from: plan.from, to: plan.to, time: time,
      stepFree: request.stepFree, departure: departure.time(countedFrom: time.date),
      leavesAt: Timeline(found.date, in: timetable.timeZone).instant(of: journey.departure))
  }

  /// Whether a trip is ahead and leaves within three hours.
  func leavesSoon(_ trip: Trip) -> Bool {
    let wait = trip.leavesAt.map { $0.timeIntervalSince(now()) } ?? .infinity
    return !trip.isDone && (-3600...3 * 3600).contains(wait)
  }

  /// Finds the journey of a trip, and compares it with the one that was planned. A trip that cannot
  /// be planned has a note that says why.
  /// - Parameter asking: Whether those who may know what is different now are asked.
  func plan(_ trip: Trip, asking: Bool = true) async throws -> PlannedTrip {
    var clock = CityClock(now(), in: timeZone.identifier)
    do {
      let city: City
      (city, clock) = try await self.clock(of: trip.city)
      let latestArrival = LocalDateTime(
        date: trip.time.date, time: trip.latestStart.time + Self.longestJourney)
      guard !trip.isDone, latestArrival.normalized.date >= clock.now.date else {
        return PlannedTrip(trip, at: clock)
      }
      guard trip.time.date <= city.lastDate else {
        return PlannedTrip(
          trip, at: clock, note: "planned on a timetable that ended \(city.lastDate)")
      }
      let (timetable, ends) = try await endpoints(
        trip.from.reference, trip.to.reference, in: trip.city)
      let live = try await mediator.perform(
        asking ? DataSource.liveTimetable : DataSource.knownTimetable, timetable.city)
      var search = JourneySearch(
        live, from: ends[0], to: ends[1], at: try SearchTime(trip.time, at: clock))
      search.isStepFree = trip.stepFree == true
      let plan = try await mediator.perform(Routing.search, search)
      let chosen = plan.journey(of: trip)
      let priced = try await [chosen].compactMap(\.self).priced(
        on: plan.date, of: timetable, through: mediator)
      return PlannedTrip(trip, at: clock, plan, priced.first)
    } catch DataSourceError.unknownCity {
      return PlannedTrip(
        trip, at: clock, note: "\(trip.city) is not installed", needsDownload: true)
    } catch  where !(error is CancellationError) {
      return PlannedTrip(trip, at: clock, note: "\(error)")
    }
  }

  /// Adds the places of trips, unless all are in the current city. The note of a trip names a city
  /// that is not installed.
  func naming(_ planned: [PlannedTrip]) async -> [PlannedTrip] {
    let current = try? await mediator.perform(DataSource.city, CityQuery()).id
    guard planned.contains(where: { $0.trip.city != current }) else { return planned }
    let here = CityClock(now(), in: timeZone.identifier).now
    var (named, needsDates) = (planned, false)
    for (index, planned) in planned.enumerated() where !planned.needsDownload {
      guard let (city, clock) = try? await clock(of: planned.trip.city) else { continue }
      named[index].place = city.name
      named[index].utcOffset = utcOffset(of: city, at: planned.trip.latestStart)
      let isCurrent = planned.isAhead || planned.isUnderWay
      needsDates = needsDates || isCurrent && clock.now.date != here.date
    }
    for index in named.indices { named[index].needsDate = needsDates }
    return named
  }

  /// Adds to trips whose cities are not installed which command installs them.
  func addingInstallCommands(_ planned: [PlannedTrip]) async -> [PlannedTrip] {
    guard planned.contains(where: \.needsDownload),
      let cities = try? await mediator.perform(CityList.cities, CitySearch())
    else { return planned }
    let downloadable = Set(cities.filter { $0.source != nil }.map(\.id))
    return planned.map { planned in
      guard planned.needsDownload else { return planned }
      var planned = planned
      planned.installCommand =
        downloadable.contains(planned.trip.city)
        ? "city download \(planned.trip.city)" : "city add \(planned.trip.city) <zip>"
      return planned
    }
  }

  /// The offset of a city's clocks; nil if the person's clocks show the same time.
  private func utcOffset(of city: City, at time: LocalDateTime) -> String? {
    let instant = time.instant(in: city.timeZone)
    let zone = TimeZone(identifier: city.timeZone) ?? .gmt
    let seconds = zone.secondsFromGMT(for: instant)
    guard seconds != timeZone.secondsFromGMT(for: instant) else { return nil }
    let minutes = abs(seconds) / 60
    let clock = "\(minutes / 60)" + (minutes % 60 == 0 ? "" : ":\(minutes % 60)")
    return "UTC" + (seconds == 0 ? "" : seconds < 0 ? "−\(clock)" : "+\(clock)")
  }

  private func endpoints(
    _ from: String, _ to: String, in city: CityID?
  ) async throws -> (timetable: Timetable, endpoints: [Endpoint]) {
    try await EndpointResolver(mediator: mediator).endpoints([from, to], in: city)
  }

  private func clock(of city: CityID) async throws -> (city: City, clock: CityClock) {
    let city = try await mediator.perform(DataSource.city, CityQuery(city: city))
    return (city, CityClock(now(), in: city.timeZone))
  }
}

extension JourneyPlan {
  /// The journey that was planned for a trip or, if it no longer runs, the best one.
  fileprivate func journey(of trip: Trip) -> Journey? {
    journeys.first { departure(of: $0, for: trip) == trip.departure }
      ?? journeys.best(trip.time.bound)
  }

  /// When a journey leaves in the timetable, from 00:00 of the date of a trip.
  fileprivate func departure(of journey: Journey, for trip: Trip) -> ServiceTime {
    let delay = journey.delay ?? .zero
    return LocalDateTime(date: date, time: journey.departure + (.zero - delay))
      .time(countedFrom: trip.time.date)
  }
}

extension PlannedTrip {
  /// - Parameter journey: The journey of the plan for the trip; nil without one.
  fileprivate init(_ trip: Trip, at clock: CityClock, _ plan: JourneyPlan, _ journey: Journey?) {
    guard let journey else {
      self.init(trip, at: clock, note: plan.reason)
      return
    }
    let departure = plan.departure(of: journey, for: trip)
    guard departure == trip.departure else {
      self.init(
        trip, at: clock, journey: journey, date: plan.date, isReplaced: true,
        note: "\(trip.departure.clock) no longer runs; nearest \(departure.clock)")
      return
    }
    let delay = journey.delay.map { Int($0.components.seconds) / 60 }
    let note: String? =
      switch delay ?? 0 {
      case 0: nil
      case let minutes where minutes > 0: "\(minutes) min late"
      case let minutes: "\(-minutes) min early"
      }
    self.init(trip, at: clock, journey: journey, date: plan.date, delay: delay, note: note)
  }
}

extension SearchTime {
  /// Creates the time of a trip.
  fileprivate init(_ time: JourneyTime, at clock: CityClock) throws {
    let (day, typed) = (DayExpression(time.date), TimeExpression(time.time))
    switch time.bound {
    case .depart: try self.init(date: day, depart: typed, at: clock)
    case .arrive: try self.init(date: day, arrive: typed, at: clock)
    }
  }
}

extension [Journey] {
  /// The best journey; one at exactly the typed time is preferred.
  fileprivate func best(_ bound: JourneyTime.Bound, at typed: TimeExpression?) -> Journey? {
    let exact = filter { journey in
      guard case .clock(let seconds) = typed else { return false }
      let time = journey.time(bound)
      return (time.seconds + time.clockShift - seconds).isMultiple(of: 86_400)
    }
    return (exact.isEmpty ? self : exact).best(bound)
  }
}

extension Journey {
  /// The time that a bound limits.
  fileprivate func time(_ bound: JourneyTime.Bound) -> ServiceTime {
    bound == .depart ? departure : arrival
  }
}

extension TimeExpression {
  /// The time that a person typed, counted from 00:00 of the date of a plan. A time on the clock is
  /// the one that a journey with this departure or arrival was found for.
  fileprivate func time(
    nearest limit: ServiceTime, _ bound: JourneyTime.Bound, at now: LocalDateTime,
    _ plan: JourneyPlan
  ) -> ServiceTime {
    let current = now.time(countedFrom: plan.date)
    switch self {
    case .now: return current
    case .minutesFromNow(let minutes): return ServiceTime(seconds: current.seconds + minutes * 60)
    case .clock(let seconds):
      let days = Double(limit.seconds + limit.clockShift - seconds) / 86_400
      let whole = Int(days.rounded(bound == .depart ? .down : .up))
      return ServiceTime(seconds: seconds + whole * 86_400)
    }
  }
}

extension Trip {
  /// A name in one line; nil for white space.
  /// - Throws: `TripsError.longName` when it has more than 1,000 bytes.
  static func validName(_ text: String) throws(TripsError) -> String? {
    let name = text.printable.trimmingCharacters(in: .whitespaces)
    guard name.utf8.count <= TripsError.maximumNameSize else {
      throw .longName(String(name.unicodeScalars.prefix(20)), bytes: name.utf8.count)
    }
    return name.isEmpty ? nil : name
  }
}
