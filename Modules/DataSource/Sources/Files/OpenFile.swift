import Foundation
import Platform

/// An open file, closed at the end of the value's lifetime.
struct OpenFile: ~Copyable {
  private let handle: FileHandle

  var descriptor: CInt { handle.fileDescriptor }

  /// Opens a regular file for reading.
  /// - Throws: `POSIXError`: `.EISDIR` for a folder, `.EINVAL` for a device or a pipe.
  static func reading(_ path: String) throws -> OpenFile {
    OpenFile(handle: try FileHandle.reading(path))
  }

  /// The size in bytes.
  var size: Int {
    get throws { Int(try status.st_size) }
  }

  /// Reads the whole file.
  func content() throws -> Buffer {
    let buffer = Buffer(count: try size)
    buffer.shrink(to: try read(into: UnsafeMutableRawBufferPointer(buffer.content), from: 0))
    return buffer
  }

  /// Fills `memory` with the bytes that begin at a position, and returns their number: fewer only
  /// at the end of the file.
  func read(into memory: UnsafeMutableRawBufferPointer, from position: Int) throws -> Int {
    var count = 0
    while count < memory.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: memory[count...])
      let bytes = pread(descriptor, rest.baseAddress, rest.count, off_t(position + count))
      guard bytes >= 0 || errno == EINTR else { throw POSIXError.last }
      guard bytes != 0 else { break }
      count += max(0, bytes)
    }
    return count
  }

  /// Distinguishes the file, with its present content, from others.
  var identity: FileIdentity {
    get throws { FileIdentity(try status) }
  }

  private var status: stat {
    get throws {
      guard let status = stat(of: descriptor) else { throw POSIXError.last }
      return status
    }
  }
}

/// A file mapped into memory for reading, unmapped with the last reference.
///
/// The file must never be shortened: reading beyond its new end would cause a bus error. The
/// repository replaces its files and never changes them.
final class MappedFile {
  private let memory: UnsafeMutableRawPointer?
  private let count: Int

  /// Maps the file at `path`.
  /// - Throws: `POSIXError` when the file cannot be opened or mapped, or is not a regular file.
  init(path: String) throws {
    let file = try OpenFile.reading(path)
    count = try file.size
    guard count > 0 else {
      memory = nil
      return
    }
    let memory = mmap(nil, count, PROT_READ, MAP_PRIVATE, file.descriptor, 0)
    guard memory != MAP_FAILED else { throw POSIXError.last }
    self.memory = memory
  }

  deinit {
    if let memory { munmap(memory, count) }
  }

  /// The whole file; the result retains the mapping.
  var bytes: Bytes {
    Bytes(memory: UnsafeRawBufferPointer(start: memory, count: count), owner: self)
  }
}

/// Distinguishes a file from another file that replaces it at the same path.
struct FileIdentity: Equatable, Sendable {
  private let inode: UInt64
  private let size: Int64
  private let seconds: Int
  private let nanoseconds: Int

  /// Reads the identity of the file at `path`; nil when no file exists there.
  init?(path: String) {
    guard let status = stat(at: path) else { return nil }
    self.init(status)
  }

  fileprivate init(_ status: stat) {
    #if canImport(Darwin)
      let modified = status.st_mtimespec
    #else
      let modified = status.st_mtim
    #endif
    inode = UInt64(status.st_ino)
    size = Int64(status.st_size)
    seconds = modified.tv_sec
    nanoseconds = modified.tv_nsec
  }
}
