import DataSourceInterface
import Documents
import Foundation

/// The trips, stops and lines of a timetable by their ids.
struct TripIndex: Sendable {
  /// The timetable without patches.
  let timetable: Timetable
  /// The trips with each id: one, unless they come from frequencies.txt.
  private let trips: [String: [Int]]
  private let stops: [String: Int]
  private let routes: [String: Int]
  /// On how many days after its service day a trip may still run.
  private let daysAfterService: Int

  init(_ timetable: Timetable) {
    self.timetable = timetable
    let table = timetable.trips
    let ids = Array(table.id)
    trips = Dictionary(grouping: 0..<table.count) { ids[Int(table.label[$0])] }
    func positions(_ column: TextColumn) -> [String: Int] {
      Dictionary(zip(column, column.indices)) { first, _ in first }
    }
    (stops, routes) = (positions(timetable.stops.id), positions(timetable.routes.id))
    daysAfterService = table.daysAfterService
  }

  func stop(_ id: String?) -> Int? { id.flatMap { stops[$0] } }

  func route(_ id: String?) -> Int? { id.flatMap { routes[$0] } }

  /// The line of a trip; nil if neither the line nor the trip is known.
  func line(of descriptor: RealtimeFeed.TripDescriptor?) -> Line? {
    let trip = (descriptor?.tripID).flatMap { trips[$0]?.first }
    let route =
      route(descriptor?.routeID)
      ?? trip.map { Int(timetable.patterns.route[pattern(of: $0)]) }
    return route.map { timetable.line(ofRoute: $0) }
  }

  func pattern(of trip: Int) -> Int { timetable.patterns.pattern(ofTrip: trip) }

  /// The calls of the pattern of a trip.
  func calls(of trip: Int) -> Range<Int> { timetable.patterns.calls(of: pattern(of: trip)) }

  /// The trip of the timetable that a descriptor names, on its service day.
  ///
  /// Without a date, it is the day on which the trip runs nearest to now. A trip of frequencies.txt
  /// is also told by its start.
  func trip(
    _ descriptor: RealtimeFeed.TripDescriptor, at now: Date
  ) -> Result<Timetable.TripOnDay, TripMismatch> {
    guard let id = descriptor.tripID, let candidates = trips[id] else {
      return .failure(.unknownTrip)
    }
    var found = candidates
    if candidates.contains(where: { timetable.trips.headway[$0] > 0 }) || candidates.count > 1 {
      guard let start = descriptor.startTime.flatMap(ServiceTime.init) else {
        return .failure(.noStartTime)
      }
      found = candidates.filter { Int(timetable.trips.start[$0]) == start.seconds }
    }
    guard let trip = found.first else { return .failure(.unknownTrip) }
    let service = Int(timetable.trips.service[trip])
    let today = LocalDateTime(now, in: timetable.timeZone).date
    let dates: [CalendarDate]
    if let text = descriptor.startDate, !text.isEmpty {
      guard let date = CalendarDate(text) else { return .failure(.badDate) }
      dates = [date]
    } else {
      dates = (-daysAfterService - 1...1).map { CalendarDate(day: today.day + $0) }
    }
    let running = dates.filter { timetable.services.runs(service, on: $0) }
    guard
      let nearest = running.min(by: { distance(trip, on: $0, now) < distance(trip, on: $1, now) })
    else { return .failure(.notRunning) }
    return .success(Timetable.TripOnDay(trip, on: nearest))
  }

  /// The seconds between now and the time at which a trip runs; 0 while it runs.
  private func distance(_ trip: Int, on date: CalendarDate, _ now: Date) -> Int {
    let time = Timeline(date, in: timetable.timeZone).time(at: now).seconds
    let start = timetable.trips.departure(of: trip, at: 0)
    let end = timetable.trips.arrival(of: trip, at: calls(of: trip).count - 1)
    return max(start - time, time - end, 0)
  }
}

/// Why an update of a trip has no effect.
enum TripMismatch: String, CaseIterable, Error, Codable {
  case unknownTrip = "unknown trip"
  case unknownLine = "unknown line"
  case badDate = "not a date"
  /// The trip does not run on the day.
  case notRunning = "not in service on that day"
  /// A trip that runs several times a day is given without its start.
  case noStartTime = "no start time"
  /// An extra train has less than two stops that are known and have times.
  case tooFewStops = "less than two known stops with times"
  /// A time is many hours from that of the timetable.
  case implausibleTime = "implausible time"
  /// The file has another update of the same trip before it.
  case repeated = "more than one update"
  case unknownKind = "unknown kind of update"
}
