public import Foundation
import Mediator
import ModuleManager

/// A channel that connects when it is first used, and again after its connection was lost.
///
/// A lost connection fails the pending requests; none is repeated. The next request connects again,
/// and as long as somebody follows notifications, the channel does so by itself. It waits before
/// each attempt that follows a failure, and sends the subscriptions again before anything else.
public final class ReconnectingChannel: Sendable {
  private struct State {
    var channel: Channel?
    /// The attempt to connect that is in progress.
    var attempt: Promise<Channel>?
    /// The consecutive connections that failed or ended soon.
    var failures = 0
    var connectedAt = Duration.zero
    var subscriptions: [Int: ChannelRequest] = [:]
    var isClosed = false
  }

  private let followers = NotificationFollowers()
  private let pauses: Pauses
  private let clock: AnyClock
  private let handler: ChannelHandler?
  private let connect: @Sendable () async throws -> ChannelTransport
  private let state = Lock(State())

  /// Creates a channel without connecting it.
  /// - Parameters:
  ///   - clock: The clock of the timeouts and of the pauses between attempts.
  ///   - handler: Answers the requests of the other side; nil to answer that there is no such
  ///     method.
  ///   - connect: Makes a connection.
  public init(
    clock: any Clock<Duration> = ContinuousClock(), handler: ChannelHandler? = nil,
    connect: @escaping @Sendable () async throws -> ChannelTransport
  ) {
    self.pauses = Pauses()
    self.clock = AnyClock(clock)
    self.handler = handler
    self.connect = connect
  }

  deinit { close() }

  /// Sends a request and waits for its response; connects before if necessary.
  /// - Parameter timeout: How long to wait for the connection, and then for the response.
  /// - Throws: `ChannelError`, which is `unreachable` if nothing was sent; `CancellationError` and the
  ///   error of the attempt to connect.
  public func request(
    _ method: String, _ parameters: Data? = nil, timeout: Duration
  ) async throws -> Data {
    let channel = try await connectedChannel(within: timeout)
    return try await channel.request(method, parameters, timeout: timeout)
  }

  /// Returns the parameters of the notifications with this method, of this connection and of later
  /// ones, until the channel is closed or the other side refuses the subscription.
  /// - Parameter subscription: The request that makes the other side send the notifications. It is
  ///   sent on each connection.
  public func notifications(
    of method: String, subscription: ChannelRequest
  ) -> AsyncStream<Data> {
    let (id, stream) = followers.stream(of: method) { [weak self] id in
      self?.state.withLock { $0.subscriptions[id] = nil }
    }
    let channel = state.withLock { state in
      state.subscriptions[id] = subscription
      return state.channel
    }
    if let channel {
      Task { try? await subscribe(id, subscription, on: channel) }
    } else {
      _ = startAttempt()
    }
    return stream
  }

  /// Ends the connection and all streams.
  public func close() {
    let (channel, attempt) = state.withLock { state in
      defer { (state.channel, state.attempt) = (nil, nil) }
      state.isClosed = true
      return (state.channel, state.attempt)
    }
    attempt?.fulfil(.failure(ChannelError.closed))
    channel?.close()
    followers.end()
  }

  var isConnected: Bool { state.withLock { $0.channel != nil } }

  var isConnecting: Bool { state.withLock { $0.attempt != nil } }

  // MARK: - Connecting

  private func connectedChannel(within timeout: Duration) async throws -> Channel {
    if let channel = state.withLock({ $0.channel }) { return channel }
    let attempt = startAttempt()
    let deadline = clock.now() + timeout
    return try await withThrowingTaskGroup(of: Channel.self) { [clock] group in
      group.addTask { try await attempt.value }
      group.addTask {
        try await clock.sleep(deadline)
        throw ChannelError.unreachable(reason: "no connection within \(timeout)")
      }
      defer { group.cancelAll() }
      guard let channel = try await group.next() else { throw ChannelError.closed }
      return channel
    }
  }

  /// Returns the attempt in progress, or starts one.
  private func startAttempt() -> Promise<Channel> {
    let (attempt, pause, isNew) = state.withLock { state -> (Promise<Channel>, Duration, Bool) in
      if let attempt = state.attempt { return (attempt, .zero, false) }
      let attempt = Promise<Channel>()
      if state.isClosed {
        attempt.fulfil(.failure(ChannelError.closed))
        return (attempt, .zero, false)
      }
      if let channel = state.channel {
        attempt.fulfil(.success(channel))
        return (attempt, .zero, false)
      }
      state.attempt = attempt
      return (attempt, pauses.pause(after: state.failures), true)
    }
    if isNew {
      let start = clock.now() + pause
      Task { [weak self, clock] in
        if pause > .zero { try? await clock.sleep(start) }
        await self?.run(attempt)
      }
    }
    return attempt
  }

  private func run(_ attempt: Promise<Channel>) async {
    do {
      let channel = try await Channel(connect(), nil, clock, sharing: followers, handler)
      var sent: Set<Int> = []
      var isWanted = false
      while true {
        let next = state.withLock { state -> (id: Int, subscription: ChannelRequest)? in
          let unsent = state.subscriptions.filter { !sent.contains($0.key) }
          // A subscription may begin while another one is being sent.
          if let next = unsent.min(by: { $0.key < $1.key }) { return (next.key, next.value) }
          guard state.attempt === attempt, !state.isClosed else { return nil }
          (state.channel, state.attempt) = (channel, nil)
          state.connectedAt = clock.now()
          isWanted = true
          return nil
        }
        guard let next else { break }
        sent.insert(next.id)
        try await subscribe(next.id, next.subscription, on: channel)
      }
      guard isWanted else { return channel.close() }
      attempt.fulfil(.success(channel))
      Task { [weak self] in
        _ = try? await channel.waitForEnd()
        self?.replace(channel)
      }
    } catch {
      state.withLock { state in
        guard state.attempt === attempt else { return }
        state.attempt = nil
        state.failures += 1
      }
      attempt.fulfil(.failure(error))
      reconnectForFollowers()
    }
  }

  /// Sends a subscription. If the other side refuses it, its stream ends.
  private func subscribe(
    _ id: Int, _ subscription: ChannelRequest, on channel: Channel
  ) async throws {
    do {
      _ = try await channel.request(
        subscription.method, subscription.parameters, timeout: pauses.longest)
    } catch let error as ChannelError {
      guard case .remote = error else { throw error }
      followers.end(id)
    }
  }

  private func replace(_ channel: Channel) {
    channel.close()
    state.withLock { state in
      guard state.channel === channel else { return }
      state.channel = nil
      let isHealthy = clock.now() - state.connectedAt >= pauses.longest
      state.failures = isHealthy ? 1 : state.failures + 1
    }
    reconnectForFollowers()
  }

  private func reconnectForFollowers() {
    if state.withLock({ !$0.subscriptions.isEmpty && !$0.isClosed }) { _ = startAttempt() }
  }
}

/// The pauses before attempts that follow failures: 0.1 s, doubled with each failure up to 30 s.
private struct Pauses {
  let shortest = Duration.milliseconds(100)
  let longest = Duration.seconds(30)

  func pause(after failures: Int) -> Duration {
    failures == 0 ? .zero : min(longest, shortest * (1 << min(failures - 1, 16)))
  }
}
