import Foundation
import Mediator

/// A file mapped into memory for reading, until the last reference goes.
///
/// Map only files that nobody shortens: reading past the new end would be a bus error. The
/// library's files are replaced as a whole, never changed.
final class MappedFile {
  private let memory: UnsafeMutableRawPointer?
  private let count: Int

  /// Maps the file at `path`.
  /// - Throws: `POSIXError` when it cannot be opened or is not a regular file.
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

  /// The whole file, kept mapped with the result.
  var bytes: Bytes {
    Bytes(memory: UnsafeRawBufferPointer(start: memory, count: count), owner: self)
  }
}
