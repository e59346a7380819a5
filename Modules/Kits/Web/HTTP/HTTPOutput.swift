import Foundation
import Platform

/// What waits to be sent to one client: tasks add to it, and the server's thread sends it.
final class HTTPOutput: Sendable {
  /// What follows the end of an answer.
  enum End { case keepsAlive, closes, aborts }

  /// What the server's thread does next.
  enum Progress: Equatable { case sent(End?), waits, failed }

  fileprivate struct State {
    var bytes = Data()
    /// How many of the bytes have been sent.
    var sentCount = 0
    var end: End?
    var isClosed = false
    /// The task that waits until everything has been sent.
    var waiting: CheckedContinuation<Void, Never>?
  }

  private let state = Lock(State())
  private let onChange: @Sendable () -> Void

  /// - Parameter onChange: Wakes the server's thread.
  init(onChange: @escaping @Sendable () -> Void) { self.onChange = onChange }

  /// Whether there is something to send.
  var isWaiting: Bool { state.withLock { $0.sentCount < $0.bytes.count } }

  /// Adds bytes; the connection is aborted if too many wait.
  /// - Returns: false when the client has gone or is too slow.
  @discardableResult func append(_ bytes: Data, limit: Int = .max) -> Bool {
    let isAdded = state.withLock { state in
      guard !state.isClosed, state.end == nil else { return false }
      guard state.bytes.count - state.sentCount + bytes.count <= limit else {
        state.end = .aborts
        return false
      }
      if state.sentCount >= 1 << 16 {
        state.bytes = Data(state.bytes.dropFirst(state.sentCount))
        state.sentCount = 0
      }
      state.bytes += bytes
      return true
    }
    onChange()
    return isAdded
  }

  /// Ends an answer.
  /// - Parameter bytes: The last bytes of the answer.
  func finish(_ end: End, with bytes: Data = Data()) {
    state.withLock { state in
      guard !state.isClosed, state.end == nil else { return }
      state.bytes += bytes
      state.end = end
    }
    onChange()
  }

  /// Waits until everything has been sent, or the client has gone.
  func waitUntilSent() async {
    await withCheckedContinuation { continuation in
      let isSent = state.withLock { state in
        if state.isClosed || state.sentCount == state.bytes.count || state.end != nil {
          return true
        }
        state.waiting = continuation
        return false
      }
      if isSent { continuation.resume() }
    }
  }

  /// Sends as much as the system takes.
  func send(to socket: Int32) -> Progress {
    let (progress, waiting) = state.withLock {
      state -> (Progress, CheckedContinuation<Void, Never>?) in
      let progress = state.send(to: socket)
      guard progress != .waits else { return (progress, nil) }
      defer { state.waiting = nil }
      return (progress, state.waiting)
    }
    waiting?.resume()
    return progress
  }

  /// Discards everything, and what is added later.
  func close() {
    let waiting = state.withLock { state in
      state.isClosed = true
      state.bytes = Data()
      state.sentCount = 0
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume()
  }
}

extension HTTPOutput.State {
  fileprivate mutating func send(to socket: Int32) -> HTTPOutput.Progress {
    if end == .aborts { return .failed }
    while sentCount < bytes.count {
      let count = bytes.withUnsafeBytes { bytes in
        Foundation.send(
          socket, bytes.baseAddress.map { $0 + sentCount }, bytes.count - sentCount, noSignal)
      }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN || errno == EWOULDBLOCK { return .waits }
      guard count > 0 else { return .failed }
      sentCount += count
    }
    bytes = Data()
    sentCount = 0
    defer { end = nil }
    return .sent(end)
  }
}

#if os(Linux)
  private let noSignal = Int32(MSG_NOSIGNAL)
#else
  private let noSignal: Int32 = 0
#endif
