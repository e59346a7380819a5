import Foundation

/// Reads keys from a file descriptor on its own thread, until `end` is called or the input ends.
final class KeyReader: Sendable {
  /// The maximum pause between the bytes of one key, in milliseconds: long enough for a slow
  /// connection, and short enough that Esc seems immediate.
  private static let sequenceTimeout: Int32 = 30

  private let input: Int32
  /// A pipe that wakes the thread so that it ends.
  private let wakePipe: (read: Int32, write: Int32)

  /// Starts to read; nil if the system cannot create a pipe.
  /// - Parameters:
  ///   - onKey: Called with each key.
  ///   - onEnd: Called once at the end.
  init?(
    _ input: Int32, onKey: @escaping @Sendable (Key) -> Void,
    onEnd: @escaping @Sendable () -> Void
  ) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    self.input = input
    wakePipe = (ends[0], ends[1])
    Thread.detachNewThread { [self] in
      var parser = KeyParser()
      while let bytes = read(timeout: parser.isWaiting ? Self.sequenceTimeout : -1) {
        for key in bytes.isEmpty ? parser.finish() : parser.parse(bytes) { onKey(key) }
      }
      onEnd()
    }
  }

  deinit {
    close(wakePipe.write)
    close(wakePipe.read)
  }

  func end() {
    var byte: UInt8 = 0
    _ = write(wakePipe.write, &byte, 1)
  }

  /// The next bytes; empty after the timeout, nil at the end.
  private func read(timeout: Int32) -> ArraySlice<UInt8>? {
    while true {
      var ends = [input, wakePipe.read].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      let count = poll(&ends, 2, timeout)
      if count == 0 { return [] }
      guard count > 0 else {
        if errno == EINTR { continue }
        return nil
      }
      if ends[1].revents != 0 { return nil }
      var bytes = [UInt8](repeating: 0, count: 1024)
      let length = Foundation.read(input, &bytes, bytes.count)
      if length > 0 { return bytes.prefix(length) }
      guard length < 0, [EINTR, EAGAIN].contains(errno) else { return nil }
    }
  }
}
