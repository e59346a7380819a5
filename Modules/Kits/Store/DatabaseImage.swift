import Foundation

/// The pages of a database that SQLite may not be able to open: those of the file, replaced by
/// those of its write-ahead log. A single wrong bit in a page is corrected.
///
/// Source: SQLite, "Database File Format", 1.3.
struct DatabaseImage {
  /// The number of bytes in a page that SQLite uses.
  let usableSize: Int
  /// The content of the damaged pages that could not be corrected.
  private(set) var damagedPages: [[UInt8]] = []
  /// The pages, beginning with page 1; nil for a damaged one.
  private(set) var pages: [[UInt8]?]

  /// The image of an empty database.
  init() { (usableSize, pages) = (PageChecksum.pageSize, []) }

  /// Reads the pages.
  /// - Parameter connection: A connection to the database, with a write transaction; nil if this
  ///   process has none. Only through it can the file be read while it is open: POSIX releases the
  ///   locks of a process when it closes any descriptor of the file.
  /// - Throws: `StoreError`, or `CocoaError` when a file cannot be read.
  init(of file: URL, through connection: SQLiteConnection? = nil) throws {
    let bytes = try connection?.fileContent ?? [UInt8](try Data(contentsOf: file))
    let log = try WriteAheadLog(at: file.path + "-wal")
    let format = DatabaseFormat(ofContent: bytes)
    let pageSize = format == .checksums ? PageChecksum.pageSize : bytes.pageSize
    usableSize = pageSize - (format == .checksums ? PageChecksum.size : 0)
    pages = Array(repeating: nil, count: max(bytes.count / pageSize, log.pages.keys.max() ?? 0))
    for index in pages.indices {
      if let page = log.pages[index + 1], page.count == pageSize {
        pages[index] = page
      } else if bytes.count >= (index + 1) * pageSize {
        var page = Array(bytes[index * pageSize..<(index + 1) * pageSize])
        let isUsable =
          format == .plain
          || page.withUnsafeMutableBytes { PageChecksum.correctBit(in: $0, number: index + 1) }
        if isUsable { pages[index] = page } else { damagedPages.append(page) }
      }
    }
  }

  subscript(number: Int) -> [UInt8]? {
    pages.indices.contains(number - 1) ? pages[number - 1] : nil
  }

  /// The content of a file that has all pages and no log.
  var bytes: [UInt8] {
    let pageSize = pages.lazy.compactMap { $0?.count }.first ?? PageChecksum.pageSize
    var bytes = pages.flatMap { $0 ?? Array(repeating: 0, count: pageSize) }
    // The header says that there is a log.
    if bytes.count >= 100 { (bytes[18], bytes[19]) = (1, 1) }
    return bytes
  }

  /// The number of migrations that the database has run; nil when it is unknown.
  var migrationCount: Int? {
    guard let page = self[1], page.starts(with: "SQLite format 3\0".utf8) else { return nil }
    return page.word(at: 60)
  }
}

extension [UInt8] {
  /// The big-endian 32-bit word at an offset.
  func word(at offset: Int) -> Int { self[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }

  /// The page size in the header of a database without checksums.
  fileprivate var pageSize: Int {
    guard count >= 100 else { return PageChecksum.pageSize }
    let size = Int(self[16]) << 8 | Int(self[17])
    return (512...32_768).contains(size) && size.nonzeroBitCount == 1
      ? size : size == 1 ? 65_536 : PageChecksum.pageSize
  }
}
