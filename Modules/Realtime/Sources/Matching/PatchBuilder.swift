import DataSourceInterface
import Documents
import Foundation

/// Makes a patch of a timetable from the updates of trips, and counts what does not fit.
struct PatchBuilder {
  private static let unknownStop = "stop that is not on the trip"

  private let index: TripIndex
  private let now: Date
  private var trips: [TimetablePatch.Trip] = []
  private var extraTrips: [TimetablePatch.ExtraTrip] = []
  private var cancelled: [Timetable.TripOnDay] = []
  private var deleted: [Timetable.TripOnDay] = []
  private var knownExtraTrips: Set<String> = []
  private var known: Set<Timetable.TripOnDay> = []
  /// How many updates of trips are used.
  private(set) var used = 0
  /// How many updates have no effect, by the reason.
  private(set) var unused: [String: Int] = [:]

  init(_ index: TripIndex, at now: Date) {
    self.index = index
    self.now = now
  }

  /// The patch with all updates that were added.
  /// - Parameter asOf: When they were known.
  func patch(source: String, asOf: Date) -> TimetablePatch {
    TimetablePatch(
      source: source, of: index.timetable, asOf: asOf, trips: trips, extraTrips: extraTrips,
      cancelled: cancelled, deleted: deleted)
  }

  mutating func add(_ update: RealtimeFeed.TripUpdate) {
    do throws(TripMismatch) {
      switch update.trip.scheduleRelationship ?? .scheduled {
      case .scheduled, .unscheduled:
        let day = try newTrip(update)
        trips.append(TimetablePatch.Trip(day, times: try times(update, of: day, on: day.date)))
      case .canceled: cancelled.append(try newTrip(update))
      case .deleted: deleted.append(try newTrip(update))
      case .added, .new: try add(extraTrip(update))
      case .replacement:
        let day = try newTrip(update)
        try add(extraTrip(update, replacing: day))
      case .duplicated: try add(copy(update))
      case .unrecognized: throw .unknownKind
      }
      used += 1
    } catch {
      unused[error.rawValue, default: 0] += 1
    }
  }

  private mutating func add(_ trip: TimetablePatch.ExtraTrip) throws(TripMismatch) {
    guard knownExtraTrips.insert("\(trip.date.day) \(trip.id)").inserted else { throw .repeated }
    extraTrips.append(trip)
  }

  /// The trip of an update, which is the first one of that trip.
  private mutating func newTrip(
    _ update: RealtimeFeed.TripUpdate
  ) throws(TripMismatch) -> Timetable.TripOnDay {
    let day = try index.trip(update.trip, at: now).get()
    guard known.insert(day).inserted else { throw .repeated }
    return day
  }

  /// The expected times of a trip of the timetable.
  /// - Parameter shift: The seconds by which another start differs from that of the timetable.
  private mutating func times(
    _ update: RealtimeFeed.TripUpdate, of day: Timetable.TripOnDay, on date: CalendarDate,
    shift: Int = 0
  ) throws(TripMismatch) -> [TimetablePatch.Times] {
    let timetable = index.timetable
    let calls = index.calls(of: day.trip)
    let expected = ExpectedTimes(
      update,
      scheduled: (0..<calls.count).map {
        (
          timetable.trips.arrival(of: day.trip, at: $0) + shift,
          timetable.trips.departure(of: day.trip, at: $0) + shift
        )
      }, stops: calls.map { timetable.patterns.stop[$0] },
      label: Int(timetable.trips.label[day.trip]), on: Timeline(date, in: timetable.timeZone),
      in: index)
    guard expected.isPlausible else { throw .implausibleTime }
    if expected.unknownStops > 0 {
      unused[Self.unknownStop, default: 0] += expected.unknownStops
    }
    return expected.times
  }

