import BookmarksInterface
import Console
import Foundation
import Mediator

extension BookmarkArchive {
  /// More than a million bookmarks.
  private static let largestFile = 1 << 28

  /// Reads what `export` wrote to a file.
  /// - Throws: `NamedFileError`, and `BookmarksError.notAnArchive`.
  init(from file: NamedFile) throws {
    let content = try file.content(limit: Self.largestFile)
    do {
      self = try JSONDecoder().decode(BookmarkArchive.self, from: content)
    } catch let error as DecodingError {
      let (field, reason) = error.problem
      throw BookmarksError.notAnArchive(
        file.path, reason: (field.map { "\($0): " } ?? "") + reason)
    }
  }

  /// The archive as its file holds it, in the same bytes for the same bookmarks.
  var json: Data {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      return try encoder.encode(self)
    }
  }
}
