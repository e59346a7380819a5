import Foundation
import ModuleTesting
import Testing

@testable import Channel

/// Answers of programs that do not follow the protocol in everything.
@Suite(.timeLimit(.minutes(15))) struct ForeignAnswerTests {
  private static let hour = Duration.seconds(3600)

  /// A channel to a program of any author, and what it could not use.
  private func channel(
    to peer: Peer
  ) throws -> (channel: Channel, unusable: Recorder<UnusableLine>) {
    let unusable = Recorder<UnusableLine>()
    let channel = try Channel(
      peer.transport, reportUnusable: { unusable.record($0) }, handler: answer)
    return (channel, unusable)
  }

  /// The result of a request that is answered with bytes.
  private func result(of bytes: [UInt8]) async throws -> String {
    let peer = Peer()
    let (channel, _) = try channel(to: peer)
    defer { channel.close() }
    let request = Task { try await channel.request("a", timeout: Self.hour) }
    _ = await peer.lines.first { _ in true }
    peer.send(bytes + [10])
    return try await request.value.text
  }

  @Test(arguments: [
    #"{"jsonrpc":"2.0","id":"1","result":3}"#, #"{"jsonrpc":"2.0","id":1.0,"result":3}"#,
    #"{"jsonrpc":"2.0","id":1e0,"result":3}"#, #"{"jsonrpc":"2.0","id":1,"result":3,"error":null}"#,
    #"{"jsonrpc":"2.0","id":1,"method":null,"params":null,"result":3,"error":null}"#,
    "\u{FEFF}" + #"{"jsonrpc":"2.0","id":1,"result":3}"#,
    "\u{FEFF} \r",
  ])
  func `an answer is matched however its id is spelled and whatever is null`(
    line: String
  ) async throws {
    let answer = #"{"jsonrpc":"2.0","id":1,"result":3}"#
    #expect(try await result(of: Array("\(line)\n\(answer)".utf8)) == "3")
  }

  @Test func `a result beside an error is ignored`() async throws {
    let line = #"{"jsonrpc":"2.0","id":1,"result":null,"error":{"code":7,"message":"no"}}"#
    await #expect(throws: ChannelError.remote(code: 7, message: "no")) {
      try await result(of: Array(line.utf8))
    }
  }

  @Test(arguments: [
    (#""no place""#, 0, "no place"), (#"{"message":"no place"}"#, 0, "no place"),
    (#"{"code":"E7","message":"no place","data":null}"#, 0, "no place"),
    (#"{"code":7.0,"message":null}"#, 7, "an error without a message"),
    ("false", 0, "an error without a message"),
  ])
  func `an error in another form keeps its reason`(
    error: String, code: Int, message: String
  ) async throws {
    let line = #"{"jsonrpc":"2.0","id":1,"error":\#(error)}"#
    await #expect(throws: ChannelError.remote(code: code, message: message)) {
      try await result(of: Array(line.utf8))
    }
  }

  @Test(arguments: [
    (#"x\ud83dy"#, #"x\ufffdy"#), (#"\ude00"#, #"\ufffd"#), (#"\ud83d\ude00"#, #"\ud83d\ude00"#),
    (#"\uD83D\uD83D\uDE00"#, #"\ufffd\uD83D\uDE00"#), (#"\\ud83d"#, #"\\ud83d"#),
    (#"\ud83d\n"#, #"\ufffd\n"#), (#"\ud83d"#, #"\ufffd"#),
  ])
  func `half of a pair of surrogates becomes U+FFFD`(text: String, repaired: String) async throws {
    let line = #"{"jsonrpc":"2.0","id":1,"result":["\#(text)"]}"#
    #expect(try await result(of: Array(line.utf8)) == #"["\#(repaired)"]"#)
  }

  @Test func `bytes that are not UTF-8 become U+FFFD`() async throws {
    let line =
      Array(#"{"jsonrpc":"2.0","id":1,"result":"caf"#.utf8) + [0xE9]
      + Array(#" \ud800"}"#.utf8)
    #expect(try await result(of: line) == "\"caf\u{FFFD} \\ufffd\"")
  }

  @Test(arguments: [
    (
      #"{"jsonrpc":"2.0","id":1,"result":{"a":NaN}}"#,
      "expected valid JSON of at most 128 levels; the error is at byte 38"
    ),
    (
      #"{"result":{"a":NaN},"jsonrpc":"2.0","id":1}"#,
      "expected valid JSON of at most 128 levels; the error is at byte 15"
    ),
    (#"{"id":1,"result":1}"#, #"expected "jsonrpc": "2.0""#),
    (#"{"jsonrpc":"2.0","id":1,"error":null}"#, "expected a method, a result or an error"),
    (#"{"jsonrpc":"2.0","result":1}"#, "expected the id of a request"),
    (
      #"{"jsonrpc":"2.0","id":[1],"result":1}"#,
      "expected a number or a text of at most 1 KiB as the id"
    ),
    (
      #"{"jsonrpc":"2.0","id":"x","result":1}"#,
      #"it answers a request with the id "x", which was not made"#
    ),
    (
      #"{"jsonrpc":"2.0","id":2,"result":1}"#,
      "it answers a request with the id 2, which was not made"
    ),
    ("{\n  \"jsonrpc\": \"2.0\",\n", "expected a JSON object in one line"),
  ])
  func `an answer that is not valid fails its request at once`(
    line: String, reason: String
  ) async throws {
    await #expect(throws: ChannelError.invalidAnswer(method: "a", reason: reason)) {
      try await result(of: Array(line.utf8))
    }
  }

  @Test func `an error without an id fails the request that waits alone`() async throws {
    let line = #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no JSON"}}"#
    await #expect(throws: ChannelError.remote(code: -32700, message: "no JSON")) {
      try await result(of: Array(line.utf8))
    }
  }

  @Test func `logs on the output fail no request`() async throws {
    let peer = Peer()
    let (channel, unusable) = try channel(to: peer)
    let request = Task { try await channel.request("a", timeout: Self.hour) }
    _ = await peer.lines.first { _ in true }
    let lines = [
      #"{"level":"error","error":"none"}"#, "{", #"{"id":5,"params":1}"#,
      #"sent {"jsonrpc":"2.0","id":1,"result":2}"#,
      #"{"jsonrpc":"2.0","method":"log","params":3}"#,
    ]
    // An answer to what has no answer.
    let other = #"{"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"no notifications"}}"#
    for line in lines + [other] { peer.send(line + "\n") }
    peer.send(#"{"jsonrpc":"2.0","id":1,"result":3}"# + "\n")
    #expect(try await request.value.text == "3")
    #expect(unusable.values == lines.map { .noMessage($0) })
    channel.close()
  }

  @Test func `a second answer is reported and fails no other request`() async throws {
    let peer = Peer()
    let (channel, unusable) = try channel(to: peer)
    var lines = peer.lines.makeAsyncIterator()
    let first = Task { try await channel.request("a", timeout: Self.hour) }
    _ = await lines.next()
    peer.send(#"{"jsonrpc":"2.0","id":1,"result":1}"# + "\n")
    #expect(try await first.value.text == "1")
    let second = Task { try await channel.request("b", timeout: Self.hour) }
    _ = await lines.next()
    peer.send(#"{"jsonrpc":"2.0","id":"1","result":1}"# + "\n")
    peer.send(#"{"jsonrpc":"2.0","id":2,"result":2}"# + "\n")
    #expect(try await second.value.text == "2")
    #expect(unusable.values == [.unexpectedAnswer(id: #""1""#)])
    channel.close()
  }

  @Test func `parameters that are null are as if omitted`() async throws {
    let peer = Peer()
    let channel = try Channel(peer.transport, handler: answer)
    peer.send(#"{"jsonrpc":"2.0","method":"echo","params":null}"# + "\n")
    peer.send(#"{"jsonrpc":"2.0","id":5,"method":"echo","params":null}"# + "\n")
    #expect(
      await peer.lines.first { _ in true } == #"{"jsonrpc":"2.0","id":5,"result":null}"#)
    channel.close()
  }
}
