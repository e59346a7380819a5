import Foundation
import Platform

/// Bytes in memory or in an open file, of which only the requested parts are read.
struct ByteSource: Sendable {
  /// The number of bytes that are read at once.
  private static let partSize = 256 << 10

  private enum Storage {
    case memory(Bytes)
    case file(UnchangedFile)
  }

  private let storage: Storage
  private let start: Int
  let count: Int

  init(_ bytes: Bytes) {
    (storage, start, count) = (.memory(bytes), 0, bytes.count)
  }

  init(_ file: UnchangedFile) {
    (storage, start, count) = (.file(file), 0, file.size)
  }

  private init(_ storage: Storage, start: Int, count: Int) {
    (self.storage, self.start, self.count) = (storage, start, count)
  }

  /// Returns a part without reading it; nil when it is out of bounds.
  func slice(from position: Int, count: Int) -> ByteSource? {
    guard position >= 0, count >= 0, position <= self.count, count <= self.count - position else {
      return nil
    }
    return ByteSource(storage, start: start + position, count: count)
  }

  /// Reads a part; returns nil when it is out of bounds. Bytes in memory are not copied.
  func part(from position: Int, count: Int) throws(FeedRejection) -> Bytes? {
    guard slice(from: position, count: count) != nil else { return nil }
    switch storage {
    case .memory(let bytes): return bytes.part(from: start + position, count: count)
    case .file(let file):
      let buffer = Buffer(count: count)
      try file.read(into: UnsafeMutableRawBufferPointer(buffer.content), from: start + position)
      return buffer.bytes
    }
  }

  /// Reads the part of limited size that begins at a position within bounds.
  func part(from position: Int) throws(FeedRejection) -> Bytes? {
    try part(from: position, count: min(Self.partSize, count - position))
  }

  /// Fills `memory` with a part that is within bounds.
  func read(
    into memory: UnsafeMutableRawBufferPointer, from position: Int
  ) throws(FeedRejection) {
    switch storage {
    case .memory(let bytes):
      guard let part = bytes.part(from: start + position, count: memory.count) else { return }
      withExtendedLifetime(part) { memory.copyMemory(from: part.memory) }
    case .file(let file): try file.read(into: memory, from: start + position)
    }
  }

  /// Calls `body` with all bytes, in parts.
  func forEachPart(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    var position = 0
    while position < count, let part = try part(from: position) {
      try withExtendedLifetime(part) { try body(part.memory) }
      position += part.count
    }
  }

  /// The CRC-32 of the bytes.
  var checksum: UInt32 {
    get throws {
      var checksum: UInt32 = 0
      try forEachPart { checksum = Bytes.checksum(of: $0, after: checksum) }
      return checksum
    }
  }

  /// Checks that the file was not changed since it was opened.
  func checkUnchanged() throws(FeedRejection) {
    guard case .file(let file) = storage else { return }
    guard file.isUnchanged else { throw .changedFile }
  }
}

/// An open file with the size that it had when it was opened.
final class UnchangedFile: Sendable {
  private let file: OpenFile
  private let identity: FileIdentity
  let size: Int

  /// - Throws: `POSIXError`.
  init(_ file: consuming OpenFile) throws {
    size = try file.size
    identity = try file.identity
    self.file = file
  }

  var isUnchanged: Bool { (try? file.identity) == identity }

  fileprivate func read(
    into memory: UnsafeMutableRawBufferPointer, from position: Int
  ) throws(FeedRejection) {
    let count: Int
    do {
      count = try file.read(into: memory, from: position)
    } catch {
      throw .unreadable(error)
    }
    guard count == memory.count else { throw .changedFile }
  }
}

extension FeedRejection {
  fileprivate static let changedFile = FeedRejection(
    "it changed while it was read; expected a complete file")

  static func unreadable(_ error: any Error) -> FeedRejection {
    let reason =
      (error as? POSIXError)?.code == .EINVAL
      ? "it is not a regular file" : "it cannot be read (\(error.systemReason))"
    return FeedRejection("\(reason); expected a zip archive")
  }
}
