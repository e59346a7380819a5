import Console
import DataSourceInterface
import Foundation
import Mediator
import ModuleManager
import RoutingInterface
import TripsInterface

/// The stations that servers have closed while the program runs.
final class ClosureList: Sendable {
  /// The age in seconds after which a closure is not mentioned any more.
  static let maximumAge: TimeInterval = 86_400
  /// The oldest of more are dropped.
  static let limit = 20

  fileprivate struct PlatformClosed: Decodable {
    let id: String
    let city: String
    let station: String?
    let text: String
    let isTest: Bool?
  }

  private let closures = Lock<[(closed: PlatformClosed, date: Date)]>([])
  private let now: @Sendable () -> Date

  init(now: @escaping @Sendable () -> Date) {
    self.now = now
  }

  /// What a notification means.
  enum Meaning {
    /// It is a new closure.
    case added
    /// It has come before.
    case known
    /// It is for others.
    case other
  }

  func add(_ notification: RemoteNotification) -> Meaning {
    guard let closed = notification.parameters(PlatformClosed.self, of: "platform.closed") else {
      return .other
    }
    let date = now()
    return closures.withLock { closures in
      // A server may send a notification twice.
      guard !closures.contains(where: { $0.closed.id == closed.id }) else { return .known }
      closures = Array(([(closed, date)] + closures).prefix(Self.limit))
      return .added
    }
  }

  /// Adds to the note of a trip of the next day what is closed at its stations, or in its whole city.
  func marking(_ planned: PlannedTrip) -> PlannedTrip {
    guard planned.isAhead, planned.minutesLeft < 24 * 60 else { return planned }
    let date = now()
    let closures = closures.withLock { closures in
      closures.removeAll { date.timeIntervalSince($0.date) > Self.maximumAge }
      return closures.map(\.closed)
    }
    let notes = closures.filter { $0.concerns(planned) }.map(\.note)
    guard !notes.isEmpty else { return planned }
    var marked = planned
    marked.note = (notes + [planned.note].compactMap(\.self)).joined(separator: "; ")
    return marked
  }
}

extension ClosureList.PlatformClosed {
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
