public import Foundation

/// An advisory lock (`flock`) on a file or folder. One holder has it at a time, in this process or
/// another. It is released when the holder is deallocated, or by the system when its process ends.
///
/// ```swift
/// guard let lock = try FileLock(creating: path) else { return "another process is at work" }
/// try FileLock.withLock(onFolder: url) { try replaceFiles() }
/// try await FileLock.withLock(onFile: path) { try await askServer() }
/// ```
public final class FileLock: Sendable {
  let descriptor: CInt  // not private, because a test copies it

  /// Creates the file when it is missing and locks it; nil when another holder has the lock.
  /// - Throws: `POSIXError` when the file cannot be opened, or its file system has no locks.
  public init?(creating path: String) throws {
    // `isHeld` holds a shared lock for an instant, and a process that a killed holder was starting
    // keeps its lock until `exec`. So one failure proves nothing.
    var (attempts, refusals) = (0, 0)
    while attempts < 200, refusals < 20 {
      let descriptor = try Self.open(path, O_RDWR | O_CREAT)
      do {
        if try Self.takeLock(descriptor, path) {
          self.descriptor = descriptor
          return
        }
        let isShared = try Self.tryLock(descriptor, LOCK_SH)
        (attempts, refusals) = isShared ? (attempts + 1, refusals) : (attempts, refusals + 1)
      } catch {
        Self.release(descriptor)
        throw error
      }
      Self.release(descriptor)
      usleep(1000)
    }
    return nil
  }

  /// Opens the file or folder and locks it if no other holder has it; never waits.
  private init?(withoutWaiting path: String, _ flags: CInt) throws {
    descriptor = try Self.open(path, flags)
    // The descriptor is closed by `deinit`.
    guard try Self.takeLock(descriptor, path) else { return nil }
  }

  private init(waitingAt path: String) throws {
    descriptor = try Self.open(path, O_RDONLY)
    // When this throws, `deinit` closes the descriptor.
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { throw POSIXError.last }
    }
  }

  deinit { Self.release(descriptor) }

  /// Waits for the lock on an existing folder, runs `body` and writes the folder's entries to the
  /// disk (`fsync`), also when `body` throws. It blocks the thread while it waits.
  /// - Throws: `POSIXError` when the folder cannot be locked, or what `body` throws.
  public static func withLock<Result>(
    onFolder folder: URL, _ body: () throws -> Result
  ) throws -> Result {
    try FileLock(waitingAt: folder.path).whileHeld(body)
  }

  /// Runs `body` as `withLock(onFolder:_:)` does if no other holder has the lock; it never waits.
  /// - Returns: What `body` returns; nil without the lock.
  /// - Throws: `POSIXError` when the folder cannot be opened, or its file system has no locks, or
  ///   what `body` throws.
  package static func withFreeLock<Result>(
    onFolder folder: URL, _ body: () throws -> Result
  ) throws -> Result? {
    try FileLock(withoutWaiting: folder.path, O_RDONLY)?.whileHeld(body)
  }

  private func whileHeld<Result>(_ body: () throws -> Result) rethrows -> Result {
    // `deinit` releases the lock, so that it must not run before `body` has ended.
    try withExtendedLifetime(self) {
      defer { fsync(descriptor) }
      return try body()
    }
  }

  /// Creates the file when it is missing, waits for its lock and runs `body`, which may take long.
  /// It polls, because `flock` only waits by blocking the thread.
  /// - Throws: `POSIXError` when the file cannot be opened, or its file system has no locks,
  ///   `CancellationError` when the task is cancelled while it waits, or what `body` throws.
  public static func withLock<Result>(
    onFile path: String, _ body: () async throws -> Result
  ) async throws -> Result {
    while true {
      if let lock = try FileLock(withoutWaiting: path, O_RDWR | O_CREAT) {
        defer { withExtendedLifetime(lock) {} }
        return try await body()
      }
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  /// Whether a holder has the lock on a file; false when the file does not exist, or its file
  /// system has no locks.
  public static func isHeld(at path: String) -> Bool { (try? isFree(at: path)) == false }

  /// Whether a holder may have the lock on a file: as `isHeld`, but true when its file system has
  /// no locks.
  static func mayBeHeld(at path: String) -> Bool { (try? isFree(at: path)) != true }

  private static func isFree(at path: String) throws -> Bool {
    guard let descriptor = try? open(path, O_RDONLY) else { return true }
    defer { release(descriptor) }
    return try tryLock(descriptor, LOCK_SH)
  }

  /// Removes a file that no holder has locked. Its next holder sees that it was removed.
  static func removeUnlessHeld(at path: String) {
    guard let descriptor = try? open(path, O_RDONLY) else { return }
    if (try? tryLock(descriptor, LOCK_EX)) == true { unlink(path) }
    release(descriptor)
  }

  private static func open(_ path: String, _ flags: CInt) throws -> CInt {
    let descriptor = Foundation.open(path, flags | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw POSIXError.last }
    return descriptor
  }

  /// Releases the lock and closes the file. Closing alone would leave the lock to a process that is
  /// being started, which has a copy of the descriptor until `exec`.
  private static func release(_ descriptor: CInt) {
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  private static func takeLock(_ descriptor: CInt, _ path: String) throws -> Bool {
    try tryLock(descriptor, LOCK_EX) && isSameFile(descriptor, path)
  }

  /// Takes a lock without waiting; false when another holder has it.
  /// - Parameter kind: `LOCK_EX` or `LOCK_SH`.
  /// - Throws: `POSIXError`, for example `.ENOLCK` or `.EOPNOTSUPP` on a file system without locks.
  static func tryLock(_ descriptor: CInt, _ kind: CInt) throws -> Bool {
    while flock(descriptor, kind | LOCK_NB) != 0 {
      switch errno {
      case EINTR: continue
      case EWOULDBLOCK: return false
      default: throw POSIXError.last
      }
    }
    return true
  }

  /// Whether the path still names the open file, which another process may have removed between
  /// the opening and the locking.
  private static func isSameFile(_ descriptor: CInt, _ path: String) -> Bool {
    guard let opened = stat(of: descriptor), let current = stat(at: path) else { return false }
    return opened.st_ino == current.st_ino
  }
}
