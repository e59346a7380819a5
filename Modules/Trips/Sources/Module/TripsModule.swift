import CityListInterface
public import Console
import DataSourceInterface
import Foundation
import Mediator
public import ModuleManager
import RoutingInterface
public import Scenes
import ShareInterface
import StationsInterface
public import Store
public import TripsInterface

/// Keeps the trips that a person plans.
public struct TripsModule: CommandModule, SceneModule {
  public static let manifest = Manifest(
    Trips.self, summary: "Keeps planned trips, and looks up their journeys",
    requires: [DataSource.self], uses: [CityList.self, Routing.self, Share.self, Stations.self],
    answers: [
      Trips.list, Trips.next, Trips.add, Trips.change, Trips.done, Trips.remove, Trips.undo,
      Trips.changesByOthers,
    ],
    publishes: [TripsChanged.self])

  /// The command `trips` with its subcommands.
  public static let commands: [Command] = [
    .listTrips, .nextTrip, .addTrip, .changeTrip, .shareTrip, .tripDone, .removeTrip, .undoTrips,
  ]

  /// The list of trips, which opens their journeys.
  public static let scenes = [
    SceneDescription(
      "Trips", "see and plan trips",
      following: [TripsChanged.self, CityChanged.self, CityInstalled.self, CityRemoved.self]
    ) { .trips(TripsQuery(), through: $0) }
  ]

  private let mediator: Mediator
  private let trips: StoredList<Trip>
  private let planner: TripPlanner

  /// Creates the module without opening its database.
  public init(context: ModuleContext) {
    mediator = context.mediator
    trips = StoredList(context)
    planner = TripPlanner(mediator: context.mediator, now: context.now)
  }

  /// Opens the database.
  /// - Throws: `StoreError` when the folder or the database in it cannot be used.
  public func start() async throws { try await trips.database.open() }

  /// Closes the database.
  public func stop() async { await trips.database.close() }

  public func connect(_ connection: Connection) {
    connection.answer(Trips.list) { try await list($0) }
    connection.answer(Trips.next) { _ in NextTrip(trip: try await list().first { $0.isAhead }) }
    connection.answer(Trips.changesByOthers) { [trips] _ in trips.database.changesByOthers() }
    answer(Trips.add, on: connection) { try await trips.add(planner.trip($0)) }
    answer(Trips.change, on: connection) { try await change($0) }
    answer(Trips.done, on: connection) { reference in
      var trip = try await trips.item(reference.id)
      trip.isDone = true
      return try await trips.replace(trip, "finishing")
    }
    answer(Trips.remove, on: connection) { try await trips.remove($0.id) }
    answer(Trips.undo, on: connection) { _ in UndoneTripsChange(change: try await trips.undo()) }
  }

  /// Registers an action that publishes `TripsChanged` after `change`.
  private func answer<Input, Output>(
    _ action: Action<Input, Output>, on connection: Connection,
    change: @escaping @Sendable (Input) async throws -> Output
  ) {
    connection.answer(action) { [mediator] input in
      let output = try await change(input)
      mediator.publish(TripsChanged())
      return output
    }
  }

  private func list(_ query: TripsQuery = TripsQuery()) async throws -> [PlannedTrip] {
    if let days = query.within, days < 0 { throw TripsError.badDays(days) }
    var planned: [PlannedTrip] = []
    for trip in try await trips.items { planned.append(try await planner.plan(trip)) }
    return planned.filter { $0.daysLeft <= query.within ?? .max }.sorted { $0.order < $1.order }
  }

  private func change(_ request: ChangeTrip) async throws -> Trip {
    let old = try await trips.item(request.id)
    let keepsTime = request.depart == nil && request.arrive == nil
    let time = keepsTime ? TimeExpression(old.time.time) : nil
    let isDeparture = old.time.bound == .depart
    var new = try await planner.trip(
      AddTrip(
        from: request.from ?? old.from.reference, to: request.to ?? old.to.reference,
        city: old.city, date: request.date ?? DayExpression(old.time.date),
        depart: isDeparture ? request.depart ?? time : request.depart,
        arrive: isDeparture ? request.arrive : request.arrive ?? time,
        name: request.name ?? old.name))
    new.id = old.id
    new.isDone = old.isDone
    return try await trips.replace(new)
  }
}

extension Trip: StoredItem {}

extension PlannedTrip {
  /// The order of the list: what is ahead, what was missed, and what is done, each by time.
  fileprivate var order: (Int, Int, Int) {
    (
      trip.isDone ? 2 : isAhead ? 0 : 1, trip.time.date.day,
      journey?.departure.seconds ?? trip.time.time.seconds
    )
  }
}
