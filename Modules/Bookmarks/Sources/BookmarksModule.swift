import BookmarksInterface
public import Console
import DataSourceInterface
import Foundation
import Mediator
public import ModuleManager
import RoutingInterface

/// Keeps stations and journeys by name, and what was asked last.
public struct BookmarksModule: CommandModule, ConfigurableModule {
  /// What the module is, needs and offers.
  public static let manifest = Manifest(
    Bookmarks.self, summary: "keeps stations and journeys by name, and the last questions",
    requires: [DataSource.self],
    answers: [
      Bookmarks.add, Bookmarks.list, Bookmarks.find, Bookmarks.rename, Bookmarks.move,
      Bookmarks.remove, Bookmarks.undo, Bookmarks.clear, Bookmarks.export, Bookmarks.import,
      Bookmarks.history,
    ],
    publishes: [BookmarkAdded.self, BookmarkRemoved.self, BookmarksChanged.self],
    follows: [JourneyPlanned.self, CityRemoved.self])

  /// `bookmarks` and what changes them, and `history`.
  public static let commands: [Command] = [
    .listBookmarks, .addBookmark, .renameBookmark, .moveBookmark, .removeBookmark, .undoBookmarks,
    .clearBookmarks, .exportBookmarks, .importBookmarks, .history,
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
  private let log: Log
  private let shelf: Shelf

  /// Creates the module; nothing is opened yet.
  /// - Throws: `DecodingError` when the length of the history is not a whole number.
  public init(context: ModuleContext) throws {
    let settings = try context.configuration.decode(Settings.self)
    mediator = context.mediator
    now = context.now
    log = context.log
    let length = settings.historyLength ?? Self.historyLength
    shelf = Shelf(folder: context.folder, historyLength: max(1, length), log: context.log)
  }

  /// Binds the actions, and follows the questions that are asked and the cities that go.
  public func connect(_ connection: Connection) {
    connection.answer(Bookmarks.list) { [shelf] _ in try await shelf.bookmarks }
    connection.answer(Bookmarks.find) { [shelf] in try await shelf.find($0.name) }
    connection.answer(Bookmarks.export) { [shelf] _ in
      BookmarkArchive(bookmarks: try await shelf.bookmarks)
    }
    connection.answer(Bookmarks.history) { [shelf] in try await shelf.history(limit: $0.limit) }
    connectChanges(connection)
    connection.follow(JourneyPlanned.self) { [now, shelf] planned in
      // A question is answered whether or not it can be remembered.
      try? await shelf.remember(HistoryEntry(planned, askedAt: now()))
    }
    connection.follow(CityRemoved.self) { [shelf, log] removed in
      // Bookmarks wait for the city to come back.
      do { try await shelf.forget(removed.city) } catch { log.warning("\(error)") }
    }
  }

  private func connectChanges(_ connection: Connection) {
    connection.answer(Bookmarks.add) { [mediator, shelf] request in
      let bookmark = try await Bookmark(request, through: mediator)
      try await shelf.add(bookmark)
      mediator.publish(BookmarkAdded(bookmark: bookmark))
      return bookmark
    }
    connection.answer(Bookmarks.remove) { [mediator, shelf] reference in
      let bookmark = try await shelf.remove(reference.name)
      mediator.publish(BookmarkRemoved(bookmark: bookmark))
      return bookmark
    }
    connection.answer(Bookmarks.rename) { [mediator, shelf] request in
      let bookmark = try await shelf.rename(request.name, to: request.newName.bookmarkName)
      mediator.publish(BookmarksChanged())
      return bookmark
    }
    connection.answer(Bookmarks.move) { [mediator, shelf] request in
      let bookmark = try await shelf.move(request.name, before: request.before)
      mediator.publish(BookmarksChanged())
      return bookmark
    }
    connection.answer(Bookmarks.undo) { [mediator, shelf] _ in
      let change = try await shelf.undo()
      mediator.publish(BookmarksChanged())
      return UndoneChange(change: change)
    }
    connection.answer(Bookmarks.clear) { [mediator, shelf] request in
      let count = try await shelf.clear(request.section)
      mediator.publish(BookmarksChanged())
      return ClearedBookmarks(section: request.section, count: count)
    }
    connection.answer(Bookmarks.import) { [mediator, shelf] archive in
      let imported = try await shelf.add(all: archive.checked)
      mediator.publish(BookmarksChanged())
      return imported
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
