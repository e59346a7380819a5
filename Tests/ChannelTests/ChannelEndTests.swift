import Foundation
import Mediator
import ModuleTesting
import TestSupport
import Testing

@testable import Channel

/// The end of a channel: by the other side, by `close`, and when nobody retains it.
@Suite(.timeLimit(.minutes(15))) struct ChannelEndTests {
  private static let hour = Duration.seconds(3600)

  @Test func `the end of the other side fails the pending and the later requests`() async throws {
    let peer = Peer()
    let channel = try Channel(peer.transport)
    let request = Task { try await channel.request("a", timeout: Self.hour) }
    _ = await peer.lines.first { _ in true }
    let notifications = channel.notifications(of: "b")
    peer.hangUp()
    let error = ChannelError.lost(reason: "the other side has closed it")
    await #expect(throws: error) { try await request.value }
    await #expect(throws: error) { try await channel.request("a", timeout: Self.hour) }
    #expect(try await channel.waitForEnd() == error)
    #expect(await notifications.first { _ in true } == nil)
  }

  @Test func `requests are answered after the end of the input`() async throws {
    let peer = Peer()
    let channel = try Channel(peer.transport, handler: answer)
    peer.send(#"{"jsonrpc":"2.0","id":1,"method":"echo","params":[1]}"#)
    peer.hangUp()
    #expect(await peer.lines.first { _ in true } == #"{"jsonrpc":"2.0","id":1,"result":[1]}"#)
    _ = try await channel.waitForEnd()
    await channel.drain(within: Self.hour)
  }

  @Test func `closing fails pending requests, and cancels those of the other side`() async throws {
    let pair = TransportPair()
    let (started, start) = AsyncStream<Void>.makeStream()
    let (ended, end) = AsyncStream<Void>.makeStream()
    let client = try Channel(pair.client)
    let server = try Channel(pair.server) { _ in
      start.yield()
      try? await Task.sleep(for: Self.hour)
      end.yield()
      return Data("1")
    }
    let request = Task { try await client.request("a", timeout: Self.hour) }
    _ = await started.first { _ in true }
    server.close()
    _ = await ended.first { _ in true }
    await #expect(throws: ChannelError.lost(reason: "the other side has closed it")) {
      try await request.value
    }
    await #expect(throws: ChannelError.lost(reason: "it was closed")) {
      try await server.request("a", timeout: Self.hour)
    }
  }

  @Test func `releasing the last reference ends streams, and cancels requests of the other side`()
    async throws
  {
    let pair = TransportPair()
    let (started, start) = AsyncStream<Void>.makeStream()
    let (ended, end) = AsyncStream<Void>.makeStream()
    let client = try Channel(pair.client)
    var server: Channel? = try Channel(pair.server) { _ in
      start.yield()
      try? await Task.sleep(for: Self.hour)
      end.yield()
      return Data("1")
    }
    let notifications = try #require(server?.notifications(of: "a"))
    let request = Task { try await client.request("a", timeout: Self.hour) }
    _ = await started.first { _ in true }
    server = nil
    _ = await ended.first { _ in true }
    #expect(await notifications.first { _ in true } == nil)
    await #expect(throws: ChannelError.lost(reason: "the other side has closed it")) {
      try await request.value
    }
  }

  @Test func `a draining that takes too long ends`() async throws {
    let clock = ManualClock()
    let pair = TransportPair()
    let (started, start) = AsyncStream<Void>.makeStream()
    let client = try Channel(pair.client)
    let server = try Channel(pair.server) { _ in
      start.yield()
      try await Task.sleep(for: Self.hour)
      return Data("1")
    }
    let request = Task { try await client.request("a", timeout: Self.hour) }
    _ = await started.first { _ in true }
    let draining = Task { await server.drain(within: .zero, clock: clock) }
    await draining.value
    server.close()
    await #expect(throws: ChannelError.self) { try await request.value }
  }

  @Test func `the kill of the other process fails the request`() async throws {
    var (first, second): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    pipe(&first)
    pipe(&second)
    let process = try ChildProcess(
      [
        "/bin/sh", "-c",
        #"read line; echo '{"jsonrpc":"2.0","method":"started"}'; exec sleep 3600"#,
      ], environment: [:],
      descriptors: ChildProcess.Descriptors(input: second[0], output: first[1], errors: first[1]))
    close(second[0])
    close(first[1])
    let channel = try Channel(ChannelTransport(reading: first[0], writing: second[1]))
    let started = channel.notifications(of: "started")
    let request = Task { try await channel.request("a", timeout: Self.hour) }
    _ = await started.first { _ in true }
    kill(process.id, SIGKILL)
    await #expect(throws: ChannelError.lost(reason: "the other side has closed it")) {
      try await request.value
    }
    #expect(await process.waitForEnd() == 128 + SIGKILL)
    await #expect(throws: ChannelError.self) { try await channel.notify("b") }
  }

  @Test func `an input that is finished ends after what has arrived, although it is still open`()
    async throws
  {
    let peer = Peer()
    let channel = try Channel(peer.transport)
    let request = Task { try await channel.request("a", timeout: Self.hour) }
    _ = await peer.lines.first { _ in true }
    // The last line has no end.
    peer.send(#"{"jsonrpc":"2.0","method":"b"}"# + "\n" + #"{"jsonrpc":"2.0","id":1,"result":7}"#)
    await peer.flush()
    channel.finishInput()
    #expect(try await request.value.text == "7")
    #expect(try await channel.waitForEnd() == .lost(reason: "the other side has closed it"))
    peer.hangUp()
  }

  @Test(arguments: TransportPair.Kind.allCases)
  func `a write to a closed connection is an error`(kind: TransportPair.Kind) async throws {
    let pair = TransportPair(kind)
    let server = try Channel(pair.server)
    let client = try Channel(pair.client)
    server.close()
    _ = try await client.waitForEnd()
    await #expect(throws: ChannelError.self) {
      while true { try await client.notify("a") }
    }
  }
}
