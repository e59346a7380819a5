import Channel
import Foundation
import Mediator
import Platform

/// The clients that are connected to the channel.
final class Subscribers: Sendable {
  private static let maximum = 64

  private struct Subscriber {
    let channel: Channel
    /// The person and the session; nil before the subscription.
    var name: String?
    var token: String?
    let notifications: AsyncStream<(method: String, parameters: Data)>.Continuation
  }

  private struct State {
    var subscribers: [Int: Subscriber] = [:]
    var lastID = 0
    var isEnded = false

    /// The number of the client that must leave before another one is served; nil for none.
    var clientToDisconnect: Int? {
      guard subscribers.count >= maximum else { return nil }
      return subscribers.filter { $0.value.name == nil }.keys.min()
    }
  }

  private let state = Lock(State())

  /// Serves a client until it disconnects. If there are too many, the first of those that have not
  /// subscribed is disconnected.
  /// - Parameter handler: Answers the requests of the client with this number.
  func serve(
    _ client: Int32, _ handler: @escaping @Sendable (Int, ChannelRequest) async throws -> Data
  ) {
    let (stream, continuation) = AsyncStream<(method: String, parameters: Data)>.makeStream(
      bufferingPolicy: .bufferingNewest(1024))
    if let waiting = state.withLock({ $0.clientToDisconnect }) { remove(waiting) }
    // A request that arrives at once finds the subscriber.
    let added = state.withLock { state -> (id: Int, channel: Channel)? in
      guard !state.isEnded, state.subscribers.count < Self.maximum else { return nil }
      let (id, transport) = (state.lastID + 1, ChannelTransport(reading: client, writing: client))
      guard let channel = try? Channel(transport, handler: { try await handler(id, $0) }) else {
        return nil
      }
      state.lastID = id
      state.subscribers[id] = Subscriber(channel: channel, notifications: continuation)
      return (id, channel)
    }
    guard let (id, channel) = added else {
      close(client)
      return
    }
    Task(priority: .high) {
      for await (method, parameters) in stream {
        guard (try? await channel.notify(method, parameters)) != nil else { break }
      }
    }
    Task { [weak self] in
      _ = try? await channel.waitForEnd()
      self?.remove(id)
    }
  }

  /// Lets a client receive the notifications for a person.
  func subscribe(_ id: Int, as name: String, _ token: String) {
    state.withLock { state in
      state.subscribers[id]?.name = name
      state.subscribers[id]?.token = token
    }
  }

  /// Sends a notification.
  /// - Parameter name: The person; nil for all.
  func publish(_ method: String, _ parameters: Data, to name: String?, _ copies: Int) {
    let receivers = state.withLock { state in
      state.subscribers.values.filter { $0.name != nil && (name == nil || $0.name == name) }
        .map(\.notifications)
    }
    for receiver in receivers {
      for _ in 0..<copies { receiver.yield((method, parameters)) }
    }
  }

  /// The number of clients.
  var count: Int { state.withLock { $0.subscribers.count } }

  /// The persons whose clients receive notifications.
  var names: [String] { state.withLock { $0.subscribers.values.compactMap(\.name) } }

  /// Ends the connections, but accepts new ones.
  /// - Parameter token: The session whose connections end; nil for all.
  func disconnect(_ token: String? = nil) {
    let ended = state.withLock { state in
      state.subscribers.filter { token == nil || $0.value.token == token }.keys
    }
    for id in ended { remove(id) }
  }

  /// Ends all connections, and those that come later.
  func end() {
    state.withLock { $0.isEnded = true }
    disconnect()
  }

  private func remove(_ id: Int) {
    let subscriber = state.withLock { $0.subscribers.removeValue(forKey: id) }
    subscriber?.notifications.finish()
    subscriber?.channel.close()
  }
}
