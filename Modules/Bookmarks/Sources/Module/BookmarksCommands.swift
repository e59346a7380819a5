import BookmarksInterface
import Console
import DataSourceInterface
import Documents
import Foundation
import Mediator
import Scenes

extension Command {
  static let listBookmarks = Command(
    "bookmarks", "List bookmarks and recent journeys",
    outputType: BookmarksListing.self, examples: ["bookmarks", "bookmarks --json"]
  ) { invocation in
    let mediator = invocation.mediator
    let stations = ListSection(
      "stations", title: "Stations and places", id: \.name, layout: BookmarksView.places
    ) { _ in ListPage(try await mediator.perform(Bookmarks.list).filter { $0.to == nil }) }
    let journeys = ListSection(
      "journeys", title: "Journeys", id: \.name, layout: BookmarksView.journeys,
      empty: "No journeys yet; add one with 'bookmarks add <name> <from> <to>'."
    ) { _ in ListPage(try await mediator.perform(Bookmarks.list).filter { $0.to != nil }) }
    let history = ListSection(
      "history", title: "History", id: \.id,
      layout: BookmarksView.history(at: invocation.now())
    ) { _ in ListPage(try await mediator.perform(Bookmarks.history, HistoryQuery(limit: 5))) }
    return ListScene("Bookmarks", [stations, journeys, history])
  }

  static let addBookmark = Command(
    "bookmarks add", "Bookmark a station, place or journey", action: Bookmarks.add,
    arguments: ["name", "from", .positional("to", isOptional: true)],
    examples: [
      "bookmarks add Work Trindade Aliados", "bookmarks add Home \"Casa da Música\"",
      "bookmarks add \"Going out\" Trindade \"São Bento\"", "bookmarks add Mum @41.15,-8.61",
    ]
  ) { invocation in
    let bookmark = try await invocation.mediator.perform(
      Bookmarks.add, invocation.input(AddBookmark.self))
    return await result("Added", bookmark, through: invocation.mediator)
  }

  /// The answer to a command that has given a name to a bookmark, which a station may have, too.
  private static func result(
    _ verb: LocalizedText, _ bookmark: Bookmark, through mediator: Mediator
  ) async -> CommandResult {
    let isStation = try? await bookmark.hasNameOfStation(through: mediator)
    return CommandResult(bookmark) { bookmark in
      let notice: [Block] =
        isStation == true ? [.paragraph(Text(BookmarksView.nameOfStation))] : []
      return [.group([.paragraph("\(verb) \(BookmarksView.sentence(bookmark))")] + notice)]
    }
  }

  static let renameBookmark = Command(
    "bookmarks rename", "Rename a bookmark", action: Bookmarks.rename,
    arguments: ["name", "new-name"],
    examples: ["bookmarks rename Work Office"]
  ) { invocation in
    let bookmark = try await invocation.mediator.perform(
      Bookmarks.rename, invocation.input(RenameBookmark.self))
    return await result("Renamed to", bookmark, through: invocation.mediator)
  }

  static let moveBookmark = Command(
    "bookmarks move", "Move a bookmark to the end, or before another one", calls: Bookmarks.move,
    arguments: ["name"],
    examples: ["bookmarks move Home", "bookmarks move \"Going out\" --before Work"],
    view: { bookmark in "Moved \(BookmarksView.sentence(bookmark))" })

  static let removeBookmark = Command(
    "bookmarks remove", "Remove a bookmark", calls: Bookmarks.remove,
    arguments: ["name"], examples: ["bookmarks remove \"Going out\""],
    view: { bookmark in "Removed \(BookmarksView.sentence(bookmark))" })

  static let undoBookmarks = Command(
    "bookmarks undo",
    "Undo the last change to the bookmarks, or the last 'history remove'; repeat it to undo earlier ones",
    calls: Bookmarks.undo, examples: ["bookmarks undo"],
    view: { Document(Text(BookmarksView.sentence($0))) })

  static let clearBookmarks = Command(
    "bookmarks clear",
    "Remove all bookmarks of stations and places, or of journeys, or the history, which 'undo' does not restore",
    calls: Bookmarks.clear,
    arguments: ["section"], examples: ["bookmarks clear history"],
    view: { Document(Text(BookmarksView.sentence($0))) })

  static let exportBookmarks = Command(
    "bookmarks export", "Export all bookmarks as JSON", outputType: BookmarkArchive.self,
    arguments: [
      .option(
        "to",
        .init(
          "the file to write, or - for the standard output", default: "-", valueName: "path",
          suggestions: .files))
    ],
    examples: ["bookmarks export", "bookmarks export --to bookmarks.json"]
  ) { invocation in
    let archive = try await invocation.mediator.perform(Bookmarks.export)
    let file = invocation.file("to").flatMap { $0.isStandardStream ? nil : $0 }
    let content = try archive.fileContent
    try file?.write(.json(content), access: .user)
    return CommandResult(archive) { archive in
      guard let file else { return [.code(FileContent.json(content).filteredText)] }
      return Document(Text(BookmarksView.exportSentence(archive, path: file.path)))
    }
  }

  static let importBookmarks = Command(
    "bookmarks import", "Import bookmarks from an exported file",
    outputType: ImportedBookmarks.self,
    arguments: [
      .positional(
        "file",
        .init(
          "a file that 'bookmarks export' wrote, at most 64 MB, or - for the standard input",
          suggestions: .files))
    ],
    examples: ["bookmarks import bookmarks.json"]
  ) { invocation in
    let archive = try BookmarkArchive(
      from: invocation.file("file") ?? NamedFile(""))
    let imported = try await invocation.mediator.perform(Bookmarks.import, archive)
    return CommandResult(imported) { Document(Text(BookmarksView.sentence($0))) }
  }

  static let history = Command(
    "history", "List recent journeys", action: Bookmarks.history,
    examples: ["history", "history --limit 5"]
  ) { invocation in
    let query = try invocation.input(HistoryQuery.self)
    let section = ListSection(
      "history", id: \.id, layout: BookmarksView.history(at: invocation.now()),
      empty:
        "The history is empty; '\(invocation.mediator.scheme) route <from> <to>' adds a journey."
    ) { _ in ListPage(try await invocation.mediator.perform(Bookmarks.history, query)) }
    return ListScene("History", [section])
  }

  static let removeFromHistory = Command(
    "history remove", "Remove a journey from the history", calls: Bookmarks.removeFromHistory,
    arguments: ["from", "to"], examples: ["history remove Trindade Aliados"],
    view: { Document(Text(BookmarksView.sentence(removed: $0))) })
}

/// The JSON output of `bookmarks`.
private struct BookmarksListing: Decodable {
  let stations: [Bookmark]
  let journeys: [Bookmark]
  let history: [HistoryEntry]
}

extension HistoryEntry {
  /// Unique, because nobody plans the same journey twice at the same instant.
  var id: String { "\(askedAt.timeIntervalSince1970) \(city) \(from.id) \(to.id)" }
}
