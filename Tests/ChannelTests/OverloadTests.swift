import Foundation
import Mediator
import ModuleManager
import ModuleTesting
import TestSupport
import Testing

@testable import Channel

/// More requests than a channel answers at the same time, of a side that does not read the answers.
@Suite(.timeLimit(.minutes(15))) struct OverloadTests {
  /// How many answers wait before the channels of the tests read nothing more, unless a test needs more.
  private static let limit = 2000
  private let clock = ManualClock()

  private func channel(_ client: SilentClient) throws -> Channel {
    try Channel(
      client.transport, nil, AnyClock(ContinuousClock()), sharing: nil,
      maximumUnreadLines: Self.limit, answer)
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

  @Test func `nothing is read while too many answers wait, and everything is answered in the end`()
    async throws
  {
    let client = SilentClient()
    let channel = try channel(client)
    // What is read together, 64 KiB, is answered.
    let line = "{\(String(repeating: " ", count: 1021))}"
    let limit = Self.limit + 64
    var (isFull, lines, waiting) = (false, 0, 0)
    // A channel that went on reading would let the client write all of them.
    while !isFull, lines < 4 * limit {
      if client.canWrite(for: 100) {
        lines += client.writeLine(line) ? 1 : 0
      } else {
        isFull = waiting >= Self.limit
      }
      waiting = max(waiting, channel.waitingLines)
    }
    #expect(isFull)
    #expect((Self.limit...limit).contains(waiting))
    async let received = client.readLines(lines)
    #expect(await received.count == lines)
    channel.close()
  }

  @Test func `the end of the input is noticed while nothing is read`() async throws {
    let client = SilentClient()
    let channel = try channel(client)
    try await client.write(
      ["{}"], until: { channel.waitingLines >= Self.limit })
    client.hangUp()
    _ = try await channel.waitForEnd()
    channel.close()
  }

  @Test func `the end of a side that reads nothing more is noticed while nothing is read`()
    async throws
  {
    let client = SilentClient()
    let channel = try channel(client)
    try await client.write(
      ["{}"], until: { channel.waitingLines >= Self.limit })
    client.stopReading()
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
  private let rest = Lock<[UInt8]>([])

  init() {
    var (first, second): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    pipe(&first)
    pipe(&second)
    for end in first + second { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    transport = ChannelTransport(reading: first[0], writing: second[1])
    for end in [first[1], second[0]] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    (input, output) = (Lock(second[0]), Lock(first[1]))
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

  /// Whether the channel reads so much that a line can be written, at one of several looks.
  func canWrite(for looks: Int) -> Bool {
    guard let output = output.withLock(\.self) else { return false }
    for _ in 0..<looks {
      var ready = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
      if poll(&ready, 1, 1) > 0 { return true }
    }
    return false
  }

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
    var line = rest.withLock { $0 }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while lines.count < count {
      var ready = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
      poll(&ready, 1, -1)
      let length = read(input, &buffer, buffer.count)
      guard length > 0 else { break }
      for byte in buffer[..<length] {
        guard byte == UInt8(ascii: "\n") else {
          line.append(byte)
          continue
        }
        lines.append(String(decoding: line, as: UTF8.self))
        line = []
      }
    }
    rest.withLock { $0 = line }
    return lines
  }

  /// Closes the input of the channel.
  func hangUp() { if let end = output.withLock({ $0.take() }) { close(end) } }

  /// Closes the output of the channel.
  func stopReading() { if let end = input.withLock({ $0.take() }) { close(end) } }
}
