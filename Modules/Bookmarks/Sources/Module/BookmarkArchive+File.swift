import BookmarksInterface
import Console
import Foundation
import Mediator

extension BookmarkArchive {
  /// The maximum size of a file, 64 MB: enough for more than 100,000 bookmarks. Reading a file
  /// takes about 10 times as much memory.
  private static let maximumFileSize = 1 << 26

  /// Reads an exported file.
  /// - Throws: `NamedFileError` when the file cannot be read, and `BookmarksError.notAnArchive`
  ///   when it has another content.
  init(from file: NamedFile) throws {
    let content = try file.content(limit: Self.maximumFileSize)
    guard StreamSafeText.isSafe(json: content) else {
      throw BookmarksError.notAnArchive(file.path, reason: StreamSafeText.reason)
    }
    do {
      self = try JSON.decode(BookmarkArchive.self, from: content)
    } catch let error as DecodingError {
      throw BookmarksError.notAnArchive(file.path, reason: error.plainText)
    }
  }

  /// The content of an exported file. The same bookmarks always give the same bytes.
  var fileContent: Data {
    get throws { try JSON.encodePrettyPrinted(self) + Data("\n".utf8) }
  }
}
