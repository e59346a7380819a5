import Foundation
import TestSupport
import Testing

@testable import Channel

@Suite(.timeLimit(.minutes(15))) struct BatchTests {
  /// Answers with the parameters, but not before `gate` opens for the method `wait`.
  private func channel(_ peer: Peer, _ gate: Gate = Gate()) throws -> Channel {
    let cancellation = CancellationNotification(method: "cancel", parameter: "id")
    return try Channel(peer.transport, cancellation: cancellation) { request in
      if request.method == "wait" { try await gate.wait() }
      guard request.method != "fail" else { throw ChannelError.remote(code: 7, message: "no") }
      return request.parameters ?? Data("null".utf8)
    }
  }

  private func request(_ id: Int, _ method: String, _ parameters: String = "[]") -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(parameters)}"#
  }

  private func members(of line: String?) throws -> [Int?: String] {
    struct Response: Decodable {
      struct Failure: Decodable { let code: Int }
      let id: Int?
      let result: [Int]?
      let error: Failure?
    }
    let responses = try JSONDecoder().decode([Response].self, from: Data((line ?? "").utf8))
    return Dictionary(
      responses.map { ($0.id, $0.error.map { "error \($0.code)" } ?? "\($0.result ?? [])") }
    ) { first, _ in first }
  }

  @Test func `the requests of a batch are answered in one line`() async throws {
    let peer = Peer()
    let channel = try channel(peer)
    let batch = [
      request(1, "echo", "[1]"), #"{"jsonrpc":"2.0","method":"note"}"#, request(2, "fail"), "3",
      request(3, "echo", "[3]"),
    ]
    peer.send("[\(batch.joined(separator: ","))]\n")
    var lines = peer.lines.makeAsyncIterator()
    #expect(
      try members(of: await lines.next()) == [
        1: "[1]", 2: "error 7", nil: "error -32600", 3: "[3]",
      ])
    channel.close()
  }

  @Test func `a batch of notifications is not answered`() async throws {
    let peer = Peer()
    let channel = try channel(peer)
    peer.send("[\(#"{"jsonrpc":"2.0","method":"note"}"#)]\n" + request(1, "echo") + "\n")
    var lines = peer.lines.makeAsyncIterator()
    #expect(await lines.next() == #"{"jsonrpc":"2.0","id":1,"result":[]}"#)
    channel.close()
  }

  @Test func `a cancelled request is left out, whether it runs or waits`() async throws {
    let peer = Peer()
    let gate = Gate()
    let channel = try channel(peer, gate)
    // Lines are received in order: the note shows that the requests are cancelled.
    let notes = channel.notifications(of: "note")
    // Eight run at the same time, so that the last one waits.
    let batch = (1...9).map { request($0, "wait") }
    peer.send("[\(batch.joined(separator: ","))]\n")
    for id in [4, 9] {
      peer.send(#"{"jsonrpc":"2.0","method":"cancel","params":{"id":\#(id)}}"# + "\n")
    }
    peer.send(#"{"jsonrpc":"2.0","method":"note","params":[]}"# + "\n")
    for await _ in notes { break }
    await gate.open()
    var lines = peer.lines.makeAsyncIterator()
    #expect(Set(try members(of: await lines.next()).keys) == [1, 2, 3, 5, 6, 7, 8])
    channel.close()
  }

  @Test func `a batch of more than 100 messages is refused as a whole`() async throws {
    let peer = Peer()
    let channel = try channel(peer)
    peer.send("[\(Array(repeating: "1", count: 101).joined(separator: ","))]\n")
    var lines = peer.lines.makeAsyncIterator()
    #expect(
      await lines.next()
        == #"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"#
        + #""message":"the batch has more than 100 messages"}}"#)
    peer.send("[\((1...100).map { request($0, "echo") }.joined(separator: ","))]\n")
    #expect(try members(of: await lines.next()).count == 100)
    channel.close()
  }

  @Test func `the line of a batch has at most 1 MiB`() {
    let limit = BatchResponse.maximumLength
    func line(_ length: Int) -> [UInt8] { [UInt8](repeating: 65, count: length) + [10] }
    let fitting = BatchResponse(count: 2)
    #expect(fitting.add(line(limit - 5)) == nil)
    #expect(fitting.add(line(2))?.count == limit + 1)
    let long = BatchResponse(count: 2)
    #expect(long.add(line(limit - 4)) == nil)
    #expect(long.add(line(2))?.count == 3 + limit - 4 + 3)
  }

  @Test func `a response that does not fit into the line of the batch has its own`() {
    let answers = BatchResponse(count: 3)
    let half = [UInt8](repeating: 65, count: 600_000)
    #expect(answers.add(half) == nil)
    #expect(answers.add(half) == half)
    #expect(answers.add(nil)?.count == half.count + 2)
  }
}

/// Lets tasks wait until it opens.
private actor Gate {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func wait() async throws {
    if !isOpen { await withCheckedContinuation { waiting.append($0) } }
    try Task.checkCancellation()
  }

  func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}
