import Channel
import Console
import Foundation
import Platform

/// Reads the standard error output of a process with a thread of its own, until nobody can write to
/// it or `finish` is called.
final class StandardErrorReader: Sendable {
  /// The maximum length of a line in bytes. The rest of a longer one is left out.
  static let maximumLength = 4096
  /// How many bytes are read after the process has ended, at most.
  private static let maximumRest = 1 << 20
  private let descriptor: Int32
  private let stop: (read: Int32, write: Int32)
  private let secrets: [String]
  private let report: @Sendable (String) -> Void
  private let lastLine = Lock<String?>(nil)
  private let ended = DispatchSemaphore(value: 0)

  /// Starts to read. It closes `descriptor` and `stop.read` at its end.
  /// - Parameters:
  ///   - stop: A pipe, whose writing end `finish` closes.
  ///   - secrets: Texts in place of which lines have dots.
  ///   - report: Called with each line.
  init(
    _ descriptor: Int32, stop: (read: Int32, write: Int32), hiding secrets: [String],
    _ report: @escaping @Sendable (String) -> Void
  ) {
    self.descriptor = descriptor
    self.stop = stop
    self.secrets = secrets
    self.report = report
    // The process does not share this flag, because it has the other end of the pipe.
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    Thread.detachNewThread { [self] in
      read()
      close(descriptor)
      close(stop.read)
      ended.signal()
    }
  }

  /// Reads what the process has written, stops and returns the last line. To be called once.
  /// Another process may hold the output open. When the lines cannot be reported within `delay`,
  /// such as to a slow disk, that goes on in the background.
  func finish(within delay: DispatchTimeInterval) -> String? {
    close(stop.write)
    _ = ended.wait(timeout: .now() + delay)
    return lastLine.withLock { $0 }
  }

  private func read() {
    var splitter = LineSplitter(limit: Self.maximumLength)
    var isFinishing = false
    var rest = Self.maximumRest
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 14, alignment: 16)
    defer { buffer.deallocate() }
    while rest > 0 {
      if !isFinishing { isFinishing = waitForInput() }
      let count = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
      if count > 0 {
        splitter.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]), receive)
        if isFinishing { rest -= count }
      } else if count == 0 || errno != EINTR && (errno != EAGAIN || isFinishing) {
        break
      }
    }
    splitter.finish(receive)
  }

  /// Waits until there is something to read; returns whether the process has ended.
  private func waitForInput() -> Bool {
    var ends = [descriptor, stop.read].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while poll(&ends, nfds_t(ends.count), -1) < 0 {
      guard errno == EINTR || errno == EAGAIN else { return true }
    }
    return ends[1].revents != 0
  }

  private func receive(_ bytes: UnsafeRawBufferPointer, isWhole: Bool) {
    let text = String(decoding: bytes, as: UTF8.self).hiding(secrets).printable
    let line = text + (isWhole ? "" : "…")
    guard !line.allSatisfy(\.isWhitespace) else { return }
    lastLine.withLock { $0 = line }
    report(line)
  }
}
