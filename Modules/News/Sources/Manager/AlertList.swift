import DataSourceInterface
import Foundation
import NewsInterface
import Platform

/// What the own sources of cities say, while the program runs.
final class AlertList: Sendable {
  /// After so many seconds, an alert that nobody repeats does not count any more.
  static let lifetime = TimeInterval(TimesOrigin.lifetime)

  private let known = Lock<[CityID: CityAlerts]>([:])

  /// The alerts of a city that are not too old.
  func items(of city: CityID, at now: Date) -> [NewsItem] {
    guard let alerts = known.withLock({ $0[city] }), now <= alerts.asOf + Self.lifetime else {
      return []
    }
    return alerts.items
  }

  /// When the alerts of a city do not count any more; nil without any.
  func end(of city: CityID) -> Date? {
    known.withLock { $0[city] }.flatMap { $0.items.isEmpty ? nil : $0.asOf + Self.lifetime }
  }

  /// Replaces the alerts of a city.
  /// - Returns: Whether they say something else than those before.
  func set(_ alerts: CityAlerts) -> Bool {
    known.withLock { known in
      let before = known.updateValue(alerts, forKey: alerts.city)?.items ?? []
      return before != alerts.items
    }
  }
}
