import BookmarksInterface
import CityListInterface
import Console
import DataSourceFixture
import DataSourceInterface
import Documents
import Foundation
import Mediator
import ModuleTesting
import NewsInterface
import Platform
import RoutingInterface
import Scenes
import Testing
import TripsInterface

@testable import Trips

/// The module in a city whose journeys a test chooses. First it is 2026-11-20 08:00 there, a
/// Friday.
struct TripsFixture {
  private static let midnight = Date(timeIntervalSince1970: 1_795_132_800)
  static let today = CalendarDate(day: 20_777)

  /// What the timetable says.
  struct Timetable {
    /// The departures and arrivals in minutes after 00:00, on every day.
    var journeys = [(480, 490), (495, 510), (540, 560), (1470, 1480)]
    /// The minutes that trains are late, by their departure in the timetable; only live timetables
    /// know them.
    var delays: [Int: Int] = [:]
    var lastDate = CalendarDate(day: 20_999)
    var isInstalled = true
    var error: DataSourceError?
    /// The time zone of Beijing.
    var beijingZone = "Asia/Shanghai"
    /// The current time in minutes after 00:00 of 2026-11-20.
    var now = 480
    var searches: [SearchTime] = []
    /// Whether the last search was for a journey without steps.
    var isStepFree = false
  }

  let harness: ModuleHarness
  private let timetable: Lock<Timetable>
  /// The notices of which `News.concerning` returns those that concern what was asked.
  let notices = Lock<[NewsItem]>([])
  /// What servers have announced.
  let announcements = Lock<[Announcement]>([])
  /// The cities that are listed.
  let catalogue = Lock<[ListedCity]>([])
  var mediator: Mediator { harness.mediator }
  var searches: [SearchTime] { timetable.withLock { $0.searches } }
  var isStepFree: Bool { timetable.withLock { $0.isStepFree } }

  init(
    folder: URL? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let timetable = Lock(Timetable())
    self.timetable = timetable
    harness = try await ModuleHarness(
      TripsModule.self, folder: folder,
      now: { Self.midnight + 60 * Double(timetable.withLock { $0.now }) },
      sourceLocation: sourceLocation)
    try harness.stub(DataSource.city) { query in
      try timetable.withLock { try $0.city(query.city) }
    }
    try harness.stub(DataSource.endpoints) { query in
      let city = try timetable.withLock { try $0.city(query.city) }
      let network = SampleNetwork(
        name: city.name, timeZone: city.timeZone,
        stations: [("A", []), ("B", []), ("C", [])], trips: [])
      let found = network.timetable(of: city.id)
      return Endpoints(
        city: city, timetable: found,
        results: query.texts.map { text in
          let id = text.hasPrefix("id:") ? String(text.dropFirst(3)) : text
          return found.station(ofStopID: id).map { .success(.station($0, isExactName: true)) }
            ?? .failure(.unknownStation(text, city: city.name, nearest: []))
        })
    }
    for action in [DataSource.liveTimetable, DataSource.knownTimetable] {
      try harness.stub(action) { id in
        let city = try timetable.withLock { try $0.city(id) }
        return SampleNetwork(
          name: city.name, timeZone: city.timeZone,
          stations: [("A", []), ("B", []), ("C", [])], trips: []
        ).timetable(of: city.id)
      }
    }
    try harness.stub(CityList.cities) { [catalogue] _ in catalogue.withLock { $0 } }
    try harness.stub(News.concerning) { [notices] part in
      notices.withLock(\.self).filter { $0.concerns(part) }
    }
    try harness.stub(News.announcements) { [announcements] _ in announcements.withLock { $0 } }
    try harness.stub(Routing.search) { search in
      timetable.withLock { $0.plan(search) }
    }
  }

  /// What the person is told at a time in minutes after 00:00.
  func announcements(at now: Int) async throws -> [String] {
    let told = Recorder<String>()
    let subscriptions = TripsModule.notices.map { $0.follow(mediator) { told.record("\($0)") } }
    change { $0.now = now }
    await harness.deliverStoredEvents()
    await mediator.drain()
    withExtendedLifetime(subscriptions) {}
    return told.values
  }

