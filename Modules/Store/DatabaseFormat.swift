import Foundation

/// How the pages of a database file are stored.
enum DatabaseFormat {
  /// Each page ends with a checksum.
  case checksums
  /// The format of earlier versions of this package.
  case plain

  /// The format of an existing file. A missing or unreadable file counts as one with checksums.
  ///
  /// Source: SQLite, "Database File Format", 1.3.
  init(of file: URL) {
    self = .checksums
    guard let handle = try? FileHandle(forReadingFrom: file) else { return }
    defer { try? handle.close() }
    guard var page = try? handle.read(upToCount: PageChecksum.pageSize), page.count >= 100,
      page.starts(with: "SQLite format 3\0".utf8), page[20] == 0
    else { return }
    // The byte may be the damaged one.
    let hasChecksum =
      page.count == PageChecksum.pageSize
      && page.withUnsafeMutableBytes { PageChecksum.correctBit(in: $0, number: 1) }
    self = hasChecksum ? .checksums : .plain
  }
}
