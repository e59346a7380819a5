import CSQLite
import Foundation
import Platform
import Synchronization

/// The layer between SQLite and the file system (a "VFS") that writes the checksum of every page of
/// a database file, and verifies it whenever SQLite reads the page.
///
/// It is SQLite's standard layer with another `xOpen`, which replaces `xRead` and `xWrite` of the
/// database file. SQLite itself writes checksums into the write-ahead log, and verifies them after
/// a crash.
///
/// Source: SQLite, "The SQLite OS Interface or VFS".
enum ChecksumVFS {
  /// The name by which a connection selects this layer; nil when SQLite cannot register it.
  static let name: String? = register() ? "interchange-checksum" : nil

  /// SQLite's code for a wrong checksum, `SQLITE_IOERR_DATA`.
  static let checksumError = SQLITE_IOERR | 32 << 8

  /// The address of a table of methods, and the address of two tables: one with the methods below,
  /// and a copy of the original one. There are few, and their memory is never deallocated.
  private static let tables = Mutex<[(original: UInt, own: UInt)]>([])

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
      if code == SQLITE_OK, flags & SQLITE_OPEN_MAIN_DB != 0, let file {
        file.pointee.pMethods = file.pointee.pMethods.map(ChecksumVFS.methods(replacing:))
      }
      return code
    }
    return sqlite3_vfs_register(layer, 0) == SQLITE_OK
  }

  private static func methods(
    replacing original: UnsafePointer<sqlite3_io_methods>
  ) -> UnsafePointer<sqlite3_io_methods> {
    let key = UInt(bitPattern: original)
    let address = tables.withLock { tables in
      if let known = tables.first(where: { $0.original == key }) { return known.own }
      let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 2)
      methods.initialize(repeating: original.pointee, count: 2)
      // Version 3 adds memory-mapped pages, which would not be verified.
      methods.pointee.iVersion = min(2, original.pointee.iVersion)
      methods.pointee.xRead = readPage
      methods.pointee.xWrite = writePage
      tables.append((key, UInt(bitPattern: methods)))
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

  // In both methods, SQLite passes a buffer of `count` bytes that is valid during the call. The
  // original methods follow the replaced ones in memory; see `methods(replacing:)`.

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

  /// The bytes of a database file that a connection has opened through this layer, without
  /// verification.
  /// - Parameter path: The path of the file, for errors.
  static func content(
    of handle: OpaquePointer, path: String
  ) throws(StoreError) -> [UInt8] {
    var file: UnsafeMutablePointer<sqlite3_file>?
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file)
    var size: sqlite3_int64 = 0
    // Both tables of methods are those of `methods(replacing:)`.
    guard let original = file?.pointee.pMethods?.advanced(by: 1).pointee,
      original.xFileSize?(file, &size) == SQLITE_OK, size <= Int32.max
    else { throw .unusable(path, reason: "its size cannot be read") }
    var bytes = [UInt8](repeating: 0, count: Int(size))
    guard original.xRead?(file, &bytes, CInt(size), 0) == SQLITE_OK else {
      throw .unusable(path, reason: "it cannot be read")
    }
    return bytes
  }

  private static func number(at offset: sqlite3_int64) -> Int {
    Int(offset) / PageChecksum.pageSize + 1
  }
}
