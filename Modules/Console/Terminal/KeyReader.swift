import Foundation

/// Reads the keys that come from a descriptor, on a thread of its own, until it is told to end or
/// nothing can come any more.
final class KeyReader: Sendable {
  /// How long the bytes of one key may lie apart: long enough for a slow line, and too short for a
  /// person who waits for Esc.
  private static let patience: Int32 = 30  // milliseconds

  private let input: Int32
  /// Rung to end the thread, which closes both of its ends.
  private let bell: (bottom: Int32, top: Int32)

  /// - Parameters:
  ///   - deliver: Takes each key.
  ///   - ended: Called once at the end, whatever ended it.
  init?(
    _ input: Int32, deliver: @escaping @Sendable (Key) -> Void,
    ended: @escaping @Sendable () -> Void
  ) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    self.input = input
    bell = (ends[0], ends[1])
    Thread.detachNewThread { [self] in
      var parser = KeyParser()
      while let bytes = next(parser.isWaiting ? Self.patience : -1) {
        for key in bytes.isEmpty ? parser.finish() : parser.parse(bytes) { deliver(key) }
      }
      ended()
    }
  }

  deinit {
    close(bell.top)
    close(bell.bottom)
  }

  func end() {
    var byte: UInt8 = 0
    _ = write(bell.top, &byte, 1)
  }

  /// The bytes that come next; none when the time is over, nil at the end.
  private func next(_ patience: Int32) -> ArraySlice<UInt8>? {
    while true {
      var ends = [input, bell.bottom].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      let count = poll(&ends, 2, patience)
      if count == 0 { return [] }
      guard count > 0 else {
        if errno == EINTR { continue }
        return nil
      }
      if ends[1].revents != 0 { return nil }
      var bytes = [UInt8](repeating: 0, count: 1024)
      let length = read(input, &bytes, bytes.count)
      if length > 0 { return bytes.prefix(length) }
      guard length < 0, [EINTR, EAGAIN].contains(errno) else { return nil }
    }
  }
}
