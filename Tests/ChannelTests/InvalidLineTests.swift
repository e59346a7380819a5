import Foundation
import ModuleTesting
import Testing

@testable import Channel

@Suite(.timeLimit(.minutes(15))) struct InvalidLineTests {
  private static let hour = Duration.seconds(3600)

  /// Sends a line, and returns the answer to it.
  private func response(to bytes: [UInt8], mustAnswer: Bool = false) async throws -> String? {
    let peer = Peer()
    let channel = try Channel(peer.transport, handler: answer)
    peer.send(bytes + [10])
    peer.send(#"{"jsonrpc":"2.0","id":"end","method":"echo"}"# + "\n")
    let end = #"{"jsonrpc":"2.0","id":"end","result":null}"#
    var lines = peer.lines.makeAsyncIterator()
    let first = await lines.next()
    // Two requests run at the same time, so the second one may be answered first.
    let answer = first == end && mustAnswer ? await lines.next() : first
    if first != end { #expect(await lines.next() == end) }
    channel.close()
    return answer == end ? nil : answer
  }

  @Test(arguments: [
    ("garbage", "null", -32700), ("{", "null", -32700), ("\"text\"", "null", -32700),
    ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"echo\"} 2", "null", -32700),
    ("[]", "null", -32600),
    ("[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"echo\"},", "null", -32700),
    ("{}", "null", -32600), (#"{"id":1,"method":"echo"}"#, "1", -32600),
    (#"{"jsonrpc":"1.0","id":1,"method":"echo"}"#, "1", -32600),
    (#"{"jsonrpc":"2.0","id":null,"method":"echo"}"#, "null", -32600),
    (#"{"jsonrpc":"2.0","id":[1],"method":"echo"}"#, "null", -32600),
    (#"{"jsonrpc":"1.0","id":[1],"method":"echo"}"#, "null", -32600),
    (#"{"jsonrpc":"2.0","id":1,"id":2,"method":"echo"}"#, "2", -32600),
    (#"{"jsonrpc":"2.0","id":1,"method":3}"#, "1", -32600),
    (#"{"jsonrpc":"2.0","id":1,"method":"echo","params":3}"#, "1", -32600),
    (#"{"jsonrpc":"2.0","id":1,"method":"echo","result":3}"#, "1", -32600),
    (#"{"jsonrpc":"2.0","id":1,"method":"none"}"#, "1", -32601),
  ])
  func `an invalid request is answered with an error`(
    line: String, id: String, code: Int
  ) async throws {
    let answer = try await response(to: Array(line.utf8), mustAnswer: true)
    let beginning = #"{"jsonrpc":"2.0","id":\#(id),"error":{"code":\#(code),"message":""#
    #expect(answer?.hasPrefix(beginning) == true, "\(answer ?? "no answer")")
  }

  @Test(arguments: [
    "", "\r", #"{"jsonrpc":"2.0","method":"unknown"}"#, #"{"jsonrpc":"2.0","id":9,"result":1}"#,
    #"{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"a"}}"#,
    #"{"jsonrpc":"2.0","id":"9","error":"none"}"#,
  ])
  func `a line that asks for nothing is not answered`(line: String) async throws {
    let answer = try await response(to: Array(line.utf8))
    #expect(answer == nil, "\(answer ?? "")")
  }

  @Test func `a line that is not UTF-8 is refused`() async throws {
    let line = Array(#"{"jsonrpc":"2.0","id":1,"method":"a"#.utf8) + [0xFF, 0x22, 0x7D]
    #expect(try await response(to: line)?.contains("not valid UTF-8") == true)
  }

  @Test(arguments: [
    #""params":["TEXT"]"#, #""params":{"TEXT":1}"#, #""TEXT":1"#, #""x":{"a":"TEXT"}"#,
  ])
  func `a request with more than 30 combining characters in a row is refused`(
    member: String
  ) async throws {
    for text in [
      String(repeating: "\u{316}\u{301}", count: 16), String(repeating: #"\u0301"#, count: 31),
    ] {
      let line =
        #"{"jsonrpc":"2.0","id":1,"method":"echo",\#(member.replacing("TEXT", with: text))}"#
      #expect(
        try await response(to: Array(line.utf8), mustAnswer: true)
          == #"{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"a text is not accepted: it has "#
          + #"more than 30 combining characters in a row; remove some"}}"#)
    }
  }

  @Test func `an answer with more than 30 combining characters in a row fails its request`()
    async throws
  {
    let peer = Peer()
    let channel = try Channel(peer.transport)
    let request = Task { try await channel.request("a", timeout: Self.hour) }
    _ = await peer.lines.first { _ in true }
    let text = String(repeating: "\u{316}\u{301}", count: 16)
    peer.send(#"{"jsonrpc":"2.0","id":1,"result":"\#(text)"}"# + "\n")
    await #expect(throws: ChannelError.self) { try await request.value }
    channel.close()
  }

  @Test func `a deeply nested line is refused`() async throws {
    let line =
      #"{"jsonrpc":"2.0","id":1,"method":"echo","params":"#
      + String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000) + "}"
    #expect(try await response(to: Array(line.utf8))?.contains("at most 128 levels") == true)
  }

  @Test(arguments: [
    #"{"jsonrpc":"2.0","id":1,"result":…}"#, #"{"result":…,"jsonrpc":"2.0","id":1}"#,
  ])
  func `an answer with too many levels fails its request`(answer: String) async throws {
    for (open, value, close) in [("[", "1", "]"), (#"{"]":"#, #""}""#, "}")] {
      for depth in [129, 100_000] {
        let peer = Peer()
        let channel = try Channel(peer.transport)
        let request = Task { try await channel.request("a", timeout: Self.hour) }
        _ = await peer.lines.first { _ in true }
        let result =
          String(repeating: open, count: depth) + value + String(repeating: close, count: depth)
        peer.send(answer.replacing("…", with: result) + "\n")
        await #expect(throws: ChannelError.answerTooDeep(method: "a", limit: 128)) {
          try await request.value
        }
        channel.close()
      }
    }
  }

  @Test func `a request that is not answered yet keeps its id`() async throws {
    let peer = Peer()
    let channel = try Channel(peer.transport, handler: answer)
    peer.send(#"{"jsonrpc":"2.0","id":1,"method":"wait"}"# + "\n")
    peer.send(#"{"jsonrpc":"2.0","id":1,"method":"echo"}"# + "\n")
    let line = await peer.lines.first { _ in true }
    #expect(line?.contains("another request with this id is not answered yet") == true)
    channel.close()
  }

  @Test func `a request that is too long is refused with its id, and the next one is answered`()
    async throws
  {
    let beginning = #"{"jsonrpc":"2.0","id":1,"method":"echo","params":[""#
    let line =
      Array(beginning.utf8) + [UInt8](repeating: 0x61, count: 17 << 20) + Array("\"]}".utf8)
    #expect(
      try await response(to: line)
        == #"{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"the line is longer than 16 MiB"}}"#
    )
  }

  @Test(arguments: [
    (#"{"jsonrpc":"2.0","id":1,"params":["…"],"method":"echo"}"#, "1"),
    (#"{"jsonrpc":"2.0","id":1,"method":"…"}"#, "1"),
    (#"{"jsonrpc":"2.0","id":1,"more":"…","method":"echo"}"#, "1"),
    (#"{"jsonrpc":"2.0","method":"echo","params":["…"],"id":1}"#, "null"),
    (#"{"…":1,"jsonrpc":"2.0","method":"echo","id":1}"#, "null"),
    (#"[{"jsonrpc":"2.0","id":1,"method":"…"}]"#, "null"),
  ])
  func `a request that is too long is answered, whatever the order of its members`(
    request: String, id: String
  ) async throws {
    let parts = request.split(separator: "…").map { Array($0.utf8) }
    let line = parts[0] + [UInt8](repeating: 0x61, count: 17 << 20) + parts[1]
    #expect(
      try await response(to: line, mustAnswer: true)
        == #"{"jsonrpc":"2.0","id":\#(id),"error":{"code":-32600,"message":"the line is longer than 16 MiB"}}"#
    )
  }

  @Test func `the answer to a request that is too long does not repeat an id that is a list`()
    async throws
  {
    let beginning = #"{"jsonrpc":"2.0","id":[1],"method":"echo","params":[""#
    let line =
      Array(beginning.utf8) + [UInt8](repeating: 0x61, count: 17 << 20) + Array("\"]}".utf8)
    let answer = try await response(to: line)
    #expect(answer?.hasPrefix(#"{"jsonrpc":"2.0","id":null,"error":"#) == true)
  }

  @Test(arguments: [(length: 1024, isAnswered: true), (length: 1025, isAnswered: false)])
  func `an id has at most 1 KiB`(length: Int, isAnswered: Bool) async throws {
    // The quotation marks count.
    let id = "\"\(String(repeating: "a", count: length - 2))\""
    let line = #"{"jsonrpc":"2.0","id":\#(id),"method":"echo"}"#
    let refusal =
      #"{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"#
      + #""message":"expected a number or a text of at most 1 KiB as the id"}}"#
    #expect(
      try await response(to: Array(line.utf8), mustAnswer: true)
        == (isAnswered ? #"{"jsonrpc":"2.0","id":\#(id),"result":null}"# : refusal))
  }

  @Test func `an error repeats only the beginning of a long method`() async throws {
    let peer = Peer()
    let channel = try Channel(peer.transport)
    let method = String(repeating: "a\u{301}", count: 1000)
    peer.send(#"{"jsonrpc":"2.0","id":1,"method":"\#(method)"}"# + "\n")
    let beginning = String(repeating: "a\u{301}", count: 50)
    #expect(
      await peer.lines.first { _ in true }
        == #"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"#
        + #""message":"no method '\#(beginning)…'"}}"#)
    channel.close()
  }

  @Test func `a line that is too long is reported if it answers no request`() async throws {
    let peer = Peer()
    let reported = Recorder<String>()
    let channel = try Channel(
      peer.transport,
      reportUnusable: { if case .noMessage(let line) = $0 { reported.record(line) } },
      handler: answer)
    peer.send([UInt8](repeating: 0x61, count: 17 << 20) + [10])
    peer.send(#"{"jsonrpc":"2.0","id":1,"method":"echo"}"# + "\n")
    _ = await peer.lines.first { _ in true }
    #expect(reported.values == [String(repeating: "a", count: 200)])
    channel.close()
  }

  @Test func `an answer that is too long fails its request`() async throws {
    let peer = Peer()
    let channel = try Channel(peer.transport)
    let request = Task { try await channel.request("a", timeout: Self.hour) }
    _ = await peer.lines.first { _ in true }
    peer.send(
      Array(#"{"jsonrpc":"2.0","id":1,"result":""#.utf8) + [UInt8](repeating: 0x61, count: 17 << 20)
        + Array("\"}\n".utf8))
    await #expect(throws: ChannelError.answerTooLong(method: "a", limit: 16 << 20)) {
      try await request.value
    }
  }

  @Test func `a request that is too long is refused before its line ends`() async throws {
    let peer = Peer()
    let channel = try Channel(peer.transport, handler: answer)
    let beginning = #"{"jsonrpc":"2.0","id":1,"method":"echo","params":[""#
    peer.send(Array(beginning.utf8) + [UInt8](repeating: 0x61, count: 17 << 20))
    #expect(
      await peer.lines.first { _ in true }
        == #"{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"the line is longer than 16 MiB"}}"#
    )
    await peer.flush()
    channel.close()
  }

  @Test func `a line without an end fails all requests`() async throws {
    let peer = Peer()
    let reported = Recorder<String>()
    let channel = try Channel(
      peer.transport,
      reportUnusable: { if case .noMessage(let line) = $0 { reported.record(line) } },
      handler: answer)
    let request = Task { try await channel.request("a", timeout: Self.hour) }
    _ = await peer.lines.first { _ in true }
    let part = [UInt8](repeating: 0x61, count: 1 << 20)
    for _ in 0..<LineConnection.maximumSkipped >> 20 { peer.send(part) }
    peer.send("a")
    let error = ChannelError.endlessLine(limit: 256 << 20)
    await #expect(throws: error) { try await request.value }
    await #expect(throws: error) { try await channel.request("a", timeout: Self.hour) }
    #expect(reported.values == [String(repeating: "a", count: 200)])
    channel.close()
  }

  @Test func `lines arrive whole, in whatever pieces they come`() async throws {
    var splitter = LineSplitter(limit: 10)
    let text = Array("abc\n\nde\n0123456789\n0123456789a\nrest".utf8)
    for size in [1, 2, 3, 7, 100] {
      var lines: [String] = []
      let append = { (bytes: UnsafeRawBufferPointer, isWhole: Bool) in
        lines.append(String(decoding: bytes, as: UTF8.self) + (isWhole ? "" : "…"))
      }
      for start in stride(from: 0, to: text.count, by: size) {
        text[start..<min(start + size, text.count)].withUnsafeBytes { splitter.append($0, append) }
      }
      splitter.finish(append)
      #expect(lines == ["abc", "de", "0123456789", "0123456789…", "rest"], "\(size)")
    }
  }

  @Test func `a channel can report text that is no message`() async throws {
    let peer = Peer()
    let reported = Recorder<String>()
    let channel = try Channel(
      peer.transport,
      reportUnusable: { if case .noMessage(let line) = $0 { reported.record(line) } },
      handler: answer)
    peer.send(
      "hello\n{}\n\(String(repeating: "x", count: 300))\n[1, 2]\n"
        + #"{"jsonrpc":"2.0","id":1,"method":"echo"}"# + "\n")
    var lines = peer.lines.makeAsyncIterator()
    #expect(await lines.next() == #"{"jsonrpc":"2.0","id":1,"result":null}"#)
    #expect(reported.values == ["hello", "{}", String(repeating: "x", count: 200), "[1, 2]"])
    channel.close()
  }

  @Test func `without a handler, text that is no message is ignored`() async throws {
    let peer = Peer()
    let channel = try Channel(peer.transport)
    peer.send("Starting…\n\u{1B}[31mred\n")
    let request = Task { try await channel.request("a", timeout: Self.hour) }
    _ = await peer.lines.first { _ in true }
    peer.send(#" {"result" : 1 , "id":1, "jsonrpc":"2.0", "more":[]} "# + "\r\n")
    #expect(try await request.value.text == "1")
    channel.close()
    #expect(await peer.lines.first { _ in true } == nil)
  }
}
