import DataSourceInterface
import Foundation
import Platform

/// The patches with closures that were handed over last.
final class PublishedClosures: Sendable {
  private let last = Lock<[CityID: TimetablePatch]>([:])

  /// Replaces the patch of a city.
  /// - Returns: Whether it must be handed over: it differs from the one before, or that ends soon.
  func replace(_ patch: TimetablePatch) -> Bool {
    last.withLock { last in
      let before = last[patch.timetable.city]
      last[patch.timetable.city] = patch
      guard let before, before.timetable === patch.timetable else { return !patch.isEmpty }
      return before.closures != patch.closures || !patch.isEmpty && before.expires != patch.expires
    }
  }
}
