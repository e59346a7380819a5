import Foundation
import Mediator

/// An open file, closed at the end of the value's life.
struct OpenFile: ~Copyable {
  let descriptor: CInt

  /// - Throws: `POSIXError`.
  init(_ path: String, _ flags: CInt) throws {
    let descriptor = open(path, flags | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw POSIXError.last }
    self.descriptor = descriptor
  }

  /// Opens a regular file for reading.
  /// - Throws: `POSIXError`: `.EISDIR` for a folder, `.EINVAL` for a device or a pipe.
  static func reading(_ path: String) throws -> OpenFile {
    // Without O_NONBLOCK, opening a pipe would wait for somebody to write to it.
    let file = try OpenFile(path, O_RDONLY | O_NONBLOCK)
    switch try file.status.st_mode & S_IFMT {
    case S_IFREG: return file
    case S_IFDIR: throw POSIXError(.EISDIR)
    default: throw POSIXError(.EINVAL)
    }
  }

  deinit { close(descriptor) }

  /// How many bytes it has.
  var size: Int {
    get throws { Int(try status.st_size) }
  }

  /// Everything in it.
  func content() throws -> Buffer {
    let buffer = Buffer(count: try size)
    var count = 0
    while count < buffer.count {
      let piece = UnsafeMutableBufferPointer(rebasing: buffer.content[count...])
      let bytes = read(descriptor, piece.baseAddress, piece.count)
      guard bytes >= 0 || errno == EINTR else { throw POSIXError.last }
      guard bytes != 0 else { break }
      count += max(0, bytes)
    }
    buffer.shrink(to: count)
    return buffer
  }

  /// Adds `bytes` to its end.
  func write(_ bytes: Bytes) throws {
    var rest = bytes.memory
    while !rest.isEmpty {
      let written = Foundation.write(descriptor, rest.baseAddress, rest.count)
      guard written >= 0 || errno == EINTR else { throw POSIXError.last }
      rest = UnsafeRawBufferPointer(rebasing: rest[max(0, written)...])
    }
  }

  /// Waits until everything written is on the disk.
  func synchronize() throws {
    guard fsync(descriptor) == 0 else { throw POSIXError.last }
  }

  private var status: stat {
    get throws {
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { throw POSIXError.last }
      return status
    }
  }
}
