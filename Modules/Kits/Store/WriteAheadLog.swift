import Foundation

/// The committed pages in a write-ahead log file, read as SQLite reads the log of a killed process:
/// up to the first frame whose checksum is wrong, which usually is where that process stopped
/// writing.
///
/// Source: SQLite, "Database File Format", 4.
struct WriteAheadLog {
  private static let headerSize = 32
  private static let frameHeaderSize = 24

  /// The last committed content of each page in the log, by the number of the page.
  private(set) var pages: [Int: [UInt8]] = [:]

  /// Reads a log; a missing one has no pages.
  /// - Throws: `CocoaError` when the log cannot be read.
  init(at path: String) throws {
    guard access(path, F_OK) == 0 || errno != ENOENT else { return }
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    guard bytes.count > Self.headerSize, bytes.word(at: 0) & ~1 == 0x377F_0682 else { return }
    let pageSize = bytes.word(at: 8)
    var checksum = LogChecksum(isBigEndian: bytes[3] & 1 == 1)
    checksum.add(bytes[..<24])
    guard checksum.isEqual(toStored: bytes[24..<32]), (512...65_536).contains(pageSize) else {
      return
    }
    var transaction: [Int: [UInt8]] = [:]
    var offset = Self.headerSize
    while offset + Self.frameHeaderSize + pageSize <= bytes.count {
      let page = offset + Self.frameHeaderSize
      checksum.add(bytes[offset..<offset + 8])
      checksum.add(bytes[page..<page + pageSize])
      // Other salts are those of an earlier use of the log.
      guard bytes[offset + 8..<offset + 16] == bytes[16..<24],
        checksum.isEqual(toStored: bytes[offset + 16..<offset + 24])
      else { return }
      transaction[bytes.word(at: offset)] = Array(bytes[page..<page + pageSize])
      // The last frame of a transaction has the size of the database.
      if bytes.word(at: offset + 4) != 0 {
        pages.merge(transaction) { $1 }
        transaction = [:]
      }
      offset = page + pageSize
    }
  }
}

/// The checksum of a write-ahead log: two sums of 32-bit words, each of which adds the other.
///
/// Source: SQLite, "Database File Format", 4.2.
private struct LogChecksum {
  let isBigEndian: Bool
  private var (first, second): (UInt32, UInt32) = (0, 0)

  init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

  /// Adds bytes, a multiple of 8.
  mutating func add(_ bytes: ArraySlice<UInt8>) {
    bytes.withUnsafeBytes { bytes in
      var offset = 0
      while offset + 8 <= bytes.count {
        let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        let next = bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
        first &+= (isBigEndian ? word.bigEndian : word.littleEndian) &+ second
        second &+= (isBigEndian ? next.bigEndian : next.littleEndian) &+ first
        offset += 8
      }
    }
  }

  func isEqual(toStored bytes: ArraySlice<UInt8>) -> Bool {
    let words = Array(bytes)
    return Int(first) == words.word(at: 0) && Int(second) == words.word(at: 4)
  }
}
