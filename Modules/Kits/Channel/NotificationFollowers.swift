import Foundation
import Platform

/// The streams of notifications. They stay when a connection is replaced.
final class NotificationFollowers: Sendable {
  private struct Follower {
    let method: String
    let buffer: NotificationBuffer
  }

  private struct State {
    var followers: [Int: Follower] = [:]
    var lastID = 0
    var isEnded = false
  }

  private let state = Lock(State())

  /// Returns a new stream.
  /// - Parameter onEnd: Called when the stream has ended or is not used any more.
  func stream(
    of method: String, onEnd: @escaping @Sendable (Int) -> Void = { _ in }
  ) -> (id: Int, stream: AsyncStream<Data>) {
    let (signals, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let buffer = NotificationBuffer(continuation)
    let (id, isEnded) = state.withLock { state in
      state.lastID += 1
      if !state.isEnded {
        state.followers[state.lastID] = Follower(method: method, buffer: buffer)
      }
      return (state.lastID, state.isEnded)
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { $0.followers[id] = nil }
      onEnd(id)
    }
    if isEnded { continuation.finish() }
    return (id, buffer.stream(signals))
  }

  func publish(_ notification: ChannelRequest) {
    let buffers = state.withLock { state in
      state.followers.values.filter { $0.method == notification.method }.map(\.buffer)
    }
    for buffer in buffers { buffer.append(notification.parameters ?? Data("{}".utf8)) }
  }

  /// Ends a stream.
  func end(_ id: Int) {
    state.withLock { $0.followers.removeValue(forKey: id) }?.buffer.end()
  }

  /// Ends all streams, and those that begin later.
  func end() {
    let followers = state.withLock { state in
      defer { state.followers = [:] }
      state.isEnded = true
      return state.followers.values
    }
    for follower in followers { follower.buffer.end() }
  }
}

/// The notifications that wait for a slow follower. If they are too many or too long, the oldest
/// are dropped.
///
/// The buffer of an `AsyncStream` cannot limit the bytes, so its stream only signals new
/// notifications.
final class NotificationBuffer: Sendable {
  static let maximumCount = 1024
  /// In bytes. A single notification has at most a quarter of it.
  static let maximumSize = 64 << 20

  private struct State {
    var notifications: [Data] = []
    var size = 0

    mutating func removeFirst() -> Data {
      let first = notifications.removeFirst()
      size -= first.count
      return first
    }
  }

  private let state = Lock(State())
  private let signal: AsyncStream<Void>.Continuation

  /// - Parameter signal: Wakes the follower when a notification arrives, and ends its stream.
  init(_ signal: AsyncStream<Void>.Continuation) {
    self.signal = signal
  }

  func append(_ notification: Data) {
    state.withLock { state in
      state.notifications.append(notification)
      state.size += notification.count
      while state.notifications.count > Self.maximumCount || state.size > Self.maximumSize {
        _ = state.removeFirst()
      }
    }
    signal.yield()
  }

  /// Ends the stream after the notifications that wait.
  func end() { signal.finish() }

  /// Returns the stream of the notifications, which retains `signals` until it ends or is released.
  func stream(_ signals: AsyncStream<Void>) -> AsyncStream<Data> {
    AsyncStream {
      repeat {
        if let next = self.next() { return next }
      } while await signals.first { _ in true } != nil
      return self.next()
    }
  }

  private func next() -> Data? {
    state.withLock { $0.notifications.isEmpty ? nil : $0.removeFirst() }
  }
}
