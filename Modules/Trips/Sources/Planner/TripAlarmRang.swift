import Foundation
import Mediator
import TripsInterface

/// It is some minutes before the planned departure of a trip. The trip may have changed, or be over
/// if no process ran at that time.
struct TripAlarmRang: Event, Codable {
  /// How long before the departure.
  static let leadTime = TimeInterval(600)

  let id: Int

  /// The alarm of a trip; nil if it is done, or was planned by a version without alarms.
  static func alarm(of trip: Trip) -> (date: Date, event: TripAlarmRang)? {
    guard !trip.isDone, let leavesAt = trip.leavesAt else { return nil }
    return (leavesAt - leadTime, TripAlarmRang(id: trip.id))
  }
}
