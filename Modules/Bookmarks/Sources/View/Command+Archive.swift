import BookmarksInterface
import Console
import Foundation
import Mediator

extension Command {
  static let exportBookmarks = Command(
    "bookmarks export", "Write all bookmarks as JSON", answers: BookmarkArchive.self,
    arguments: [.option("to", "the file to write; the terminal unless given", value: "path")],
    examples: ["bookmarks export", "bookmarks export --to bookmarks.json"]
  ) { invocation in
    let archive = try await invocation.mediator.perform(Bookmarks.export)
    let file = invocation.parameters.values["to"]?.last.map { NamedFile($0) }
    let json = try archive.json
    try file?.write(json)
    return try Answer(archive) { archive, _ in
      guard let file else { return String(decoding: json, as: UTF8.self) }
      return "\(archive.bookmarks.count) bookmarks are in '\(file.path)'.".printable
    }
  }

  static let importBookmarks = Command(
    "bookmarks import", "Add the bookmarks of a file that 'export' wrote",
    answers: ImportedBookmarks.self,
    arguments: [.positional("file", "the file to read", completes: .files)],
    examples: ["bookmarks import bookmarks.json"]
  ) { invocation in
    let archive = try BookmarkArchive(
      from: NamedFile(invocation.parameters.values["file"]?.last ?? ""))
    let imported = try await invocation.mediator.perform(Bookmarks.import, archive)
    return try Answer(imported) { imported, page in
      let renamed = imported.renamed.map { "'\($0)'" }.joined(separator: ", ")
      let sentence =
        "Added \(imported.added), knew \(imported.known)."
        + (renamed.isEmpty ? "" : " Under new names, since theirs are taken: \(renamed).")
      return page.paragraph(sentence)
    }
  }
}
