import DataSourceInterface
import NewsInterface
import Platform

/// What the own sources of cities say, while the program runs.
final class AlertList: Sendable {
  private let items = Lock<[CityID: [NewsItem]]>([:])

  func items(of city: CityID) -> [NewsItem] { items.withLock { $0[city] ?? [] } }

  /// Replaces the alerts of a city.
  /// - Returns: Whether they differ from those before.
  func set(_ alerts: CityAlerts) -> Bool {
    items.withLock { items in
      let before = items.updateValue(alerts.items, forKey: alerts.city) ?? []
      return before != alerts.items
    }
  }
}

/// The closures that were handed over last.
final class HandedClosures: Sendable {
  private struct Closures {
    let timetable: Timetable
    let closures: [TimetablePatch.Closure]
  }

  private let last = Lock<[CityID: Closures]>([:])

  /// Replaces the closures of a timetable.
  /// - Returns: Whether they must be handed over: they differ from those before.
  func replace(_ closures: [TimetablePatch.Closure], of timetable: Timetable) -> Bool {
    last.withLock { last in
      let before = last.updateValue(
        Closures(timetable: timetable, closures: closures), forKey: timetable.city)
      guard let before, before.timetable === timetable else { return !closures.isEmpty }
      return before.closures != closures
    }
  }
}