  /// What the person is told after the trains have other delays.
  func notices(_ delays: [Int: Int], cancelling departure: Int? = nil) async throws -> [String] {
    let told = Recorder<String>()
    let subscriptions = TripsModule.notices.map { $0.follow(mediator) { told.record("\($0)") } }
    change { timetable in
      timetable.delays = delays
      timetable.journeys.removeAll { $0.0 == departure }
    }
    await mediator.publishAndWait(TimetablePatched(city: .builtIn))
    await mediator.drain()
    withExtendedLifetime(subscriptions) {}
    return told.values
  }

  func change(_ change: @Sendable (inout Timetable) -> Void) { timetable.withLock { change(&$0) } }

  /// Adds a trip from A to B as the command does.
  @discardableResult
  func add(_ values: Parameters = [:]) async throws -> Trip {
    var request: Parameters = ["from": "A", "to": "B"]
    for (field, texts) in values.values { for text in texts { request.append(text, for: field) } }
    return try await mediator.perform(Trips.add, request.decode(AddTrip.self))
  }

  var trips: [PlannedTrip] {
    get async throws { try await mediator.perform(Trips.list, TripsQuery()) }
  }

  /// The list as the command prints it.
  func list(columns: Int = 60) async throws -> String {
    try await Command.listTrips.run(through: mediator).text(on: Page(columns: columns))
  }

  func text(_ command: Command, _ parameters: Parameters = [:]) async throws -> String {
    try await command.run(parameters, through: mediator).text(on: Page(columns: 60))
  }
}

extension TripsFixture.Timetable {
  fileprivate func city(_ id: CityID?) throws -> City {
    let id = id ?? .builtIn
    if let error { throw error }
    guard isInstalled else { throw DataSourceError.unknownCity(id, installed: []) }
    return City(
      id: id, name: id == .builtIn ? "Porto" : "Beijing", agency: "Metro",
      timeZone: id == .builtIn ? "UTC" : beijingZone, firstDate: CalendarDate(day: 0),
      lastDate: lastDate, stations: 3, lines: 1, isBuiltIn: true, isCurrent: id == .builtIn)
  }

  fileprivate mutating func plan(_ search: JourneySearch) -> JourneyPlan {
    searches.append(search.time)
    isStepFree = search.isStepFree
    let date = search.time.date
    let found = journeys.filter { departure, arrival in
      switch search.time.constraint {
      case .departAfter(let time): departure * 60 >= time.seconds
      case .arriveBy(let time): arrival * 60 <= time.seconds
      case .departWithin, .firstTrain, .lastTrain: false
      }
    }
    let next = NextJourneys(
      date: CalendarDate(day: date.day + 1), journeys: journeys.map { Journey(from: $0, to: $1) })
    return JourneyPlan(
      city: search.timetable.city, date: date,
      from: search.origin.pointOfInterest(in: search.timetable),
      to: search.destination.pointOfInterest(in: search.timetable),
      journeys: found.map {
        Journey(from: $0, to: $1, isStepFree: search.isStepFree, delay: delays[$0])
      },
      reason: found.isEmpty ? "no train runs" : nil, next: found.isEmpty ? next : nil)
  }
}

extension Journey {
  /// A ride between two times in minutes after 00:00.
  fileprivate init(
    from departure: Int, to arrival: Int, isStepFree: Bool = false, delay: Int? = nil
  ) {
    func time(_ minutes: Int) -> ServiceTime { ServiceTime(seconds: minutes * 60) }
    let (a, b) = (StopReference(id: "A", name: "A"), StopReference(id: "B", name: "B"))
    let (start, end) = (time(departure + (delay ?? 0)), time(arrival + (delay ?? 0)))
    let ride = Ride(
      line: Line(id: "L", name: "L", color: nil), trip: "t", serviceDate: TripsFixture.today,
      headsign: "B", from: a, to: b, departure: start, arrival: end, isLive: delay != nil,
      scheduledDeparture: delay.map { _ in time(departure) },
      scheduledArrival: delay.map { _ in time(arrival) }, intermediateStops: [])
    self.init(
      departure: start, arrival: end, rides: 1, legs: delay == nil ? [] : [.ride(ride)],
      unknownAccess: isStepFree ? UnknownAccess(stops: [], lines: [], hasWalk: true) : nil)
  }
}
