import Foundation
import Mediator

/// A lock on a file that one holder has at a time, in this process or another; it goes with its
/// holder, however that ends.
final class FileLock: Sendable {
  private let descriptor: CInt

  /// Nil when another holds it.
  /// - Throws: `POSIXError` when the file cannot be made.
  init?(path: String) throws {
    // Whoever only looks holds it for an instant.
    for _ in 0..<20 {
      let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
      guard descriptor >= 0 else { throw POSIXError.last }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0, Self.isStill(descriptor, at: path) {
        self.descriptor = descriptor
        return
      }
      close(descriptor)
      usleep(1000)
    }
    return nil
  }

  deinit { close(descriptor) }

  /// Whether anybody holds the lock on a file.
  static func isHeld(path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return flock(descriptor, LOCK_SH | LOCK_NB) != 0
  }

  /// Whether the file was not removed between opening and locking it.
  private static func isStill(_ descriptor: CInt, at path: String) -> Bool {
    var (opened, there) = (stat(), stat())
    return fstat(descriptor, &opened) == 0 && stat(path, &there) == 0
      && opened.st_ino == there.st_ino
  }
}
