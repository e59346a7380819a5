import CSQLite
import Foundation
import Synchronization

/// The layer between SQLite and the file system (a "VFS") that writes the checksum of every page of
/// a database file, and verifies it whenever SQLite reads the page. It also verifies the checksums
/// that SQLite writes into the write-ahead log, which SQLite does only after a crash.
///
/// It is SQLite's standard layer with another `xOpen`, which replaces `xRead` and `xWrite` of these
/// files.
///
/// Source: SQLite, "The SQLite OS Interface or VFS" and "Database File Format", 4.
enum ChecksumVFS {
  /// The name by which a connection selects this layer; nil when SQLite cannot register it.
  static let name: String? = register() ? "interchange-checksum" : nil

  /// SQLite's code for a wrong checksum, `SQLITE_IOERR_DATA`.
  static let checksumError = SQLITE_IOERR | 32 << 8

  /// The methods of a kind of file, and the address of the original ones.
  private struct Key: Hashable {
    let isLog: Bool
    let original: UInt
  }

  /// The address of two tables of methods: one with the methods below, and a copy of the original
  /// one. There are few, and their memory is never deallocated.
  private static let tables = Mutex<[Key: UInt]>([:])

  private static func register() -> Bool {
    guard let standard = sqlite3_vfs_find(nil) else { return false }
    // SQLite uses both pointers until the process ends.
    let layer = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
    layer.initialize(to: standard.pointee)
    layer.pointee.zName = UnsafePointer(strdup("interchange-checksum"))
    layer.pointee.xOpen = { _, path, file, flags, openedFlags in
      guard let standard = sqlite3_vfs_find(nil), let open = standard.pointee.xOpen else {
        return SQLITE_CANTOPEN
      }
      let code = open(standard, path, file, flags, openedFlags)
      guard code == SQLITE_OK, let file, let original = file.pointee.pMethods else { return code }
      if flags & SQLITE_OPEN_MAIN_DB != 0 {
        file.pointee.pMethods = ChecksumVFS.methods(replacing: original, isLog: false)
      } else if flags & SQLITE_OPEN_WAL != 0 {
        file.pointee.pMethods = ChecksumVFS.methods(replacing: original, isLog: true)
      }
      return code
    }
    return sqlite3_vfs_register(layer, 0) == SQLITE_OK
  }

  private static func methods(
    replacing original: UnsafePointer<sqlite3_io_methods>, isLog: Bool
  ) -> UnsafePointer<sqlite3_io_methods> {
    let key = Key(isLog: isLog, original: UInt(bitPattern: original))
    let address = tables.withLock { tables in
      if let known = tables[key] { return known }
      let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 2)
      methods.initialize(repeating: original.pointee, count: 2)
      // Version 3 adds memory-mapped pages, which would not be verified.
      methods.pointee.iVersion = min(2, original.pointee.iVersion)
      methods.pointee.xRead = isLog ? readLog : readPage
      if !isLog { methods.pointee.xWrite = writePage }
      tables[key] = UInt(bitPattern: methods)
      return UInt(bitPattern: methods)
    }
    return UnsafePointer(bitPattern: address) ?? original
  }

  private typealias Read =
    @convention(c) (
      UnsafeMutablePointer<sqlite3_file>?, UnsafeMutableRawPointer?, CInt, sqlite3_int64
    ) -> CInt
  private typealias Write =
    @convention(c) (
      UnsafeMutablePointer<sqlite3_file>?, UnsafeRawPointer?, CInt, sqlite3_int64
    ) -> CInt

  // In all methods, SQLite passes a buffer of `count` bytes that is valid during the call. The
  // original methods follow the replaced ones in memory; see `methods(replacing:isLog:)`.

  private static let readPage: Read = { file, buffer, count, offset in
    guard let original = file?.pointee.pMethods?.advanced(by: 1).pointee.xRead else {
      return SQLITE_IOERR
    }
    let code = original(file, buffer, count, offset)
    // Shorter reads are those of the header, which SQLite reads again as a part of the first page.
    guard code == SQLITE_OK, count >= 512 else { return code }
    let page = UnsafeRawBufferPointer(start: buffer, count: Int(count))
    return PageChecksum.isValid(page, number: number(at: offset)) ? SQLITE_OK : checksumError
  }

  private static let writePage: Write = { file, buffer, count, offset in
    guard let original = file?.pointee.pMethods?.advanced(by: 1).pointee.xWrite else {
      return SQLITE_IOERR
    }
    guard let buffer, count == PageChecksum.pageSize else {
      return original(file, buffer, count, offset)
    }
    return withUnsafeTemporaryAllocation(byteCount: Int(count), alignment: 8) { page in
      page.copyMemory(from: UnsafeRawBufferPointer(start: buffer, count: Int(count)))
      PageChecksum.update(page, number: number(at: offset))
      return original(file, page.baseAddress, count, offset)
    }
  }

  private static let readLog: Read = { file, buffer, count, offset in
    guard let original = file?.pointee.pMethods?.advanced(by: 1).pointee.xRead else {
      return SQLITE_IOERR
    }
    let code = original(file, buffer, count, offset)
    // SQLite reads the log's header, the headers of frames, frames (after a crash), and their pages.
    guard code == SQLITE_OK, count == PageChecksum.pageSize, let buffer,
      let (sum, header) = checksums(ofFrameWithPageAt: offset, in: file, original)
    else { return code }
    let page = UnsafeRawBufferPointer(start: buffer, count: Int(count))
    return sum.adding(header[..<8]).adding(page).isEqual(toStored: header[16...])
      ? SQLITE_OK : checksumError
  }

  /// The checksum before a frame of the log, and the frame's header; nil when they cannot be read.
  private static func checksums(
    ofFrameWithPageAt offset: sqlite3_int64, in file: UnsafeMutablePointer<sqlite3_file>?,
    _ read: (
      UnsafeMutablePointer<sqlite3_file>?, UnsafeMutableRawPointer?, CInt, sqlite3_int64
    ) -> CInt
  ) -> (LogChecksum, [UInt8])? {
    func bytes(_ count: Int, at offset: sqlite3_int64) -> [UInt8]? {
      var bytes = [UInt8](repeating: 0, count: count)
      return read(file, &bytes, CInt(count), offset) == SQLITE_OK ? bytes : nil
    }
    let isFirst = offset == 56
    // The log's header ends with a checksum, and a frame's header does.
    let previous = isFirst ? 24 : offset - 24 - sqlite3_int64(PageChecksum.pageSize) - 8
    guard let magic = bytes(4, at: 0), let sum = bytes(8, at: previous),
      let header = bytes(24, at: offset - 24)
    else { return nil }
    return (LogChecksum(isBigEndian: magic[3] & 1 == 1).stored(sum[...]), header)
  }

  private static func number(at offset: sqlite3_int64) -> Int {
    Int(offset) / PageChecksum.pageSize + 1
  }
}
