import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import Platform
import TestSupport
import Testing

@testable import Channel

/// More requests than a channel answers at the same time, of a side that does not read the answers.
@Suite(.timeLimit(.minutes(15))) struct OverloadTests {
  /// The length of the line that answers `big`.
  private static let answerLength = 1 << 16
  /// How many answers to `big` wait before no further line is read.
  private static let limit = LineConnection.maximumUnread.bytes / answerLength
  private static let request = #"{"jsonrpc":"2.0","id":1,"method":"big"}"#
  private let clock = ManualClock()

  /// A channel that answers `big` at once.
  private func channel(_ client: SilentClient) throws -> Channel {
    let frame = OutgoingLine.result(RequestID(1), Data()).count
    let result = Data(repeating: UInt8(ascii: "1"), count: Self.answerLength - frame)
    return try Channel(
      client.transport, handler: answer,
      immediateHandler: { $0.method == "big" ? result : nil })
  }

  @Test(arguments: [1032, 5000])
  func `each request is answered once, although the answers are read only afterwards`(
    count: Int
  ) async throws {
    let client = SilentClient()
    let channel = try Channel(client.transport, handler: answer)
    try await client.write((1...count).map { #"{"jsonrpc":"2.0","id":\#($0),"method":"echo"}"# })
    client.hangUp()
    let draining = Task { [clock] in
      _ = try await channel.waitForEnd()
      await channel.drain(within: .seconds(1), clock: clock)
      channel.close()
    }
    let ids = await client.readLines(.max).map { line in
      line.prefixMatch(of: /\{"jsonrpc":"2\.0","id":(\d+),"(?:result|error)":/).flatMap {
        Int($0.1)
      }
    }
    #expect(ids.compactMap(\.self).sorted() == Array(1...count))
    try await draining.value
  }

  @Test func `no line is read while too many answers wait, and everything is answered in the end`()
    async throws
  {
    let client = SilentClient()
    let channel = try channel(client)
    // They fit into one read.
    try await client.write([String](repeating: Self.request, count: Self.limit + 200))
    try await wait { channel.isReadingPaused }
    // A channel that went on reading would not let the pipe become full.
    var lines = Self.limit + 200
    while client.writeLine("{\(String(repeating: " ", count: 1021))}") { lines += 1 }
    #expect(channel.waitingLines == Self.limit)
    #expect(await client.readLines(lines).count == lines)
    channel.close()
  }

  @Test func `no line is read while 65,536 errors wait`() async throws {
    let client = SilentClient()
    let channel = try channel(client)
    try await client.write(["{}"], until: { channel.isReadingPaused })
    #expect(channel.waitingLines == 65_536)
    channel.close()
  }

  @Test(arguments: TransportPair.Kind.allCases)
  func `the end of the input is noticed while nothing is read`(
    kind: TransportPair.Kind
  ) async throws {
    let client = SilentClient(kind)
    let channel = try channel(client)
    try await client.write([String](repeating: Self.request, count: Self.limit + 50))
    try await wait { channel.isReadingPaused }
    client.hangUp()
    _ = try await channel.waitForEnd()
    #expect(channel.waitingLines == Self.limit)
    channel.close()
  }

  @Test(arguments: TransportPair.Kind.allCases)
  func `what was sent before the end is answered when the answers are read`(
    kind: TransportPair.Kind
  ) async throws {
    let client = SilentClient(kind)
    let channel = try channel(client)
    let count = Self.limit + 50
    try await client.write([String](repeating: Self.request, count: count))
    client.hangUp()
    _ = try await channel.waitForEnd()
    #expect(channel.waitingLines == Self.limit)
    let draining = Task { [clock] in
      await channel.drain(within: .seconds(1), clock: clock)
      channel.close()
    }
    #expect(await client.readLines(.max).count == count)
    await draining.value
  }

  @Test(arguments: TransportPair.Kind.allCases)
  func `the end of a side that reads nothing more is noticed while nothing is read`(
    kind: TransportPair.Kind
  ) async throws {
    let client = SilentClient(kind)
    let channel = try channel(client)
    try await client.write([String](repeating: Self.request, count: Self.limit + 50))
    try await wait { channel.isReadingPaused }
    client.stopReading()
    if kind == .sockets { client.hangUp() }
    try await wait { channel.waitingLines == 0 }
    client.hangUp()
    _ = try await channel.waitForEnd()
    channel.close()
  }

  @Test func `draining waits until the answers are read`() async throws {
    let client = SilentClient()
    let channel = try Channel(client.transport, handler: answer)
    try await client.write([String](repeating: "{}", count: 5000))
    client.hangUp()
    _ = try await channel.waitForEnd()
    let draining = Task { [clock] in
      await channel.drain(within: .seconds(1), clock: clock)
      channel.close()
    }
    #expect(await client.readLines(.max).count == 5000)
    await draining.value
  }

  @Test func `requests are answered at once, and the end of the input is reported, without a task`()
    async throws
  {
    // A task might have to wait for a thread of the runtime.
    let tasks = Recorder<Bool>()
    let peer = Peer()
    let channel = try Channel(
      peer.transport, handler: answer,
      immediateHandler: { _ in
        tasks.record(withUnsafeCurrentTask { $0 != nil })
        return Data("1")
      }, onInputEnd: { tasks.record(withUnsafeCurrentTask { $0 != nil }) })
    peer.send(#"{"jsonrpc":"2.0","id":1,"method":"a"}"# + "\n")
    #expect(await peer.lines.first { _ in true } == #"{"jsonrpc":"2.0","id":1,"result":1}"#)
    peer.hangUp()
    _ = try await channel.waitForEnd()
    #expect(tasks.values == [false, false])
    channel.close()
  }
}

/// The other side of a channel that reads only when the test says so.
private final class SilentClient: Sendable {
  let transport: ChannelTransport
  private let (input, output): (Lock<Int32?>, Lock<Int32?>)

  init(_ kind: TransportPair.Kind = .pipes) {
    let pair = TransportPair(kind)
    transport = pair.server
    let (reading, writing) = (pair.client.input, pair.client.output)
    // The two ends of a socket are closed separately.
    let (input, output) = (reading, reading == writing ? dup(writing) : writing)
    for end in [input, output, transport.input, transport.output] {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    for end in [input, output] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    (self.input, self.output) = (Lock(input), Lock(output))
  }

  deinit {
    hangUp()
    stopReading()
  }

  /// Writes lines, whenever the channel reads.
  func write(_ lines: [String]) async throws {
    var bytes = Array(lines.map { $0 + "\n" }.joined().utf8)[...]
    try await wait { [self] in
      bytes = bytes.dropFirst(max(0, writeNow(bytes)))
      return bytes.isEmpty
    }
  }

  /// Writes lines again and again.
  func write(_ lines: [String], until isEnough: () -> Bool) async throws {
    let bytes = Array(
      [String](repeating: lines.map { $0 + "\n" }.joined(), count: 1000).joined().utf8)
    try await wait { [self] in
      // A part of the bytes may be written, which is one more line that is not valid.
      while !isEnough(), writeNow(bytes[...]) > 0 {}
      return isEnough()
    }
  }

  /// Writes a line, if all of it can be written at once.
  func writeLine(_ line: String) -> Bool { writeNow(Array((line + "\n").utf8)[...]) > 0 }

  private func writeNow(_ bytes: ArraySlice<UInt8>) -> Int {
    guard let output = output.withLock(\.self) else { return 0 }
    return bytes.withUnsafeBytes { Foundation.write(output, $0.baseAddress, $0.count) }
  }

  /// Reads lines until there are so many, or until the channel is closed.
  func readLines(_ count: Int) async -> [String] {
    await withCheckedContinuation { caller in
      Thread.detachNewThread { [self] in caller.resume(returning: readLinesNow(count)) }
    }
  }

  private func readLinesNow(_ count: Int) -> [String] {
    guard let input = input.withLock(\.self) else { return [] }
    var lines: [String] = []
    var splitter = LineSplitter(limit: LineConnection.maximumLength)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
    defer { buffer.deallocate() }
    while lines.count < count {
      var ready = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
      poll(&ready, 1, -1)
      let length = read(input, buffer.baseAddress, buffer.count)
      guard length > 0 else { break }
      splitter.append(UnsafeRawBufferPointer(rebasing: buffer[..<length])) { line, _ in
        lines.append(String(decoding: line, as: UTF8.self))
      }
    }
    return lines
  }

  /// Closes the input of the channel.
  func hangUp() {
    guard let end = output.withLock({ $0.take() }) else { return }
    shutdown(end, Int32(SHUT_WR))
    close(end)
  }

  /// Closes the output of the channel.
  func stopReading() { if let end = input.withLock({ $0.take() }) { close(end) } }
}
