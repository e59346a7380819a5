public import Mediator

/// Keeps the trips that a person plans.
public enum Trips: Interface {
  /// Returns all trips with their journeys: those under way first, then the next ones, those that
  /// are done last.
  public static let list = Action<TripsQuery, [PlannedTrip]>(Trips.self, "list", .reads)
  /// Returns the trip that is under way or, without one, the next trip, with its journey.
  public static let next = Action<Empty, NextTrip>(Trips.self, "next", .reads)
  /// Adds a trip.
  public static let add = Action<AddTrip, Trip>(
    Trips.self, "add", .adds, [.assistants, .programs, .plugins])
  /// Changes the fields of a trip that are given.
  public static let change = Action<ChangeTrip, Trip>(
    Trips.self, "change", .sets, [.assistants, .programs, .plugins])
  /// Marks a trip as done.
  /// - Throws: `TripsError.alreadyDone` when it is done already.
  public static let done = Action<TripReference, Trip>(
    Trips.self, "done", .sets, [.assistants, .programs, .plugins])
  /// Removes a trip, and returns it.
  public static let remove = Action<TripReference, Trip>(
    Trips.self, "remove", .removes, [.assistants, .programs, .plugins])
  /// Removes the trips that are done or over, as one change.
  public static let clear = Action<Empty, ClearedTrips>(
    Trips.self, "clear", .removes, [.assistants, .programs, .plugins])
  /// Undoes the last change; repeated, earlier ones.
  public static let undo = Action<Empty, UndoneTripsChange>(
    Trips.self, "undo", .changes, [.assistants, .programs, .plugins])
}

/// It is some minutes before the departure of a trip.
public struct DepartureNeared: SharedEvent, Hashable {
  /// The trip with its journey.
  public let trip: PlannedTrip

  package init(trip: PlannedTrip) { self.trip = trip }
}

/// The train of a trip is late or early by some minutes, or does not run: more so than when it was
/// told last.
public struct TripDisturbed: Event, Encodable, Hashable {
  /// The trip, whose note says what is different.
  public let trip: PlannedTrip

  package init(trip: PlannedTrip) { self.trip = trip }
}

/// Trips were added, changed or removed.
public struct TripsChanged: SharedEvent, Hashable {
  /// Creates the event.
  public init() {}
}
