import BookmarksInterface
import CityListInterface
import Console
import DataSourceInterface
import Documents
import FaresInterface
import Foundation
import Mediator
public import ModuleManager
import NewsInterface
import RoutingInterface
import Scenes
import ShareInterface
public import Store
public import TripsInterface

/// Keeps the trips that a person plans.
public struct TripsModule: DatabaseModule {
  public static let manifest = Manifest(
    Trips.self, summary: "Keeps planned trips, and looks up their journeys",
    requires: [DataSource.self],
    uses: [Bookmarks.self, CityList.self, Fares.self, News.self, Routing.self, Share.self],
    answers: [
      Trips.list, Trips.next, Trips.add, Trips.change, Trips.done, Trips.remove, Trips.clear,
      Trips.undo,
    ],
    publishes: [
      TripsChanged.self, DepartureNeared.self, TripDisturbed.self, TripAlarmRang.self,
    ],
    follows: [TimetablePatched.self],
    durableFollowers: [DurableFollower("announce", of: TripAlarmRang.self)])

  public static let contributions = Contributions(
    commands, scenes, widgets, notices, warnings, [slot])

  /// The trips, for the actions and details of other modules and plug-ins.
  static let slot = RowSlot("trip", PlannedTrip.self)

  /// The command `trips` with its subcommands.
  static let commands: [Command] = [
    .listTrips, .nextTrip, .addTrip, .changeTrip, .shareTrip, .tripDone, .removeTrip, .clearTrips,
    .undoTrips,
  ]

  /// The list of trips, which opens their journeys.
  static let scenes = [
    SceneDescription(
      "Trips", "see and plan trips",
      following: [
        TripsChanged.self, CityChanged.self, CityInstalled.self, CityRemoved.self, NewsExpired.self,
        TimetablePatched.self, MinuteBegan.self,
      ]
    ) { mediator in
      .trips(
        TripsQuery(), layout: TripsView.choices,
        empty: "No trips yet; a adds one, and so does t on a journey.", through: mediator)
    }
  ]

  /// Reads all trips, and says which one cannot be read.
  static let warnings = [
    WarningSource(needsData: true) { mediator in
      _ = try await mediator.perform(Trips.list, TripsQuery())
      return []
    }
  ]

  /// The notices that a trip departs soon, and that its train does not run as planned.
  static let notices = [
    NoticeDescription(of: DepartureNeared.self) { TripsView.reminder($0.trip) },
    NoticeDescription(of: TripDisturbed.self) { TripsView.disturbance($0.trip) },
  ]

  private let mediator: Mediator
  private let trips: StoredList<Trip>
  /// The database with the trips.
  public var database: Database { trips.database }
  private let planner: TripPlanner
  private let disturbances = DisturbanceList()

  /// Creates the module without opening its database.
  public init(context: ModuleContext) {
    mediator = context.mediator
    trips = StoredList(context, alarm: TripAlarmRang.alarm)
    planner = TripPlanner(mediator: context.mediator, now: context.now)
  }

  public func register(with registrar: Registrar) {
    registrar.answer(Trips.list) { try await list($0) }
    registrar.answer(Trips.next) { _ in
      NextTrip(trip: try await list().first { $0.isUnderWay || $0.isAhead })
    }
    let changed = TripsChanged()
    registrar.answer(Trips.add, publishing: changed) { try await trips.add(planner.trip($0)) }
    registrar.answer(Trips.change, publishing: changed) { try await change($0) }
    registrar.answer(Trips.done, publishing: changed) { [trips] reference in
      try await trips.change(reference.id, "finishing") { trip in
        guard !trip.isDone else { throw TripsError.alreadyDone(trip.id, trip.title) }
        trip.isDone = true
      }
    }
    registrar.answer(Trips.remove, publishing: changed) { [trips] reference in
      try await trips.remove(reference.id)
    }
    registrar.answer(Trips.clear) { _ in
      let cleared = try await clear()
      if !cleared.trips.isEmpty { mediator.publish(changed) }
      return cleared
    }
    registrar.answer(Trips.undo, publishing: changed) { [trips] _ in
      UndoneTripsChange(change: try await trips.undo())
    }
    registrar.follow(TripAlarmRang.self, durably: "announce") { try await announce($0.event) }
    registrar.follow(TimetablePatched.self) { try await tellDisturbances(in: $0.city) }
  }

