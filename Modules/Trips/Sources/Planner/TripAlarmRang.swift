import Foundation
import Mediator
import TripsInterface

/// It is some minutes before the planned departure of a trip. The trip may have changed, or be over
/// if no process ran at that time.
struct TripAlarmRang: Event, Codable {
  /// How long before the departure: a little more than ten minutes, so that ten whole minutes are
  /// left when the person is told.
  private static let leadTime = Duration.seconds(630)

  let id: Int
  /// The departure for which the alarm was set.
  let leavesAt: Date

  /// The alarm of a trip; nil if it is done, or was planned by a version without alarms.
  static func alarm(of trip: Trip) -> (date: Date, event: TripAlarmRang)? {
    guard !trip.isDone, let leavesAt = trip.leavesAt else { return nil }
    let date = leavesAt - leadTime / .seconds(1)
    return (date, TripAlarmRang(id: trip.id, leavesAt: leavesAt))
  }
}
