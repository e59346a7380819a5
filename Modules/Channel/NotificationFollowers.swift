import Foundation
import Mediator

/// The streams of notifications. They stay when a connection is replaced.
final class NotificationFollowers: Sendable {
  /// The notifications that wait for a slow follower; the oldest are dropped.
  static let maximumWaiting = 1024

  private struct Follower {
    let method: String
    let continuation: AsyncStream<Data>.Continuation
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
    let (stream, continuation) = AsyncStream.makeStream(
      of: Data.self, bufferingPolicy: .bufferingNewest(Self.maximumWaiting))
    let (id, isEnded) = state.withLock { state in
      state.lastID += 1
      if !state.isEnded {
        state.followers[state.lastID] = Follower(method: method, continuation: continuation)
      }
      return (state.lastID, state.isEnded)
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { $0.followers[id] = nil }
      onEnd(id)
    }
    if isEnded { continuation.finish() }
    return (id, stream)
  }

  func publish(_ notification: ChannelRequest) {
    let continuations = state.withLock { state in
      state.followers.values.filter { $0.method == notification.method }.map(\.continuation)
    }
    for continuation in continuations {
      continuation.yield(notification.parameters ?? Data("{}".utf8))
    }
  }

  /// Ends a stream.
  func end(_ id: Int) {
    state.withLock { $0.followers.removeValue(forKey: id) }?.continuation.finish()
  }

  /// Ends all streams, and those that begin later.
  func end() {
    let followers = state.withLock { state in
      defer { state.followers = [:] }
      state.isEnded = true
      return state.followers.values
    }
    for follower in followers { follower.continuation.finish() }
  }
}
