import Foundation
import Platform

/// The lines that wait until the other side reads. It writes without blocking.
struct LineQueue {
  /// Called when a line was written, or with the reason why it will not be.
  typealias Completion = @Sendable (ChannelError?) -> Void

  private struct Line {
    var rest: ArraySlice<UInt8>
    var isStarted = false
    let completion: Completion?
    let id: Int?
  }

  private let output: Int32
  private let isSocket: Bool
  private var lines: [Line] = []
  /// The index of the first line that is not written.
  private var first = 0

  init(output: Int32) {
    self.output = output
    isSocket = stat(of: output)?.kind == S_IFSOCK
  }

  var isEmpty: Bool { first == lines.count }

  var count: Int { lines.count - first }

  /// - Parameters:
  ///   - bytes: Empty to learn only when all earlier lines are written.
  ///   - id: Identifies the line for `remove`.
  mutating func append(_ bytes: [UInt8], _ completion: Completion?, id: Int?) {
    lines.append(Line(rest: bytes[...], completion: completion, id: id))
  }

  /// Removes a line unless its first byte is written, because a line must never be cut.
  mutating func remove(id: Int) -> Bool {
    guard let index = lines[first...].firstIndex(where: { $0.id == id && !$0.isStarted }) else {
      return false
    }
    lines.remove(at: index)
    return true
  }

  /// Removes all lines, and returns their completions.
  mutating func removeAll() -> [Completion] {
    defer { (lines, first) = ([], 0) }
    return lines[first...].compactMap(\.completion)
  }

  /// Writes as much as the other side accepts now.
  /// - Returns: The completions of the lines that are written, and the error if the other side does
  ///   not accept anything any more.
  mutating func write() -> (completions: [Completion], error: POSIXError?) {
    var completions: [Completion] = []
    while first < lines.count {
      guard !lines[first].rest.isEmpty else {
        if let completion = lines[first].completion { completions.append(completion) }
        removeFirst()
        continue
      }
      let count: Int
      do throws(POSIXError) {
        count = try write(lines[first].rest)
      } catch {
        return (completions, error)
      }
      guard count > 0 else { return (completions, nil) }
      lines[first].rest = lines[first].rest.dropFirst(count)
      lines[first].isStarted = true
    }
    return (completions, nil)
  }

  /// Removes the first line, which is written, and releases its bytes. The array moves its lines
  /// only when at least half of them are written: once for each written line, at most.
  private mutating func removeFirst() {
    lines[first].rest = []
    first += 1
    guard first * 2 >= lines.count else { return }
    lines = Array(lines[first...])
    first = 0
  }

  private func write(_ bytes: ArraySlice<UInt8>) throws(POSIXError) -> Int {
    while true {
      let count = bytes.withUnsafeBytes { isSocket ? writeToSocket($0) : writeToPipe($0) }
      if count >= 0 { return count }
      switch errno {
      case EINTR: continue
      // The other side accepts nothing at the moment.
      case EAGAIN, EWOULDBLOCK: return 0
      default: throw POSIXError.last
      }
    }
  }

  private func writeToSocket(_ bytes: UnsafeRawBufferPointer) -> Int {
    #if os(Linux)
      let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
    #else
      var isQuiet: Int32 = 1
      setsockopt(output, SOL_SOCKET, SO_NOSIGPIPE, &isQuiet, socklen_t(MemoryLayout<Int32>.size))
      let flags = Int32(MSG_DONTWAIT)
    #endif
    return send(output, bytes.baseAddress, bytes.count, flags)
  }

  /// Other processes may share the pipe, so it stays in blocking mode. A pipe that `poll` reports
  /// as writable accepts `PIPE_BUF` bytes at once.
  private func writeToPipe(_ bytes: UnsafeRawBufferPointer) -> Int {
    var written = 0
    while written < bytes.count {
      var event = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
      guard poll(&event, 1, 0) > 0 else { break }
      let length = min(bytes.count - written, Int(PIPE_BUF))
      let part = UnsafeRawBufferPointer(rebasing: bytes[written..<written + length])
      let count = writeWithoutSignal(part, to: output)
      guard count > 0 else { return written > 0 ? written : count }
      written += count
    }
    return written
  }
}

/// Writes to a pipe. The process does not end when nobody reads from the pipe.
func writeWithoutSignal(_ bytes: UnsafeRawBufferPointer, to pipe: Int32) -> Int {
  var (signals, previous, pending) = (sigset_t(), sigset_t(), sigset_t())
  sigemptyset(&signals)
  sigaddset(&signals, SIGPIPE)
  pthread_sigmask(SIG_BLOCK, &signals, &previous)
  let count = write(pipe, bytes.baseAddress, bytes.count)
  let code = errno
  // The signal is also sent when the pipe is closed after a part of the bytes is written.
  if count < bytes.count, sigpending(&pending) == 0, sigismember(&pending, SIGPIPE) == 1 {
    var signal: Int32 = 0
    sigwait(&signals, &signal)
  }
  pthread_sigmask(SIG_SETMASK, &previous, nil)
  errno = code
  return count
}
