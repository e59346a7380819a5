import Foundation

/// How the pages of a database file are stored.
enum DatabaseFormat {
  /// Each page ends with a checksum.
  case checksums
  /// The format of earlier versions of this package.
  case plain

  /// The format of an existing file. A missing or unreadable file counts as one with checksums.
  /// This process must have no connection to it: see `DatabaseImage`.
  init(ofFileAt file: URL) {
    self = .checksums
    guard let handle = try? FileHandle(forReadingFrom: file) else { return }
    defer { try? handle.close() }
    guard let page = try? handle.read(upToCount: PageChecksum.pageSize) else { return }
    self.init(ofContent: [UInt8](page))
  }

  /// The format of a file that begins with some bytes.
  ///
  /// Source: SQLite, "Database File Format", 1.3.
  init(ofContent bytes: [UInt8]) {
    self = .checksums
    guard bytes.count >= 100, bytes.starts(with: "SQLite format 3\0".utf8), bytes[20] == 0 else {
      return
    }
    // The byte may be the damaged one.
    var page = Array(bytes.prefix(PageChecksum.pageSize))
    let hasChecksum =
      page.count == PageChecksum.pageSize
      && page.withUnsafeMutableBytes { PageChecksum.correctBit(in: $0, number: 1) }
    self = hasChecksum ? .checksums : .plain
  }
}
