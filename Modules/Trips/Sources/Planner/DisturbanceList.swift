import Platform
import RoutingInterface
import TripsInterface

/// What was told about trains that do not run as planned, so that each delay is told once.
final class DisturbanceList: Sendable {
  /// How many minutes late or early a train is told, and how many more are told again.
  private static let minutes = 3
  /// The delay of a train that does not run.
  private static let none = Int.max

  /// By the id of a trip, the minutes that were told last.
  private let told = Lock<[Int: Int]>([:])

  /// Whether a trip ahead is more disturbed than when it was told last.
  func mustTell(_ planned: PlannedTrip) -> Bool {
    let runs = planned.journey != nil && planned.isReplaced != true
    guard planned.isAhead, let delay = runs ? planned.delay : Self.none else { return false }
    return told.withLock { told in
      let before = told[planned.trip.id] ?? 0
      let differs =
        delay == Self.none || before == Self.none
        ? delay != before : abs(delay - before) >= Self.minutes
      if differs { told[planned.trip.id] = delay }
      return differs && (delay == Self.none || abs(delay) >= Self.minutes)
    }
  }
}