  private func list(_ query: TripsQuery = TripsQuery()) async throws -> [PlannedTrip] {
    if let days = query.within, days < 0 { throw TripsError.badDays(days) }
    let announcements = try await announcements
    var planned: [PlannedTrip] = []
    for trip in try await trips.items {
      var noted = try await planner.plan(trip).noting(announcements)
      if let city = try? await mediator.perform(DataSource.city, CityQuery(city: trip.city)) {
        noted = await noted.notingNotices(city, through: mediator)
      }
      planned.append(noted)
    }
    planned = await planner.addingInstallCommands(planner.naming(planned))
    guard let days = query.within else { return planned.sorted { $0.order < $1.order } }
    return planned.filter {
      ($0.isAhead || $0.isUnderWay || $0.daysLeft >= 0) && $0.daysLeft <= days
    }
    .sorted { $0.order < $1.order }
  }

  /// Publishes that a trip departs soon, unless it was changed or removed, or is over.
  private func announce(_ alarm: TripAlarmRang) async throws {
    guard let trip = try await trips.items.first(where: { $0.id == alarm.id }),
      trip.leavesAt == alarm.leavesAt
    else { return }
    let planned = await planner.naming([try await planner.plan(trip)])
    for trip in planned where trip.isAhead { mediator.publish(DepartureNeared(trip: trip)) }
  }

  /// Publishes which trips of the next hours have a train that does not run as planned.
  private func tellDisturbances(in city: CityID) async throws {
    for trip in try await trips.items where trip.city == city && planner.leavesSoon(trip) {
      let planned = try await planner.plan(trip, asking: false)
      guard disturbances.mustTell(planned) else { continue }
      for named in await planner.naming([planned]) { mediator.publish(TripDisturbed(trip: named)) }
    }
  }

  /// A trip that is changed meanwhile stays.
  private func clear() async throws -> ClearedTrips {
    let past = Set(try await list().filter(\.isPast).map(\.trip))
    guard !past.isEmpty else { return ClearedTrips(trips: []) }
    let removed = try await trips.changeAll("removing past trips") { trips in
      let removed = trips.filter(past.contains)
      trips.removeAll(where: past.contains)
      return removed
    }
    return ClearedTrips(trips: removed)
  }

  private var announcements: [Announcement] {
    get async throws {
      do { return try await mediator.perform(News.announcements) } catch is MediatorError {
        return []  // The app has no news, or they are disabled.
      }
    }
  }

  /// Looks up a journey only if the request changes which one is wanted.
  private func change(_ request: ChangeTrip) async throws -> Trip {
    let old = try await trips.item(request.id)
    guard request.isChange else { throw TripsError.nothingToChange(old.id) }
    let wanted = request.journey(after: AddTrip(old))
    let new = wanted == AddTrip(old) ? nil : try await planner.trip(wanted)
    return try await trips.change(old.id) { trip in
      if let name = request.name { trip.name = try Trip.validName(name) }
      guard let new else { return }
      trip.replan(as: new)
    }
  }
}

extension AddTrip {
  /// What planned a trip, without its name.
  fileprivate init(_ trip: Trip) {
    let time = TimeExpression(trip.time.time)
    self.init(
      from: trip.from.reference, to: trip.to.reference, city: trip.city,
      date: DayExpression(trip.time.date), depart: trip.time.bound == .depart ? time : nil,
      arrive: trip.time.bound == .arrive ? time : nil, stepFree: trip.stepFree)
  }
}

extension ChangeTrip {
  /// Whether the request has a new value of any field.
  fileprivate var isChange: Bool {
    date != nil || [depart, arrive].contains { $0 != nil }
      || [from, to, name].contains { $0 != nil }
  }

  /// The journey that is wanted after the change.
  fileprivate func journey(after old: AddTrip) -> AddTrip {
    let keepsTime = depart == nil && arrive == nil
    return AddTrip(
      from: from ?? old.from, to: to ?? old.to, city: old.city, date: date ?? old.date,
      depart: keepsTime ? old.depart : depart, arrive: keepsTime ? old.arrive : arrive,
      stepFree: old.stepFree)
  }
}

extension Trip: StoredItem {
  /// `trip`
  public static var noun: String { "trip" }
}

extension PlannedTrip {
  /// The order of the list: what is under way, what is ahead, what was missed, and what is done,
  /// each by time.
  fileprivate var order: (Int, Int, Int) {
    (trip.isDone ? 3 : isUnderWay ? 0 : isAhead ? 1 : 2, day.day, minutesLeft)
  }
}
