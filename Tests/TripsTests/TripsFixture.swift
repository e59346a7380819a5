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
import Testing
import TripsInterface

@testable import Trips

/// The module in a city whose journeys a test chooses. First it is 2026-11-20 08:00 there, a Friday.
struct TripsFixture {
  private static let midnight = Date(timeIntervalSince1970: 1_795_132_800)
  static let today = CalendarDate(day: 20_777)

  /// What the timetable says.
  struct Timetable {
    /// The departures and arrivals in minutes after 00:00, on every day.
    var journeys = [(480, 490), (495, 510), (540, 560), (1470, 1480)]
    var lastDate = CalendarDate(day: 20_999)
    var isInstalled = true
    var error: DataSourceError?
    /// The time zone of Beijing.
    var beijingZone = "Asia/Shanghai"
    /// The current time in minutes after 00:00 of 2026-11-20.
    var now = 480
    var queries: [JourneyQuery] = []
  }

  let harness: ModuleHarness
  private let timetable: Lock<Timetable>
  /// What servers have announced.
  let announcements = Lock<[Announcement]>([])
  /// The cities that are listed.
  let catalogue = Lock<[ListedCity]>([])
  var mediator: Mediator { harness.mediator }
  var queries: [JourneyQuery] { timetable.withLock { $0.queries } }

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
      try timetable.withLock { timetable in
        let city = query.city ?? .builtIn
        if let error = timetable.error { throw error }
        guard timetable.isInstalled else {
          throw DataSourceError.unknownCity(city, installed: [])
        }
        return City(
          id: city, name: city == .builtIn ? "Porto" : "Beijing", agency: "Metro",
          timeZone: city == .builtIn ? "UTC" : timetable.beijingZone,
          firstDate: CalendarDate(day: 0), lastDate: timetable.lastDate, stations: 3, lines: 1,
          isBuiltIn: true, isCurrent: city == .builtIn)
      }
    }
    try harness.stub(CityList.cities) { [catalogue] _ in catalogue.withLock { $0 } }
    try harness.stub(News.announcements) { [announcements] _ in announcements.withLock { $0 } }
    try harness.stub(Routing.plan) { query in
      timetable.withLock { $0.plan(query) }
    }
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
    try await Command.listTrips.run(through: mediator).text(Page(columns: columns))
  }

  func text(_ command: Command, _ parameters: Parameters = [:]) async throws -> String {
    try await command.run(parameters, through: mediator).text(Page(columns: 60))
  }
}

extension TripsFixture.Timetable {
  fileprivate mutating func plan(_ query: JourneyQuery) -> JourneyPlan {
    queries.append(query)
    var date = query.date?.date(today: TripsFixture.today) ?? TripsFixture.today
    func minutes(_ time: TimeExpression?) -> Int? {
      switch time {
      case .clock(let seconds): seconds / 60
      case .now: now
      case .minutesFromNow(let minutes): now + minutes
      case nil: nil
      }
    }
    let found: [(Int, Int)]
    if var arrival = minutes(query.arrive) {
      // A night belongs to the evening before it.
      if arrival < 180 {
        arrival += 1440
        date = CalendarDate(day: date.day - 1)
      }
      found = journeys.filter { $0.1 <= arrival }
    } else {
      found = journeys.filter { $0.0 >= minutes(query.depart) ?? now }
    }
    let next = NextJourneys(
      date: CalendarDate(day: date.day + 1), journeys: journeys.map(Journey.init(from:to:)))
    return JourneyPlan(
      city: query.city ?? .builtIn, date: date, from: .named(query.from),
      to: .named(query.to), journeys: found.map(Journey.init(from:to:)),
      reason: found.isEmpty ? "no train runs" : nil, next: found.isEmpty ? next : nil)
  }
}

extension Journey {
  /// A ride between two times in minutes after 00:00.
  fileprivate init(from departure: Int, to arrival: Int) {
    self.init(
      departure: ServiceTime(seconds: departure * 60), arrival: ServiceTime(seconds: arrival * 60),
      rides: 1, legs: [])
  }
}

extension PointOfInterest {
  /// The station that a reference such as `id:A` or a name such as `A` means.
  fileprivate static func named(_ text: String) -> PointOfInterest {
    let id = text.hasPrefix("id:") ? String(text.dropFirst(3)) : text
    return PointOfInterest(id: id, name: id)
  }
}
