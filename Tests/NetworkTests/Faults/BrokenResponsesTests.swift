import Foundation
import NetworkInterface
import TestSupport
import Testing

@testable import Network

/// Responses that are incomplete, wrong or hostile. None of them crashes the process, is taken for
/// a good one, or affects another transfer.
@Suite(.highPriority, .timeLimit(.minutes(15))) struct BrokenResponsesTests {
  private let fixture = NetworkFixture(attempts: 1)

  private func fetch(_ url: String, limit: Int = 1000) async throws -> Data {
    try await fixture.fetcher.fetch(FetchRequest(url: url, limit: limit)).body
  }

  private func download(_ url: String) async throws -> Data? {
    let request = DownloadRequest(url: url, limit: 1000)
    guard case .file(let path) = try await fixture.downloads.download(request) else { return nil }
    return try Data(contentsOf: URL(filePath: path))
  }

  /// Fetches and downloads the same response while another server answers.
  private func expect(
    _ error: (String) -> NetworkError, for steps: [HTTPServer.Step],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let server = try HTTPServer(["/": steps])
    let other = try HTTPServer(["/": [.respond(200, "there")]])
    async let there = fetch(other.url("/"))
    let expected = error(server.url("/"))
    await #expect(throws: expected, sourceLocation: sourceLocation) {
      try await fetch(server.url("/"))
    }
    await #expect(throws: expected, sourceLocation: sourceLocation) {
      try await download(server.url("/"))
    }
    let body = try await there
    #expect(body == Data("there".utf8), sourceLocation: sourceLocation)
  }

  // MARK: - The connection ends

  @Test(
    arguments: [
      "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 6\r\n\r\nonetwo",
      "HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n1",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "3;a=b\r\none\r\n03\r\ntwo\r\n0\r\nX-Digest: 1\r\nX-Other: 2\r\n\r\n",
    ], [[], [HTTPServer.Step.reset]])
  func `a response that ends at any byte is an error, and the whole one is not`(
    response: String, end: [HTTPServer.Step]
  ) async throws {
    let bytes = Array(response.utf8)
    // libcurl does not wait for the very last line feed.
    let ends = bytes.last == UInt8(ascii: "\n") ? bytes.indices.dropLast() : bytes.indices
    let steps = ends.map { ("/\($0)", [.bytes(Array(bytes[..<$0]))] + end) }
    let server = try HTTPServer(
      Dictionary(uniqueKeysWithValues: steps).merging(["/": [.send(response)]]) { $1 })
    for offset in ends {
      let error = await #expect(throws: NetworkError.self, "\(offset)") {
        try await fetch(server.url("/\(offset)"))
      }
      switch error {
      case .incomplete, .tooShort: break
      default: Issue.record("\(offset): \(String(describing: error))")
      }
    }
    #expect(try await fetch(server.url("/")).isEmpty == false)
    #expect(try await download(server.url("/")) == fetch(server.url("/")))
  }

  @Test func `an incomplete response is requested again`() async throws {
    let server = try HTTPServer(scripts: [
      "/": [
        [.send("HTTP/1.1 200 OK\r\nContent-")],
        [.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\non")],
        [.respond(200, "onetwo")],
      ]
    ])
    let response = try await NetworkFixture().fetcher.fetch(FetchRequest(url: server.url("/")))
    #expect(response.body == Data("onetwo".utf8))
  }

  // MARK: - The response is not valid: see also the folder Corpus

  /// A seed that fails is repeated by running the test with it alone.
  @Test func `a response with random damage is an error or has a body`() async throws {
    let responses = [
      "HTTP/1.1 200 OK\r\nContent-Length: 6\r\nETag: \"1\"\r\n\r\nonetwo",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n3\r\ntwo\r\n0\r\nA: b\r\n\r\n",
      "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/a\r\nContent-Length: 0\r\n\r\n",
    ].map { Array($0.utf8) }
    let seeds = 0..<(TestOptions.isThorough ? 3000 : 150)
    let steps = seeds.map { seed -> (String, [HTTPServer.Step]) in
      var random = SplitMix64(seed: seed)
      var bytes = responses[seed % responses.count]
      for _ in 0...UInt8.random(in: 0...3, using: &random) {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0...3, using: &random) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: index)
        case 2: bytes.insert("\r\n 9:,\0".utf8.randomElement(using: &random) ?? 0, at: index)
        default: bytes.replaceSubrange(index..., with: bytes[(index / 2)...])
        }
      }
      return ("/\(seed)", [.bytes(bytes)])
    }
    let server = try HTTPServer(
      Dictionary(uniqueKeysWithValues: steps).merging(["/": [.respond(200, "there")]]) { $1 })
    for seed in seeds {
      do {
        #expect(try await fetch(server.url("/\(seed)")).count <= 200, "seed \(seed)")
      } catch {
        #expect(error is NetworkError, "seed \(seed)")
      }
    }
    #expect(try await fetch(server.url("/")) == Data("there".utf8))
  }

  // MARK: - Too much

  @Test(arguments: [
    "X-\(String(repeating: "a", count: 50)): b\r\n", "HTTP/1.1 100 Continue\r\n\r\n",
    "HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n", "Set-Cookie: a=b\r\n",
  ])
  func `header fields without an end are an error`(text: String) async throws {
    let limit = NetworkLimits().headerBytes
    let head = text.hasPrefix("HTTP/") ? "" : "HTTP/1.1 200 OK\r\n"
    try await expect(
      { .headersTooLarge($0, limit: limit) }, for: [.send(head), .sendForever(text)])
  }

  @Test(arguments: [
    ("HTTP/1.1 200 ", "a"), ("HTTP/1.1 200 OK\r\n", "a"), ("HTTP/1.1 200 OK\r\n", "\t"),
    ("HTTP/1.1 200 OK\r\nX-A: ", "a"), ("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 ", "a"),
  ])
  func `a line of the head without an end is an error`(start: String, text: String) async throws {
    try await expect({ .headLineTooLong($0) }, for: [.send(start), .sendForever(text)])
  }

  /// Recent versions of libcurl allow no more than 5,000 lines; the limit is the same for all.
  @Test(arguments: ["X-A: b\r\n", "Set-Cookie: a=b\r\n"])
  func `a head may have 4,000 lines but not more`(field: String) async throws {
    // The other lines are the status, the length and the end.
    let responses = [3997, 3998].map { count in
      "HTTP/1.1 200 OK\r\n\(String(repeating: field, count: count))Content-Length: 6\r\n\r\nonetwo"
    }
    let server = try HTTPServer(["/": [.send(responses[0])]])
    #expect(try await fetch(server.url("/")) == Data("onetwo".utf8))
    let limit = NetworkLimits().headerBytes
    try await expect({ .headersTooLarge($0, limit: limit) }, for: [.send(responses[1])])
  }

  @Test func `42,000 header fields are an error`() async throws {
    let fields = (0..<42_000).map { "X-\($0): value\r\n" }.joined()
    let limit = NetworkLimits().headerBytes
    let response = "HTTP/1.1 200 OK\r\n\(fields)Content-Length: 6\r\n\r\nonetwo"
    try await expect({ .headersTooLarge($0, limit: limit) }, for: [.send(response)])
  }

  @Test func `a trailer without an end is an error`() async throws {
    let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n0\r\n"
    let limit = NetworkLimits().headerBytes
    try await expect(
      { .headersTooLarge($0, limit: limit) }, for: [.send(head), .sendForever("X-A: b\r\n")])
  }

  @Test func `a line of the trailer without an end is an error`() async throws {
    let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n0\r\nX-A: "
    try await expect({ .incomplete($0) }, for: [.send(head), .sendForever("a")])
  }

  @Test(arguments: [
    ("HTTP/1.1 200 OK\r\n\r\n", "onetwo"),
    ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "3\r\none\r\n"),
    ("HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n", "onetwo"),
  ])
  func `a refused body leaves no file behind`(head: String, text: String) async throws {
    try await expect(
      { .tooLarge($0, limit: 1000) }, for: [.send(head), .sendForever(text)])
    #expect(fixture.files.filter { $0.hasSuffix("part") } == [])
  }

  @Test(arguments: [301, 404, 500])
  func `the body of a redirect or an error is not read to its end`(status: Int) async throws {
    let head = "HTTP/1.1 \(status) Test\r\n\r\n"
    try await expect({ .status(status, $0) }, for: [.send(head), .sendForever("onetwo")])
  }
}
