import Foundation
import Mediator
import ModuleTesting
import Platform
import Testing

@testable import Channel

@Suite(.timeLimit(.minutes(15))) struct ReconnectingChannelTests {
  /// Makes connections, and reports each attempt.
  private final class Server: Sendable {
    let peers: AsyncStream<Peer?>
    let attempts = Lock(0)
    private let continuation: AsyncStream<Peer?>.Continuation
    private let results: Lock<[Bool]>

    /// - Parameter results: Whether each attempt succeeds; those after them do.
    init(_ results: [Bool] = []) {
      (peers, continuation) = AsyncStream.makeStream()
      self.results = Lock(results)
    }

    func connect() throws -> ChannelTransport {
      attempts.withLock { $0 += 1 }
      let succeeds = results.withLock { $0.isEmpty ? true : $0.removeFirst() }
      let peer = succeeds ? Peer() : nil
      continuation.yield(peer)
      guard let peer else { throw ChannelError.lost(reason: "nobody listens") }
      return peer.transport
    }
  }

  /// Records the pauses between attempts, which end at once. The timeouts of requests, which are
  /// longer than a second, do not pass.
  private struct PauseClock: Clock {
    let pauses = Recorder<Swift.Duration>()
    private let base = ManualClock()

    var now: ManualClock.Instant { base.now }
    var minimumResolution: Swift.Duration { base.minimumResolution }

    func sleep(until deadline: ManualClock.Instant, tolerance: Swift.Duration?) async throws {
      let pause = now.duration(to: deadline)
      guard pause < .seconds(1) else {
        return try await base.sleep(until: deadline, tolerance: tolerance)
      }
      pauses.record(pause)
      base.advance(by: pause)
    }
  }

  @Test func `without a follower, a lost connection is not made again`() async throws {
    let server = Server()
    let channel = ReconnectingChannel(clock: ManualClock()) { try server.connect() }
    var peers = server.peers.makeAsyncIterator()
    #expect(!channel.isConnecting)
    let following = Task {
      for await _ in channel.notifications(
        of: "changed", subscription: ChannelRequest(method: "follow"))
      {}
    }
    let peer = try #require(await peers.next() ?? nil)
    _ = await peer.lines.first { _ in true }
    peer.send(#"{"jsonrpc":"2.0","id":1,"result":null}"# + "\n")
    try await wait { channel.isConnected }
    following.cancel()
    await following.value
    peer.hangUp()
    try await wait { !channel.isConnected }
    #expect(!channel.isConnecting)
  }

  @Test func `a connection that is lost before the subscription is answered is a failed attempt`()
    async throws
  {
    let server = Server()
    let clock = PauseClock()
    let channel = ReconnectingChannel(clock: clock) { try server.connect() }
    let notifications = channel.notifications(
      of: "changed", subscription: ChannelRequest(method: "follow"))
    var peers = server.peers.makeAsyncIterator()
    for _ in 1...3 {
      let peer = try #require(await peers.next() ?? nil)
      #expect(
        await peer.lines.first { _ in true } == #"{"jsonrpc":"2.0","id":1,"method":"follow"}"#)
      peer.hangUp()
    }
    let fourth = try #require(await peers.next())
    #expect(fourth != nil)
    #expect(clock.pauses.values == [100, 200, 400].map { .milliseconds($0) })
    withExtendedLifetime(notifications) {}
  }

  @Test func `a follower stays, and its subscription is sent on each connection`() async throws {
    let server = Server([false, false, true, false, true])
    let clock = PauseClock()
    let channel = ReconnectingChannel(clock: clock) { try server.connect() }
    var notifications = channel.notifications(
      of: "changed", subscription: ChannelRequest(method: "follow", parameters: Data("[1]"))
    ).makeAsyncIterator()
    var peers = server.peers.makeAsyncIterator()
    var received: [String] = []
    while received.count < 2 {
      guard let peer = await peers.next() ?? nil else { continue }
      #expect(
        await peer.lines.first { _ in true }
          == #"{"jsonrpc":"2.0","id":1,"method":"follow","params":[1]}"#)
      peer.send(#"{"jsonrpc":"2.0","id":1,"result":null}"# + "\n")
      peer.send(#"{"jsonrpc":"2.0","method":"changed","params":[\#(received.count)]}"# + "\n")
      received.append(await notifications.next()?.text ?? "none")
      try await wait { channel.isConnected }
      peer.hangUp()
      try await wait { !channel.isConnected }
      #expect(channel.isConnecting)
    }
    #expect(clock.pauses.values == [100, 200, 400, 800].map { .milliseconds($0) })
    #expect(received == ["[0]", "[1]"])
    channel.close()
    #expect(await notifications.next() == nil)
  }

  @Test func `a subscription that begins while another one is being sent is sent, too`()
    async throws
  {
    let server = Server()
    let channel = ReconnectingChannel(clock: ManualClock()) { try server.connect() }
    let first = channel.notifications(
      of: "a", subscription: ChannelRequest(method: "follow", parameters: Data("[1]")))
    var peers = server.peers.makeAsyncIterator()
    let peer = try #require(await peers.next() ?? nil)
    var lines = peer.lines.makeAsyncIterator()
    #expect(await lines.next() == #"{"jsonrpc":"2.0","id":1,"method":"follow","params":[1]}"#)
    // The channel waits for the answer.
    let second = channel.notifications(
      of: "b", subscription: ChannelRequest(method: "follow", parameters: Data("[2]")))
    peer.send(#"{"jsonrpc":"2.0","id":1,"result":null}"# + "\n")
    #expect(await lines.next() == #"{"jsonrpc":"2.0","id":2,"method":"follow","params":[2]}"#)
    withExtendedLifetime((first, second)) {}
  }

  @Test func `a subscription that is not answered is sent again on a new connection`() async throws
  {
    let server = Server()
    let clock = ManualClock()
    let channel = ReconnectingChannel(clock: clock) { try server.connect() }
    let first = channel.notifications(of: "a", subscription: ChannelRequest(method: "a"))
    var peers = server.peers.makeAsyncIterator()
    let peer = try #require(await peers.next() ?? nil)
    var lines = peer.lines.makeAsyncIterator()
    _ = await lines.next()
    peer.send(#"{"jsonrpc":"2.0","id":1,"result":null}"# + "\n")
    try await wait { channel.isConnected }
    let second = channel.notifications(of: "b", subscription: ChannelRequest(method: "b"))
    #expect(await lines.next() == #"{"jsonrpc":"2.0","id":2,"method":"b"}"#)
    clock.advance(by: .seconds(30))
    try await wait { channel.isConnecting }
    clock.advance(by: .seconds(30))
    let newPeer = try #require(await peers.next() ?? nil)
    var newLines = newPeer.lines.makeAsyncIterator()
    #expect(await newLines.next() == #"{"jsonrpc":"2.0","id":1,"method":"a"}"#)
    newPeer.send(#"{"jsonrpc":"2.0","id":1,"result":null}"# + "\n")
    #expect(await newLines.next() == #"{"jsonrpc":"2.0","id":2,"method":"b"}"#)
    withExtendedLifetime((first, second)) {}
  }

  @Test func `a refused subscription ends its stream`() async throws {
    let server = Server()
    let channel = ReconnectingChannel(clock: ManualClock()) { try server.connect() }
    let notifications = channel.notifications(
      of: "changed", subscription: ChannelRequest(method: "follow"))
    var peers = server.peers.makeAsyncIterator()
    let peer = try #require(await peers.next() ?? nil)
    _ = await peer.lines.first { _ in true }
    peer.send(#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"no"}}"# + "\n")
    #expect(await notifications.first { _ in true } == nil)
  }

  @Test func `nothing connects after the end`() async throws {
    let server = Server()
    let channel = ReconnectingChannel { try server.connect() }
    channel.close()
    let notifications = channel.notifications(
      of: "changed", subscription: ChannelRequest(method: "follow"))
    #expect(await notifications.first { _ in true } == nil)
    #expect(!channel.isConnecting && server.attempts.withLock(\.self) == 0)
  }
}
