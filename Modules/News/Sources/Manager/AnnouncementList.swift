import Console
import DataSourceInterface
import Foundation
import Mediator
import ModuleManager
import NewsInterface
import Platform

/// What servers have announced while the program runs, as urgent notices.
final class AnnouncementList: Sendable {
  /// The age in seconds after which an announcement is not shown any more.
  static let maximumAge: TimeInterval = 86_400
  /// The oldest of more are dropped.
  static let limit = 20
  /// The length of a text in bytes. An announcement with a longer one is ignored.
  static let maximumLength = 500

  private let announcements = Lock<[(announcement: Announcement, date: Date)]>([])
  private let now: @Sendable () -> Date

  init(now: @escaping @Sendable () -> Date) {
    self.now = now
  }

  /// What has become of a notification.
  enum Result {
    /// It is a new announcement.
    case added
    /// It has come before, or is not valid.
    case ignored
    /// It is no announcement.
    case unrelated
  }

  func add(_ notification: RemoteNotification) -> Result {
    guard let announcement = notification.parameters(Announcement.self, of: "platform.closed")
    else { return .unrelated }
    guard announcement.isValid else { return .ignored }
    let date = now()
    return announcements.withLock { announcements in
      announcements.removeAll { date.timeIntervalSince($0.date) > Self.maximumAge }
      // A server may send a notification twice.
      guard !announcements.contains(where: { $0.announcement.id == announcement.id }) else {
        return .ignored
      }
      announcements = Array(([(announcement, date)] + announcements).prefix(Self.limit))
      return .added
    }
  }

  /// The announcements of the last day, the newest first.
  var current: [Announcement] {
    let date = now()
    return announcements.withLock { announcements in
      announcements.filter { date.timeIntervalSince($0.date) <= Self.maximumAge }
        .map(\.announcement)
    }
  }

  /// The notices for the current city, the newest first.
  func items(through mediator: Mediator) async throws -> [NewsItem] {
    let current = current
    guard !current.isEmpty else { return [] }
    do {
      let city = try await mediator.perform(DataSource.city, CityQuery()).id
      return current.filter { $0.city == city.description }.map(\.item)
    } catch is MediatorError {
      return []  // The app has no cities.
    }
  }
}

extension Announcement {
  fileprivate var isValid: Bool {
    [id, city, station ?? "", text].allSatisfy { $0.utf8.count <= AnnouncementList.maximumLength }
  }

  fileprivate var item: NewsItem {
    let title = [isTest == true ? "Test" : nil, station, text].compactMap(\.self)
    let body = isTest == true ? "A test of the ticket server; nothing is closed." : text
    return NewsItem(
      id: "announcement-\(id)", title: title.joined(separator: ": ").printable, body: body,
      isUrgent: true)
  }
}