  /// A train that the timetable does not have: at least two of its stops are known and have times.
  private mutating func extraTrip(
    _ update: RealtimeFeed.TripUpdate, replacing replaced: Timetable.TripOnDay? = nil
  ) throws(TripMismatch) -> TimetablePatch.ExtraTrip {
    let timetable = index.timetable
    let ownRoute = replaced.map { Int(timetable.patterns.route[index.pattern(of: $0.trip)]) }
    guard let route = index.route(update.trip.routeID) ?? ownRoute else { throw .unknownLine }
    let instants = update.stopTimeUpdates.compactMap {
      $0.arrival?.instant ?? $0.departure?.instant
    }
    guard let first = instants.first else { throw .tooFewStops }
    let date: CalendarDate
    if let text = update.trip.startDate, !text.isEmpty {
      guard let given = CalendarDate(text) else { throw .badDate }
      date = given
    } else {
      let start = Date(timeIntervalSince1970: Double(first))
      date = replaced?.date ?? LocalDateTime(start, in: timetable.timeZone).date
    }
    let timeline = Timeline(date, in: timetable.timeZone)
    var stops: [Int] = []
    var times: [TimetablePatch.Times] = []
    for stop in update.stopTimeUpdates where stop.scheduleRelationship != .skipped {
      let given = (stop.arrival?.instant, stop.departure?.instant)
      guard let number = index.stop(stop.stopID), let arrival = given.0 ?? given.1,
        let departure = given.1 ?? given.0
      else {
        unused[Self.unknownStop, default: 0] += 1
        continue
      }
      let earliest = times.last?.departure ?? .min
      let arriving = max(timeline.seconds(at: arrival), earliest)
      stops.append(number)
      times.append(
        TimetablePatch.Times(
          arrival: arriving, departure: max(timeline.seconds(at: departure), arriving)))
    }
    guard let start = times.first?.departure, let end = times.last?.arrival, stops.count > 1 else {
      throw .tooFewStops
    }
    // A train of two days is none; its date or one of its times is wrong.
    guard (-86_400...2 * 86_400).contains(start), end - start <= 86_400 else {
      throw .implausibleTime
    }
    return TimetablePatch.ExtraTrip(
      id: update.trip.tripID ?? update.entityID, route: route,
      headsign: update.properties?.tripHeadsign ?? "", date: date, replacing: replaced,
      stops: stops, times: times)
  }

  /// A copy of a trip of the timetable at another time.
  private mutating func copy(
    _ update: RealtimeFeed.TripUpdate
  ) throws(TripMismatch) -> TimetablePatch.ExtraTrip {
    let timetable = index.timetable
    let day = try index.trip(update.trip, at: now).get()
    guard let start = update.properties?.startTime.flatMap(ServiceTime.init) else {
      throw .noStartTime
    }
    var date = day.date
    if let text = update.properties?.startDate, !text.isEmpty {
      guard let given = CalendarDate(text) else { throw .badDate }
      date = given
    }
    let times = try times(
      update, of: day, on: date, shift: start.seconds - Int(timetable.trips.start[day.trip])
    ).map { call -> TimetablePatch.Times in
      var call = call
      call.isKnown = true
      return call
    }
    let pattern = index.pattern(of: day.trip)
    return TimetablePatch.ExtraTrip(
      id: update.properties?.tripID ?? update.entityID,
      route: Int(timetable.patterns.route[pattern]),
      headsign: update.properties?.tripHeadsign
        ?? timetable.headsign(
          ofTrip: day.trip, of: pattern, at: timetable.patterns.calls(of: pattern).lowerBound),
      date: date,
      stops: timetable.patterns.calls(of: pattern).map { Int(timetable.patterns.stop[$0]) },
      times: times)
  }
}

extension RealtimeFeed.StopTimeEvent {
  /// The expected time of an extra train, which has no timetable, in seconds since 1970.
  fileprivate var instant: Int? {
    time ?? scheduledTime.map { $0 + (delay ?? 0) }
  }
}
