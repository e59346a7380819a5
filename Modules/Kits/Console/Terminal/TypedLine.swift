import Foundation

/// What comes next from a file descriptor, up to the end of a line.
package enum TypedLine: Equatable {
  /// The bytes before a line break.
  case line([UInt8])
  /// The bytes before the end of the file.
  case end([UInt8])
  /// The line has more bytes than the limit.
  case tooLong
  /// The system cannot read the file.
  case unreadable

  /// Reads single bytes, because what follows the line is for other readers. It polls, because a
  /// thread that is blocked in `read` could not be cancelled, such as by Ctrl-C.
  /// - Throws: `CancellationError` when the task is cancelled.
  package static func read(from input: Int32, limit: Int) async throws -> TypedLine {
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      var event = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
      while poll(&event, 1, 0) <= 0 { try await Task.sleep(for: .milliseconds(20)) }
      try Task.checkCancellation()
      var byte: UInt8 = 0
      let count = Foundation.read(input, &byte, 1)
      if count < 0, [EINTR, EAGAIN].contains(errno) { continue }
      guard count >= 0 else { return .unreadable }
      guard count > 0 else { return .end(bytes) }
      guard byte != UInt8(ascii: "\n") else { return .line(bytes) }
      bytes.append(byte)
    }
    return .tooLong
  }
}
