import Channel
import Foundation
import Mediator
import MessagesInterface
import ModuleManager
import Platform

/// The channels to the servers. Each is connected when it is first used.
final class ServerChannels: Sendable {
  /// How long to wait before another attempt to subscribe. Nothing reports that a person has signed
  /// in with another process, so it must not be long.
  private static let pause = Duration.seconds(30)

  /// How many notifications wait for a slow reader. The oldest of more are dropped.
  private static let maximumWaiting = 64
  /// The length of a notification's parameters in bytes. Longer ones are dropped.
  private static let maximumLength = 64 << 10

  private struct State {
    var channels: [String: ReconnectingChannel] = [:]
    /// Fulfilled by `retry`.
    var retry = Promise<Void>()
    var isClosed = false
  }

  private let mediator: Mediator
  private let servers: [MessageServer]
  private let log: Log
  private let clock: AnyClock
  private let state = Lock(State())

  init(
    _ mediator: Mediator, _ servers: [MessageServer], log: Log, clock: AnyClock
  ) {
    self.mediator = mediator
    self.servers = servers
    self.log = log
    self.clock = clock
  }

  deinit { close() }

  /// Returns the notifications of all servers until the stream is no longer read.
  /// - Parameter work: Runs as long, and is then cancelled.
  func notifications(
    during work: @escaping @Sendable () async -> Void
  ) -> AsyncStream<RemoteNotification> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: RemoteNotification.self, bufferingPolicy: .bufferingNewest(Self.maximumWaiting))
    let task = Task { [servers, weak self] in
      await withDiscardingTaskGroup { group in
        group.addTask { await work() }
        for server in servers where server.channel != nil {
          group.addTask {
            await self?.follow(server) { continuation.yield($0) }
          }
        }
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }

  /// Lets servers that could not be subscribed to try again at once, and those with another session
  /// than before.
  func retry() {
    state.withLock { state in
      defer { state.retry = Promise() }
      return state.retry
    }.fulfil(.success(()))
  }

  /// Ends all connections.
  func close() {
    let (channels, retry) = state.withLock { state in
      state.isClosed = true
      defer { state.channels = [:] }
      return (state.channels.values, state.retry)
    }
    for channel in channels { channel.close() }
    retry.fulfil(.success(()))
  }

  private func channel(of server: MessageServer) -> ReconnectingChannel {
    state.withLock { state in
      if let channel = state.channels[server.name] { return channel }
      let channel = ReconnectingChannel { [mediator] in
        guard let port = server.channel?.port else { throw ChannelError.lost(reason: "no port") }
        return try await .loopback(port: port(mediator))
      }
      if state.isClosed { channel.close() } else { state.channels[server.name] = channel }
      return channel
    }
  }
}

// MARK: - Notifications

extension ServerChannels {
  /// Passes on the notifications of a server until the task is cancelled or the channels are
  /// closed.
  private func follow(
    _ server: MessageServer, _ receive: @escaping @Sendable (RemoteNotification) -> Void
  ) async {
    var refusal: (token: String, time: Duration)?
    while !Task.isCancelled, !state.withLock({ $0.isClosed }) {
      let retry = state.withLock { $0.retry }
      let last = refusal
      refusal = nil
      do {
        _ = try await server.channel?.port(mediator)
        let token = try await server.token(mediator, last?.token)
        if token != last?.token {
          guard await follow(server, token, receive) == .refused else { continue }
          refusal = (token, clock.now())
        }
      } catch {
        log.debug("no notifications of '\(server.name)': \(error)")
      }
      // A token that was refused is renewed at once, but not again and again.
      let isSoon = refusal.flatMap { now in last.map { now.time - $0.time < Self.pause } } ?? false
      if refusal == nil || isSoon { await retry.wait(atMost: Self.pause, clock) }
    }
  }

  private enum End {
    /// Another person has signed in, or nobody is signed in any more.
    case otherSession
    /// The server does not accept the token.
    case refused
  }

  /// Passes on the notifications of a session until it ends.
  private func follow(
    _ server: MessageServer, _ token: String,
    _ receive: @escaping @Sendable (RemoteNotification) -> Void
  ) async -> End {
    let channel = channel(of: server)
    let parameters = try? JSON.encode(["token": token])
    let subscription = ChannelRequest(method: "subscribe", parameters: parameters)
    return await withTaskGroup(of: End.self) { group in
      for method in server.channel?.notifications ?? [] {
        let stream = channel.notifications(of: method, subscription: subscription)
        group.addTask {
          for await parameters in stream where parameters.count <= Self.maximumLength {
            receive(RemoteNotification(method: method, parameters: parameters))
          }
          return .refused
        }
      }
      group.addTask { [self] in
        await waitForOtherSession(server, token)
        return .otherSession
      }
      defer { group.cancelAll() }
      let end = await group.next() ?? .refused
      if end == .otherSession { replace(channel, of: server) }
      return end
    }
  }

  private func waitForOtherSession(_ server: MessageServer, _ token: String) async {
    while !Task.isCancelled {
      let retry = state.withLock { $0.retry }
      guard (try? await retry.value) != nil else { return }
      guard (try? await server.token(mediator, nil)) == token else { return }
    }
  }

  /// Ends a connection whose subscriptions belong to another session.
  private func replace(_ channel: ReconnectingChannel, of server: MessageServer) {
    state.withLock { state in
      if state.channels[server.name] === channel { state.channels[server.name] = nil }
    }
    channel.close()
  }
}

extension RemoteNotification {
  /// Creates a notification with the payload `{"method": …, "params": …}`.
  fileprivate init(method: String, parameters: Data) {
    let method = (try? JSON.encode(method)) ?? Data("null".utf8)
    self.init(
      payload: Data(#"{"method":"#.utf8) + method + Data(#","params":"#.utf8) + parameters
        + Data("}".utf8))
  }
}
