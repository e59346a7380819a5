import BookmarksInterface
import Console
import DataSourceInterface
import Foundation
import JourneysInterface
import Mediator
public import ModuleManager
import Platform
import Scenes
public import Store

/// Stores bookmarks and the history of planned journeys.
public struct BookmarksModule: DatabaseModule {
  public static let manifest = Manifest(
    Bookmarks.self, summary: "Stores bookmarks and the journey history",
    requires: [DataSource.self],
    answers: [
      Bookmarks.add, Bookmarks.list, Bookmarks.find, Bookmarks.rename, Bookmarks.move,
      Bookmarks.remove, Bookmarks.undo, Bookmarks.clear, Bookmarks.export, Bookmarks.import,
      Bookmarks.history, Bookmarks.removeFromHistory,
    ],
    publishes: [BookmarksChanged.self, HistoryChanged.self],
    follows: [JourneyPlanned.self, CityRemoved.self, CityInstalled.self])

  public static let contributions = Contributions(commands, settings, scenes, [slot])

  /// The bookmarks, for the actions and details of other modules and plug-ins.
  static let slot = RowSlot("bookmark", Bookmark.self)

  /// The commands `bookmarks` and `history` with their subcommands.
  static let commands: [Command] = [
    .listBookmarks, .addBookmark, .renameBookmark, .moveBookmark, .removeBookmark, .undoBookmarks,
    .clearBookmarks, .exportBookmarks, .importBookmarks, .history, .removeFromHistory,
  ]

  /// The setting `history-length`.
  static let settings = [
    Setting(
      "history-length", "the number of journeys in the history; with 0, there is none",
      default: "\(defaultHistoryLength)", accepts: .number(0...1_000_000))
  ]
  private static let defaultHistoryLength = 200

  private struct Settings: Decodable {
    let historyLength: Int?
  }

  private let mediator: Mediator
  private let now: @Sendable () -> Date
  private let store: BookmarkStore
  /// The database with the bookmarks and the history.
  public var database: Database { store.database }
  /// The history of the city that was removed last, the newest entry first.
  private let removedHistory = Lock<[HistoryEntry]>([])

  /// Creates the module without opening its database.
  /// - Throws: `DecodingError` when `history-length` is not a whole number.
  public init(context: ModuleContext) throws {
    let settings = try context.configuration.decode(Settings.self)
    mediator = context.mediator
    now = context.now
    let length = settings.historyLength ?? Self.defaultHistoryLength
    store = BookmarkStore(context, historyLength: max(0, length))
  }

  /// Opens the database, and updates what an earlier version has stored.
  /// - Throws: `StoreError` when the folder or the database in it cannot be used.
  public func start() async throws { try await store.open() }

  public func register(with registrar: Registrar) {
    registrar.answer(Bookmarks.list) { [store] _ in try await store.bookmarks }
    registrar.answer(Bookmarks.find) { [store] in try await store.find($0.name) }
    registrar.answer(Bookmarks.export) { [store] _ in
      BookmarkArchive(bookmarks: try await store.bookmarks)
    }
    registrar.answer(Bookmarks.history) { [store] in try await store.history(limit: $0.limit) }
    connectChanges(to: registrar)
    registrar.follow(JourneyPlanned.self) { [mediator, now, store] planned in
      guard planned.from.id != planned.to.id else { return }
      let entry = HistoryEntry(
        askedAt: now(), city: planned.city, from: planned.from, to: planned.to)
      try await store.addToHistory(entry)
      mediator.publish(HistoryChanged())
    }
    registrar.followAndReport(CityRemoved.self) { [mediator, store, removedHistory] removed in
      // The bookmarks remain: they can be used again when the city is installed again.
      let history = try await store.removeHistory(of: removed.city)
      removedHistory.withLock { $0 = history }
      guard !history.isEmpty else { return nil }
      mediator.publish(HistoryChanged())
      let count = history.count == 1 ? "1 journey" : "\(history.count) journeys"
      return "removed \(count) of '\(removed.city)' from the history"
    }
    registrar.follow(CityInstalled.self) { [mediator, store, removedHistory] installed in
      let history = removedHistory.withLock { removed in
        guard removed.first?.city == installed.city else { return [HistoryEntry]() }
        defer { removed = [] }
        return removed
      }
      guard !history.isEmpty else { return }
      try await store.restoreHistory(history)
      mediator.publish(HistoryChanged())
    }
  }

  private func connectChanges(to registrar: Registrar) {
    let changed = BookmarksChanged()
    registrar.answer(Bookmarks.add, publishing: changed) { [mediator, store] request in
      let bookmark = try await Bookmark(request, through: mediator)
      try await store.add(bookmark)
      return bookmark
    }
    registrar.answer(Bookmarks.remove, publishing: changed) { [store] reference in
      try await store.remove(reference.name)
    }
    registrar.answer(Bookmarks.rename, publishing: changed) { [store] request in
      try await store.rename(request.name, to: request.newName.printable.validBookmarkName)
    }
    registrar.answer(Bookmarks.move, publishing: changed) { [store] request in
      try await store.move(request.name, before: request.before)
    }
    registrar.answer(Bookmarks.undo, publishing: changed) { [store] _ in
      UndoneBookmarksChange(change: try await store.undo())
    }
    registrar.answer(Bookmarks.clear, publishing: changed) { [store] request in
      let count = try await store.clear(request.section)
      return ClearedBookmarks(section: request.section, count: count)
    }
    registrar.answer(Bookmarks.removeFromHistory, publishing: changed) { [mediator, store] in
      try await $0.remove(from: store, through: mediator)
    }
    registrar.answer(Bookmarks.import, publishing: changed) { [store] archive in
      try await store.add(all: archive.validBookmarks)
    }
  }
}
