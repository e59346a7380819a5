import Console
import DataSourceInterface
import Foundation
import Mediator
import ModuleManager
import NewsInterface

/// What servers have announced while the program runs, as urgent notices.
final class AnnouncementList: Sendable {
  /// The age in seconds after which an announcement is not shown any more.
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

  private let announcements = Lock<[(closed: PlatformClosed, date: Date)]>([])
  private let now: @Sendable () -> Date

  init(now: @escaping @Sendable () -> Date) {
    self.now = now
  }

  /// What a notification means.
  enum Meaning {
    /// It is a new announcement.
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
    return announcements.withLock { announcements in
      // A server may send a notification twice.
      guard !announcements.contains(where: { $0.closed.id == closed.id }) else { return .known }
      announcements = Array(([(closed, date)] + announcements).prefix(Self.limit))
      return .added
    }
  }

  /// The notices for the current city, the newest first.
  func items(through mediator: Mediator) async throws -> [NewsItem] {
    let date = now()
    let current = announcements.withLock { announcements in
      announcements.removeAll { date.timeIntervalSince($0.date) > Self.maximumAge }
      return announcements.map(\.closed)
    }
    guard !current.isEmpty else { return [] }
    let city = try await mediator.perform(DataSource.city, CityQuery()).id
    return current.filter { $0.city == city.description }.map(\.item)
  }
}

extension AnnouncementList.PlatformClosed {
  fileprivate var item: NewsItem {
    let title = [isTest == true ? "Test" : nil, station, text].compactMap(\.self)
    let body = isTest == true ? "A test of the ticket server; nothing is closed." : text
    return NewsItem(
      id: "announcement-\(id)", title: title.joined(separator: ": ").printable, body: body,
      isUrgent: true)
  }
}
