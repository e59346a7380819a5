import Console
import DataSourceInterface
import Foundation
import NewsInterface
import RoutingInterface
import TripsInterface

extension PlannedTrip {
  /// Adds to the note of a trip of the next day what is announced for its stations, or its whole
  /// city.
  func noting(_ announcements: [Announcement]) -> PlannedTrip {
    guard isAhead, minutesLeft < 24 * 60 else { return self }
    let notes = announcements.filter { $0.concerns(self) }.map(\.note)
    guard !notes.isEmpty else { return self }
    var noted = self
    noted.note = (notes + [note].compactMap(\.self)).joined(separator: "; ")
    return noted
  }
}

extension Announcement {
  fileprivate func concerns(_ planned: PlannedTrip) -> Bool {
    guard city == planned.trip.city.description else { return false }
    guard let station else { return true }
    // A train that passes a closed station without a change is not concerned.
    let ends = planned.journey?.legs.flatMap { leg -> [StopReference] in
      switch leg {
      case .ride(let ride): [ride.from, ride.to]
      case .change, .walk: []
      }
    }
    let stations =
      [planned.trip.from.name, planned.trip.to.name] + (ends ?? []).map(\.name)
    return stations.contains {
      $0.compare(station, options: [.caseInsensitive, .diacriticInsensitive]) == .orderedSame
    }
  }

  fileprivate var note: String {
    let text = [station, text].compactMap(\.self).joined(separator: ": ")
    return (text + (isTest == true ? " (test)" : "")).printable
  }
}
