package import Foundation

/// A log in a folder, which processes append records to and read records from. A record is one line
/// of bytes.
///
/// ```swift
/// let log = RecordLog(in: folder)
/// var reader = try RecordReader(of: log)
/// try log.append { Data("hello".utf8) }
/// try reader.read { print($0) } skip: { print($0) }
/// ```
///
/// A record reaches the readers that exist when it is appended: without any, nothing is stored. The
/// log consists of numbered files. A file that has reached its maximum size is continued by the
/// next one, and removed when its last reader has gone on to that. Each reader has a shared lock
/// (`flock`) on the file that it reads. A process holds the lock of the folder while it appends.
package struct RecordLog: Sendable {
  /// The size in bytes that every record is smaller than.
  static let maximumRecordSize = 1 << 20
  /// A reader that is further behind, such as one of a suspended process, no longer counts as one,
  /// and misses records.
  private static let maximumFileCount = 16
  private static let suffix = ".log"

  /// The folder of the files.
  package let folder: URL
  private let maximumFileSize: Int

  /// Refers to a log, without creating it.
  /// - Parameter maximumFileSize: The size in bytes from which on a file is continued by another.
  package init(in folder: URL, maximumFileSize: Int = 1 << 20) {
    self.folder = folder
    self.maximumFileSize = maximumFileSize
  }

  /// Appends the record that `record` returns; does not call it if there are no readers.
  ///
  /// The record is between two line breaks, so that one whose writer was killed spoils no other.
  /// - Throws: `POSIXError`, such as `.EMSGSIZE` for a record that is too large and `.ENOSPC` for a
  ///   full disk, or what `record` throws.
  package func append(_ record: () throws -> Data) throws {
    try withLockedFolder { folder in
      guard let number = try removeUnreadFiles() else { return }
      let record = try record()
      guard record.count < Self.maximumRecordSize else { throw POSIXError(.EMSGSIZE) }
      try currentFile(number).write(Data("\n".utf8) + record + Data("\n".utf8))
      #if canImport(Darwin)
        // kqueue reports a change of the folder, but none of a file in it.
        futimes(folder.descriptor, nil)
      #endif
    }
  }

  /// Removes the records that no reader can read any more.
  /// - Throws: `POSIXError`
  package func removeUnread() throws {
    try withLockedFolder { _ in _ = try removeUnreadFiles() }
  }

  /// Runs `body` while no other process appends or begins to read; does nothing if there has been
  /// no reader, which creates the folder.
  private func withLockedFolder(_ body: (LockableFile) throws -> Void) throws {
    let folder: LockableFile
    do { folder = try LockableFile(self.folder.path) } catch POSIXError.ENOENT { return }
    try folder.lock(LOCK_EX)
    defer { withExtendedLifetime(folder) {} }
    try body(folder)
  }

  /// Removes the files that have no reader and are continued by another one, and returns the number
  /// of the last file; nil if that has no reader either, and is emptied therefore.
  private func removeUnreadFiles() throws -> Int? {
    let numbers = numbers
    guard let last = numbers.last else { return nil }
    for (index, number) in numbers.enumerated() where number != last {
      let isOutdated = numbers.count - index > Self.maximumFileCount
      guard try isOutdated || LockableFile(path(of: number)).tryLock(LOCK_EX) else { return last }
      unlink(path(of: number))
    }
    let file = try LockableFile(path(of: last), O_WRONLY)
    guard try file.tryLock(LOCK_EX) else { return last }
    try file.removeContent()
    return nil
  }

  /// The last file, or the one that continues it.
  private func currentFile(_ number: Int) throws -> LockableFile {
    let file = try LockableFile(path(of: number), O_WRONLY | O_APPEND)
    guard try file.status.st_size >= maximumFileSize else { return file }
    return try LockableFile(path(of: number + 1), O_WRONLY | O_APPEND | O_CREAT | O_EXCL)
  }

  /// The numbers of the files, ascending.
  var numbers: [Int] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.compactMap { name in
      let number = Int(name.dropLast(Self.suffix.count)) ?? 0
      // A number that others have chosen may have no successor.
      return 1..<Int.max ~= number && name == self.name(of: number) ? number : nil
    }.sorted()
  }

  func path(of number: Int) -> String { "\(folder.path)/\(name(of: number))" }

  private func name(of number: Int) -> String { "\(number)\(Self.suffix)" }
}

/// An open file or folder, which is unlocked and closed when it is released.
final class LockableFile: Sendable {
  let descriptor: CInt

  /// - Throws: `POSIXError`
  init(_ path: String, _ flags: CInt = O_RDONLY) throws {
    // Without O_NONBLOCK, opening a pipe could wait for another process.
    descriptor = open(path, flags | O_NONBLOCK | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw POSIXError.last }
  }

  deinit {
    guard descriptor >= 0 else { return }
    // A process that is being started has a copy of the descriptor until `exec`.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  var status: stat {
    get throws {
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { throw POSIXError.last }
      return status
    }
  }

  func tryLock(_ kind: CInt) throws -> Bool { try FileLock.tryLock(descriptor, kind) }

  /// Waits for a lock that others have for an instant. It polls, because a process that was
  /// suspended in that instant must not stop all others.
  /// - Throws: `POSIXError.EWOULDBLOCK` after many seconds.
  func lock(_ kind: CInt) throws {
    for _ in 0..<100_000 {
      if try tryLock(kind) { return }
      usleep(100)
    }
    throw POSIXError(.EWOULDBLOCK)
  }

  /// - Throws: `POSIXError`
  func removeContent() throws {
    guard ftruncate(descriptor, 0) == 0 else { throw POSIXError.last }
  }

  /// - Throws: `POSIXError`. A part of the bytes may have been written.
  func write(_ bytes: Data) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      guard count >= 0 || errno == EINTR else { throw POSIXError.last }
      rest = rest.dropFirst(max(0, count))
    }
  }

  /// Returns the next bytes; none at the end of the file.
  /// - Throws: `POSIXError`
  func read(upTo maximum: Int) throws -> Data {
    var bytes = Data(count: maximum)
    while true {
      let count = bytes.withUnsafeMutableBytes {
        Foundation.read(descriptor, $0.baseAddress, $0.count)
      }
      guard count >= 0 || errno == EINTR else { throw POSIXError.last }
      if count >= 0 { return bytes.prefix(count) }
    }
  }
}
