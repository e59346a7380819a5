import BookmarksInterface
import Foundation
import Mediator

/// A file of bookmarks.
struct ArchiveFile {
  /// More than a million bookmarks.
  private static let largest = 1 << 28

  let path: String

  init(_ path: String) { self.path = path }

  /// What the file holds.
  /// - Throws: `BookmarksError.file`
  var archive: BookmarkArchive {
    get throws {
      guard let size = try regularSize else { throw failure("no such file") }
      guard size <= Self.largest else { throw failure("it has \(size) bytes") }
      do {
        return try JSONDecoder().decode(
          BookmarkArchive.self, from: Data(contentsOf: URL(filePath: path)))
      } catch let error as DecodingError {
        let (field, reason) = error.problem
        throw failure("it holds no bookmarks: \(field.map { "\($0): " } ?? "")\(reason)")
      } catch {
        throw failure(error.reason)
      }
    }
  }

  /// Writes the whole archive or nothing, in place of what was there.
  /// - Throws: `BookmarksError.file`
  func write(_ archive: BookmarkArchive) throws {
    _ = try regularSize
    do {
      let file = URL(filePath: path).resolvingSymlinksInPath()
      try archive.json.write(to: file, options: .atomic)
    } catch {
      throw failure(error.reason)
    }
  }

  /// How many bytes the file has; nil when it is not there.
  private var regularSize: Int? {
    get throws {
      guard !path.isEmpty else { throw failure("it is no name") }
      let file = URL(filePath: path).resolvingSymlinksInPath()
      guard let found = try? FileManager.default.attributesOfItem(atPath: file.path) else {
        return nil
      }
      guard found[.type] as? FileAttributeType == .typeRegular else {
        throw failure("it is no file")
      }
      return (found[.size] as? NSNumber)?.intValue ?? 0
    }
  }

  private func failure(_ reason: String) -> BookmarksError { .file(path, reason: reason) }
}
