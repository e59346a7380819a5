import DataSourceInterface
import Foundation
import Mediator
import Platform

/// The timetables with what is known about now.
final class LiveTimetables: Sendable {
  fileprivate struct Entry {
    var patches: [TimetablePatch] = []
    /// The timetable with all patches, that without, and the moment from which on another one is
    /// needed.
    var patched: (scheduled: Timetable, timetable: Timetable, end: Date)?
  }

  let sources: LiveSourceFile
  private let mediator: Mediator
  private let now: @Sendable () -> Date
  private let entries = Lock<[CityID: Entry]>([:])

  init(_ sources: LiveSourceFile, through mediator: Mediator, now: @escaping @Sendable () -> Date) {
    self.sources = sources
    self.mediator = mediator
    self.now = now
  }

  /// Returns a timetable with what is known about now, after those who may know it were asked.
  func timetable(_ scheduled: Timetable) async -> Timetable {
    await mediator.publishAndWait(LiveTimetableRequested(city: scheduled.city))
    return knownTimetable(scheduled)
  }

  /// Returns a timetable with what is known about now already.
  func knownTimetable(_ scheduled: Timetable) -> Timetable {
    let now = now()
    return entries.withLock { entries in
      entries[scheduled.city]?.timetable(scheduled, at: now) ?? scheduled
    }
  }

  /// Replaces the patch of its source, and publishes `TimetablePatched` unless there was none and
  /// is none.
  func apply(_ patch: TimetablePatch) {
    let city = patch.timetable.city
    let isChanged = entries.withLock { entries in
      var entry = entries[city] ?? Entry()
      let hadPatch = entry.patches.contains { $0.source == patch.source }
      entry.patches.removeAll { $0.source == patch.source }
      if !patch.isEmpty { entry.patches.append(patch) }
      entry.patches.sort { $0.source < $1.source }
      entry.patched = nil
      entries[city] = entry.patches.isEmpty ? nil : entry
      return hadPatch || !patch.isEmpty
    }
    if isChanged { mediator.publish(TimetablePatched(city: city)) }
  }

  /// Forgets what is known about a city.
  func removePatches(of city: CityID) { entries.withLock { $0[city] = nil } }
}

extension LiveTimetables.Entry {
  /// The timetable with the patches that are not too old; nil without any.
  fileprivate mutating func timetable(_ scheduled: Timetable, at now: Date) -> Timetable? {
    if let patched, patched.scheduled === scheduled, patched.end > now { return patched.timetable }
    let usable = patches.filter { patch in
      patch.timetable === scheduled && patch.expires.map { now <= $0 } ?? true
    }
    guard !usable.isEmpty else { return nil }
    let timetable = scheduled.patched(by: usable, at: now)
    // Closures are applied for some days from now.
    let end = (usable.compactMap(\.expires) + [now + 86_400]).min() ?? now
    patched = (scheduled, timetable, end)
    return timetable
  }
}
