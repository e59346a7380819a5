public import Foundation
import Platform

/// A channel for notifications that connects when somebody first follows them, and again after its
/// connection was lost.
///
/// As long as somebody follows notifications, the channel connects again by itself. It waits before
/// each attempt that follows a failure, and sends the subscriptions again.
public final class ReconnectingChannel: Sendable {
  private static let shortestPause = Duration.milliseconds(100)
  /// Also how long a subscription may take.
  private static let longestPause = Duration.seconds(30)

  private struct State {
    var channel: Channel?
    /// Whether an attempt to connect is in progress.
    var isConnecting = false
    /// The consecutive connections that failed or ended soon.
    var failures = 0
    var connectedAt = Duration.zero
    var subscriptions: [Int: ChannelRequest] = [:]
    var isClosed = false
  }

  private let followers = NotificationFollowers()
  private let clock: AnyClock
  private let connect: @Sendable () async throws -> ChannelTransport
  private let state = Lock(State())

  /// Creates a channel without connecting it.
  /// - Parameters:
  ///   - clock: The clock of the timeouts and of the pauses between attempts.
  ///   - connect: Makes a connection.
  public init(
    clock: any Clock<Duration> = ContinuousClock(),
    connect: @escaping @Sendable () async throws -> ChannelTransport
  ) {
    self.clock = AnyClock(clock)
    self.connect = connect
  }

  deinit { close() }

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
      Task {
        // Otherwise the stream would get nothing until the connection is lost for another reason.
        do { try await subscribe(id, subscription, on: channel) } catch { replace(channel) }
      }
    } else {
      startAttempt()
    }
    return stream
  }

  /// Ends the connection and all streams.
  public func close() {
    let channel = state.withLock { state in
      (state.isConnecting, state.isClosed) = (false, true)
      return state.channel.take()
    }
    channel?.close()
    followers.end()
  }

  var isConnected: Bool { state.withLock { $0.channel != nil } }

  var isConnecting: Bool { state.withLock { $0.isConnecting } }

  // MARK: - Connecting

  /// Changes the state and starts an attempt to connect, unless nobody follows notifications, there
  /// is a connection or an attempt is in progress.
  ///
  /// Both happen in one step: otherwise, somebody could see a channel that does not connect
  /// although it is going to.
  private func startAttempt(after change: (inout State) -> Void = { _ in }) {
    let now = clock.now()
    let pause = state.withLock { state -> Duration? in
      change(&state)
      guard state.channel == nil, !state.isConnecting, !state.isClosed,
        !state.subscriptions.isEmpty
      else { return nil }
      state.isConnecting = true
      return Self.pause(after: state.failures)
    }
    guard let pause else { return }
    Task { [weak self, clock] in
      if pause > .zero { try? await clock.sleep(now + pause) }
      await self?.runAttempt()
    }
  }

  /// How long to wait before an attempt: 0.1 s after a failure, doubled with each further one.
  private static func pause(after failures: Int) -> Duration {
    failures == 0 ? .zero : min(longestPause, shortestPause * (1 << min(failures - 1, 16)))
  }

  private func runAttempt() async {
    do {
      let channel = try await Channel(connect(), clock: clock, sharing: followers)
      var sent: Set<Int> = []
      var isConnected = false
      while true {
        let next = state.withLock { state -> (id: Int, subscription: ChannelRequest)? in
          let unsent = state.subscriptions.filter { !sent.contains($0.key) }
          // A subscription may begin while another one is being sent.
          if let next = unsent.min(by: { $0.key < $1.key }) { return (next.key, next.value) }
          guard !state.isClosed else { return nil }
          (state.channel, state.isConnecting) = (channel, false)
          state.connectedAt = clock.now()
          isConnected = true
          return nil
        }
        guard let next else { break }
        sent.insert(next.id)
        try await subscribe(next.id, next.subscription, on: channel)
      }
      guard isConnected else { return channel.close() }
      Task { [weak self] in
        _ = try? await channel.waitForEnd()
        self?.replace(channel)
      }
    } catch {
      startAttempt(after: { state in
        state.isConnecting = false
        state.failures += 1
      })
    }
  }

  /// Sends a subscription. If the other side refuses it, its stream ends.
  private func subscribe(
    _ id: Int, _ subscription: ChannelRequest, on channel: Channel
  ) async throws {
    do {
      _ = try await channel.request(
        subscription.method, subscription.parameters, timeout: Self.longestPause)
    } catch let error as ChannelError {
      guard case .remote = error else { throw error }
      followers.end(id)
    }
  }

  private func replace(_ channel: Channel) {
    channel.close()
    startAttempt(after: { state in
      guard state.channel === channel else { return }
      // The parameter retains it, so it is not released inside the lock.
      state.channel = nil
      let isHealthy = clock.now() - state.connectedAt >= Self.longestPause
      state.failures = isHealthy ? 1 : state.failures + 1
    })
  }
}
