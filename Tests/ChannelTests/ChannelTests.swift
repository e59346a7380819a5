import Foundation
import Mediator
import ModuleTesting
import Platform
import TestSupport
import Testing

@testable import Channel

@Suite(.timeLimit(.minutes(15))) struct ChannelTests {
  private static let hour = Duration.seconds(3600)

  @Test(arguments: TransportPair.Kind.allCases)
  func `both sides make requests and answer them`(kind: TransportPair.Kind) async throws {
    let pair = TransportPair(kind)
    let client = try Channel(pair.client, handler: answer)
    let server = try Channel(pair.server, handler: answer)
    for channel in [client, server] {
      let result = try await channel.request("echo", Data(#"{"a": 1}"#), timeout: Self.hour)
      #expect(result.text == #"{"a": 1}"#)
    }
  }

  @Test func `numbers pass exactly`() async throws {
    let pair = TransportPair()
    let client = try Channel(pair.client)
    let server = try Channel(pair.server, handler: answer)
    let text = "[18446744073709551616,0.1000,1e400,-0]"
    #expect(try await client.request("echo", Data(text), timeout: Self.hour).text == text)
    server.close()
  }

  @Test func `an error of the handler is the answer`() async throws {
    let pair = TransportPair()
    let client = try Channel(pair.client)
    let server = try Channel(pair.server, handler: answer)
    await #expect(
      throws: ChannelError.remote(code: 7, message: "it \"failed\"", data: Data("[1]"))
    ) {
      try await client.request("fail", timeout: Self.hour)
    }
    await #expect(throws: ChannelError.remote(code: -32601, message: "no method 'none'")) {
      try await client.request("none", timeout: Self.hour)
    }
    await #expect(throws: ChannelError.remote(code: -32601, message: "no method 'echo'")) {
      try await server.request("echo", timeout: Self.hour)
    }
  }

  @Test func `an error shows the other side no secret of an address`() async throws {
    struct Lost: LocalizedError {
      let errorDescription: String? = "No 'https://me:pw@a.example/x?key=1'."
    }
    let pair = TransportPair()
    let client = try Channel(pair.client)
    let server = try Channel(pair.server) { _ in throw Lost() }
    await #expect(
      throws: ChannelError.remote(code: -32603, message: "no 'https://…@a.example/x?…'")
    ) { try await client.request("a", timeout: Self.hour) }
    server.close()
  }

  @Test func `a thousand requests at once get their own answers`() async throws {
    let pair = TransportPair()
    let client = try Channel(pair.client)
    let server = try Channel(pair.server, handler: answer)
    let results = try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<1000 {
        group.addTask {
          let answer = try await client.request("echo", Data("[\(number)]"), timeout: Self.hour)
          return answer.text == "[\(number)]"
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.allSatisfy(\.self) && results.count == 1000)
    server.close()
  }

  @Test(arguments: TransportPair.Kind.allCases)
  func `long messages pass whole, also when both sides write at the same time`(
    kind: TransportPair.Kind
  ) async throws {
    let pair = TransportPair(kind)
    let client = try Channel(pair.client, handler: answer)
    let server = try Channel(pair.server, handler: answer)
    let parameters = Data("[\"" + String(repeating: "ü", count: 1 << 20) + "\"]")
    async let one = client.request("echo", parameters, timeout: Self.hour)
    async let two = client.request("echo", parameters, timeout: Self.hour)
    async let other = server.request("echo", parameters, timeout: Self.hour)
    #expect(try await [one, two, other].allSatisfy { $0 == parameters })
  }

  @Test func `line feeds between values do not divide a message`() async throws {
    let pair = TransportPair()
    let client = try Channel(pair.client)
    let server = try Channel(pair.server, handler: answer)
    let result = try await client.request("echo", Data("{\n\"a\":\r\n1}"), timeout: Self.hour)
    #expect(result.text == "{ \"a\":\r 1}")
    server.close()
  }

  @Test func `a message that is too long is not sent`() async throws {
    let peer = Peer()
    let channel = try Channel(peer.transport)
    let parameters = Data("[\"" + String(repeating: "a", count: 16 << 20) + "\"]")
    let error = ChannelError.messageTooLong(method: "echo", limit: 16 << 20)
    await #expect(throws: error) {
      try await channel.request("echo", parameters, timeout: Self.hour)
    }
    await #expect(throws: error) { try await channel.notify("echo", parameters) }
    try await channel.notify("end")
    #expect(await peer.lines.first { _ in true } == #"{"jsonrpc":"2.0","method":"end"}"#)
  }

  @Test func `the line of a result may have 16 MiB without its end`() async throws {
    let peer = Peer()
    let channel = try Channel(peer.transport) { request in
      let rest = OutgoingLine.result(RequestID(1), Data()).count - 1
      let tooLong = request.method == "long" ? 1 : 0
      return Data(repeating: UInt8(ascii: "1"), count: 16 << 20 - rest + tooLong)
    }
    var lines = peer.lines.makeAsyncIterator()
    peer.send(#"{"jsonrpc":"2.0","id":1,"method":"short"}"# + "\n")
    #expect(await lines.next()?.utf8.count == 16 << 20)
    peer.send(#"{"jsonrpc":"2.0","id":2,"method":"long"}"# + "\n")
    #expect(
      await lines.next() == #"{"jsonrpc":"2.0","id":2,"error":{"code":-32603,"#
        + #""message":"the answer to 'long' is longer than 16 MiB; ask for less"}}"#)
    channel.close()
  }

  @Test func `an error that is too long arrives with the beginning of its message`() async throws {
    let pair = TransportPair()
    let client = try Channel(pair.client)
    let server = try Channel(pair.server) { request in
      let long = String(repeating: "ü", count: 9 << 20)
      throw request.method == "message"
        ? ChannelError.remote(code: 7, message: long)
        : ChannelError.remote(code: 7, message: "no", data: Data("\"\(long)\""))
    }
    let beginning = String(repeating: "ü", count: 1000) + "…"
    await #expect(throws: ChannelError.remote(code: 7, message: beginning)) {
      try await client.request("message", timeout: Self.hour)
    }
    await #expect(throws: ChannelError.remote(code: 7, message: "no")) {
      try await client.request("data", timeout: Self.hour)
    }
    server.close()
  }

  // MARK: - Timeouts and cancellation

  @Test func `a request without an answer times out, and a late answer is ignored`() async throws {
    let clock = ManualClock()
    let peer = Peer()
    let channel = try Channel(peer.transport, clock: clock)
    let request = Task { try await channel.request("a", timeout: .seconds(30)) }
    _ = await peer.lines.first { _ in true }
    clock.advance(by: .seconds(30))
    await #expect(throws: ChannelError.timedOut(method: "a", after: .seconds(30))) {
      try await request.value
    }
    let second = Task { try await channel.request("b", timeout: .seconds(30)) }
    _ = await peer.lines.first { _ in true }
    peer.send(#"{"jsonrpc":"2.0","id":1,"result":1}"# + "\n")
    // Nobody has made this request, and nobody can.
    peer.send(#"{"jsonrpc":"2.0","id":99,"result":1}"# + "\n")
    peer.send(#"{"jsonrpc":"2.0","id":"x","result":1}"# + "\n")
    peer.send(#"{"jsonrpc":"2.0","id":2,"result":[]}"# + "\n")
    #expect(try await second.value.text == "[]")
  }

  @Test func `a second answer to a request is ignored`() async throws {
    let peer = Peer()
    let channel = try Channel(peer.transport)
    for id in 1...2 {
      let request = Task { try await channel.request("a", timeout: Self.hour) }
      _ = await peer.lines.first { _ in true }
      peer.send(#"{"jsonrpc":"2.0","id":\#(id),"result":\#(id)}"# + "\n")
      peer.send(#"{"jsonrpc":"2.0","id":\#(id),"error":{"code":1,"message":"no"}}"# + "\n")
      #expect(try await request.value.text == "\(id)")
    }
    let request = Task { try await channel.request("a", timeout: Self.hour) }
    _ = await peer.lines.first { _ in true }
    peer.send(#"{"jsonrpc":"2.0","id":3,"result":3}"# + "\n")
    #expect(try await request.value.text == "3")
  }

  @Test func `a cancelled request ends at once, and the other side is told`() async throws {
    let peer = Peer()
    let channel = try Channel(
      peer.transport, cancellation: CancellationNotification(method: "stop", parameter: "request"))
    let request = Task { try await channel.request("a", timeout: Self.hour) }
    var lines = peer.lines.makeAsyncIterator()
    #expect(await lines.next() == #"{"jsonrpc":"2.0","id":1,"method":"a"}"#)
    request.cancel()
    await #expect(throws: CancellationError.self) { try await request.value }
    #expect(
      await lines.next() == #"{"jsonrpc":"2.0","method":"stop","params":{"request":1}}"#)
  }

  @Test func `a request that the other side cancels is not answered`() async throws {
    let peer = Peer()
    let (ended, continuation) = AsyncStream<Bool>.makeStream()
    let (started, start) = AsyncStream<Void>.makeStream()
    let channel = try Channel(
      peer.transport, cancellation: CancellationNotification(method: "stop", parameter: "request")
    ) { request in
      guard request.method == "wait" else { return Data("1") }
      start.yield()
      try? await Task.sleep(for: Self.hour)
      continuation.yield(Task.isCancelled)
      return Data("2")
    }
    peer.send(#"{"jsonrpc":"2.0","id":"w","method":"wait"}"# + "\n")
    _ = await started.first { _ in true }
    peer.send(#"{"jsonrpc":"2.0","method":"stop","params":{"reason":"x","request":"w"}}"# + "\n")
    #expect(await ended.first { _ in true } == true)
    peer.send(#"{"jsonrpc":"2.0","id":2,"method":"echo"}"# + "\n")
    #expect(await peer.lines.first { _ in true } == #"{"jsonrpc":"2.0","id":2,"result":1}"#)
    channel.close()
  }

  @Test func `eight requests are answered at the same time, the others later`() async throws {
    let peer = Peer()
    let (started, start) = AsyncStream<String>.makeStream()
    let gate = Lock<[CheckedContinuation<Void, Never>]>([])
    let channel = try Channel(peer.transport) { request in
      await withCheckedContinuation { continuation in
        gate.withLock { $0.append(continuation) }
        start.yield(request.method)
      }
      return Data("\"\(request.method)\"")
    }
    for number in 1...9 {
      peer.send(#"{"jsonrpc":"2.0","id":\#(number),"method":"\#(number)"}"# + "\n")
    }
    var names = started.makeAsyncIterator()
    var running: Set<String> = []
    for _ in 1...8 { running.insert(await names.next() ?? "") }
    #expect(running == Set((1...8).map(String.init)))
    gate.withLock { $0.removeFirst() }.resume()
    #expect(await names.next() == "9")
    for continuation in gate.withLock({ $0 }) { continuation.resume() }
    await channel.drain(within: Self.hour)
    channel.close()
    var lines: Set<String> = []
    for await line in peer.lines { lines.insert(line) }
    #expect(lines.count == 9)
  }

  // MARK: - Notifications

  @Test func `notifications arrive in order, at every follower of their method`() async throws {
    let pair = TransportPair()
    let client = try Channel(pair.client)
    let server = try Channel(pair.server)
    let streams = [client.notifications(of: "a"), client.notifications(of: "a")]
    let other = client.notifications(of: "b")
    for number in 0..<100 { try await server.notify("a", Data("[\(number)]")) }
    try await server.notify("b")
    for stream in streams {
      var iterator = stream.makeAsyncIterator()
      for number in 0..<100 { #expect(await iterator.next()?.text == "[\(number)]") }
    }
    #expect(await other.first { _ in true }?.text == "{}")
    server.close()
  }

  @Test func `a sender waits while the other side does not read`() async throws {
    let pair = TransportPair()
    let sent = Lock(0)
    let client = try Channel(pair.client)
    // No pipe has space for one of them.
    let parameters = Data("[\"" + String(repeating: "a", count: 1 << 20) + "\"]")
    let sender = Task {
      for _ in 0..<10 {
        try await client.notify("a", parameters)
        sent.withLock { $0 += 1 }
      }
    }
    try await wait { client.waitingLines == 1 }
    #expect(sent.withLock { $0 } == 0)
    let server = try Channel(pair.server)
    try await sender.value
    #expect(sent.withLock { $0 } == 10)
    server.close()
  }
}
