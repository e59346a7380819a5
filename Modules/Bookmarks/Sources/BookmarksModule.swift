import BookmarksInterface
public import Console
import DataSourceInterface
import Foundation
import Mediator
public import ModuleManager
import RoutingInterface

/// Keeps journeys by name, and what was asked last.
public struct BookmarksModule: CommandModule, ConfigurableModule {
  /// What the module is, needs and offers.
  public static let manifest = Manifest(
    Bookmarks.self, summary: "keeps journeys by name and the last questions",
    requires: [DataSource.self],
    answers: [Bookmarks.add, Bookmarks.list, Bookmarks.remove, Bookmarks.history],
    publishes: [BookmarkAdded.self, BookmarkRemoved.self], follows: [JourneyPlanned.self])

  /// `bookmarks`, `bookmarks add`, `bookmarks remove` and `history`.
  public static let commands: [Command] = [
    .listBookmarks, .addBookmark, .removeBookmark, .history,
  ]

  /// `history-length`.
  public static let settings = [
    Setting(
      "history-length", "how many questions the history keeps", default: "\(historyLength)")
  ]
  private static let historyLength = 200

  private struct Settings: Decodable {
    let historyLength: Int?
  }

  private let mediator: Mediator
  private let now: @Sendable () -> Date
  private let shelf: Shelf

  /// Creates the module; nothing is opened yet.
  /// - Throws: `DecodingError` when the length of the history is not a whole number.
  public init(context: ModuleContext) throws {
    let settings = try context.configuration.decode(Settings.self)
    mediator = context.mediator
    now = context.now
    let length = settings.historyLength ?? Self.historyLength
    shelf = Shelf(folder: context.folder, historyLength: max(1, length))
  }

  /// Binds the actions, and follows the questions that are asked.
  public func connect(_ connection: Connection) {
    connection.answer(Bookmarks.add) { [mediator, shelf] request in
      let bookmark = try await Bookmark(request, through: mediator)
      try await shelf.add(bookmark)
      mediator.publish(BookmarkAdded(bookmark: bookmark))
      return bookmark
    }
    connection.answer(Bookmarks.list) { [shelf] _ in try await shelf.bookmarks }
    connection.answer(Bookmarks.remove) { [mediator, shelf] reference in
      let bookmark = try await shelf.remove(reference.name)
      mediator.publish(BookmarkRemoved(bookmark: bookmark))
      return bookmark
    }
    connection.answer(Bookmarks.history) { [shelf] query in
      try await shelf.history(limit: query.limit)
    }
    connection.follow(JourneyPlanned.self) { [now, shelf] planned in
      // A question is answered whether or not it can be remembered.
      try? await shelf.remember(HistoryEntry(planned, askedAt: now()))
    }
  }

  /// Opens the database.
  /// - Throws: `BookmarksError.storage` when the folder cannot be used, and
  ///   `BookmarksError.database` when the database in it cannot.
  public func start() async throws {
    try await shelf.open()
  }

  /// Closes the database.
  public func stop() async {
    await shelf.close()
  }
}
