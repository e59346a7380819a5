import Foundation
import ModuleTesting
import NetworkInterface
import TestSupport
import Testing

@testable import Network

/// What remains on disk of an answer, and which request follows from it.
@Suite(.highPriority, .timeLimit(.minutes(15))) struct StoredStateTests {
  /// The fields of a successful answer, and what the cache has of it then.
  private struct CachedAnswer: Sendable {
    let fields: String
    /// The `ETag` of the next request; nil for none.
    let tag: String?
    /// How long the answer is used without asking, in seconds; nil when it is not stored.
    let freshness: Int?

    init(_ fields: String, tag: String? = nil, freshness: Int?) {
      self.fields = fields
      self.tag = tag
      self.freshness = freshness
    }
  }

  @Test func `the cache stores what it may, with validators that a request can contain`()
    async throws
  {
    let year = 31_536_000
    let long = String(repeating: "1", count: 2000)
    let answers: [CachedAnswer] = [
      .init("X-A: b", freshness: nil),
      .init("Cache-Control: max-age=60", freshness: 60),
      .init("CACHE-CONTROL: PUBLIC, MAX-AGE=60", freshness: 60),
      .init("Cache-Control: max-age=60\r\nCache-Control: no-store", freshness: nil),
      .init("Cache-Control: no-store\r\nETag: \"1\"", freshness: nil),
      .init("Cache-Control: no-cache, max-age=60\r\nETag: \"1\"", tag: "\"1\"", freshness: 0),
      .init("Cache-Control: max-age=0\r\nETag: \"1\"", tag: "\"1\"", freshness: 0),
      .init("Cache-Control: max-age=0", freshness: nil),
      .init("Cache-Control: max-age=-60", freshness: nil),
      .init("Cache-Control: max-age=99999999999999999999", freshness: year),
      .init("Cache-Control: max-age=99999999999", freshness: year),
      .init("Cache-Control: max-age=60, max-age=9", freshness: 9),
      .init("Cache-Control: max-age=60x", freshness: nil),
      .init("Cache-Control: max-age", freshness: nil),
      .init("Cache-Control: =,=,,;", freshness: nil),
      .init("Cache-Control: s-maxage=60", freshness: nil),
      .init("Cache-Control: immutable, max-age=60", freshness: 60),
      .init("Cache-Control: max-age=60\r\nAge: 59", freshness: 1),
      .init("Cache-Control: max-age=60\r\nAge: 60", freshness: nil),
      .init("Cache-Control: max-age=60\r\nAge: x", freshness: 60),
      .init("Expires: Fri, 31 Dec 9999 23:59:59 GMT", freshness: nil),
      .init("Pragma: no-cache\r\nCache-Control: max-age=60", freshness: 60),
      .init("ETag: \"1\"", tag: "\"1\"", freshness: 0),
      .init("ETag: \"1\"\t ", tag: "\"1\"", freshness: 0),
      .init("ETag:\t\"1\"", tag: "\"1\"", freshness: 0),
      .init("ETag: W/\"1\"", tag: "W/\"1\"", freshness: 0),
      .init("ETag: \"\"", tag: "\"\"", freshness: 0),
      .init("ETag: \"\u{C3}\u{A9}\"", tag: "\"é\"", freshness: 0),
      .init("ETag: \"\u{E9}\"", freshness: nil),
      .init("ETag: \"1\t2\"", freshness: nil),
      .init("ETag: \"1 2\"", freshness: nil),
      .init("ETag: \"\u{1}\"", freshness: nil),
      .init("ETag: \"\u{7F}\"", freshness: nil),
      .init("ETag: 1", freshness: nil),
      .init("ETag: \"1", freshness: nil),
      .init("ETag: \"1\"\r\nETag: \"2\"", freshness: nil),
      .init("ETag: \"1\r\n 2\"", freshness: nil),
      .init("ETag: \"\(long)\"", freshness: nil),
      .init("ETag: \"1\t2\"\r\nCache-Control: max-age=60", freshness: 60),
      .init("ETag: *", freshness: nil),
      .init("Vary: *\r\nETag: \"1\"", freshness: nil),
      .init("Vary: Cookie\r\nCache-Control: max-age=60", freshness: nil),
      .init("Vary: ACCEPT-encoding\r\nCache-Control: max-age=60", freshness: 60),
      .init("Last-Modified: Thu, 01 Jan 1970 00:00:00 GMT", freshness: nil),
    ]
    let fixture = NetworkFixture(attempts: 1)
    let steps = answers.enumerated().map { index, answer in
      let head = "HTTP/1.1 200 OK\r\n\(answer.fields)\r\nContent-Length: 6\r\n\r\nonetwo"
      return ("/\(index)", [HTTPServer.Step.bytes(RawAnswer.bytes(of: head))])
    }
    let server = try HTTPServer(Dictionary(uniqueKeysWithValues: steps))
    for (index, answer) in answers.enumerated() {
      let (url, name) = (server.url("/\(index)"), answer.fields)
      let body = Data("onetwo".utf8)
      #expect(try await fixture.fetcher.fetch(FetchRequest(url: url)).body == body, "\(name)")
      let stored = fixture.fetcher.cache.response(for: url)
      #expect(stored?.head.freshness == answer.freshness, "\(name)")
      #expect(stored?.head.etag == answer.tag, "\(name)")
      #expect(try await fixture.fetcher.fetch(FetchRequest(url: url)).body == body, "\(name)")
      let condition = answer.tag.map { "If-None-Match: \($0)\r\n" } ?? "If-None-Match"
      #expect(server.heads.last?.contains(condition) == (answer.tag != nil), "\(name)")
    }
  }

  /// The second answer to a download of which 50 of 100 bytes are on disk, with the ETag `"1"`.
  private struct SecondAnswer: Sendable {
    enum Outcome: Sendable {
      /// The second half completes the file.
      case complete
      /// The file is another one.
      case replaced(String)
      /// The bytes on disk are removed.
      case restarted(@Sendable (String) -> NetworkError)
      /// The bytes on disk stay.
      case kept(@Sendable (String) -> NetworkError)
    }

    let name: String
    let status: String
    let fields: String
    let body: [UInt8]
    let outcome: Outcome

    init(
      _ name: String, _ status: String = "206 Part",
      _ fields: String = "Content-Range: bytes 50-99/100", _ body: [UInt8]? = nil,
      _ outcome: Outcome
    ) {
      self.name = name
      self.status = status
      self.fields = fields
      self.body = body ?? HTTPServer.bytes(50, from: 50)
      self.outcome = outcome
    }
  }

  @Test func `a part continues a file only if it is the right one`() async throws {
    let wrong = SecondAnswer.Outcome.restarted { .wrongPart($0) }
    let range = "Content-Range: bytes 50-99/100"
    func status(_ code: Int) -> SecondAnswer.Outcome { .kept { .status(code, $0) } }
    func part(_ field: String, _ outcome: SecondAnswer.Outcome) -> SecondAnswer {
      .init(field, "206 Part", field, nil, outcome)
    }
    let answers: [SecondAnswer] = [
      part(range, .complete), part("\(range)\r\nETag: \"1\"", .complete),
      part("\(range)\r\nETag:\t\"1\"\t", .complete),
      part("content-range: BYTES 50-99/100", .complete),
      part("Content-Range: bytes 50-99/*", .complete),
      part("\(range)\r\nETag: \"2\"", wrong), part("\(range)\r\nETag: W/\"1\"", wrong),
      part("\(range)\r\nETag: \"1\t2\"", .complete),
      part("X-A: b", wrong), part("Content-Range:", wrong), part("Content-Range: bytes", wrong),
      part("Content-Range: bytes 0-99/100", wrong), part("Content-Range: bytes 49-98/100", wrong),
      part("Content-Range: bytes 51-100/101", wrong), part("Content-Range: bytes 50-99/99", wrong),
      part("Content-Range: bytes 50-99/101", wrong), part("Content-Range: bytes 99-50/100", wrong),
      part("Content-Range: bytes 50-99", wrong), part("Content-Range: bytes */100", wrong),
      part("Content-Range: lines 50-99/100", wrong), part("Content-Range: bytes=50-99/100", wrong),
      part("Content-Range: bytes 50-\(Int.max)/*", wrong),
      part("Content-Range: bytes 99999999999999999999-99/100", wrong),
      part("Content-Range: bytes -50-99/100", wrong),
      part("Content-Range: bytes 50 - 99/100", wrong),
      part("\(range)\r\n\(range)", wrong), part("\(range)\r\nContent-Encoding: gzip", wrong),
      part("Content-Type: multipart/byteranges; boundary=a", wrong),
      .init("fewer bytes than the range", "206 Part", range, HTTPServer.bytes(40, from: 50), wrong),
      .init("more bytes than the range", "206 Part", range, HTTPServer.bytes(60, from: 50), wrong),
      .init(
        "a shorter range", "206 Part", "Content-Range: bytes 50-59/100",
        HTTPServer.bytes(10, from: 50), .kept { .tooShort($0, received: 60, expected: 100) }),
      .init("no bytes", "206 Part", range, [], wrong),
      .init("the whole file", "200 OK", "ETag: \"1\"", [1, 2, 3], .replaced("\u{1}\u{2}\u{3}")),
      .init("an empty file", "200 OK", "ETag: \"2\"", [], .replaced("")),
      .init(
        "a page", "200 OK", "Content-Type: text/html", Array("<html>".utf8), .replaced("<html>")),
      .init("a range of a whole file", "200 OK", range, [1], .replaced("\u{1}")),
      .init("416", "416 No", "Content-Range: bytes */100", [], wrong),
      .init("416 with another length", "416 No", "Content-Range: bytes */7", [], wrong),
      .init("304 for a part", "304 Same", "ETag: \"1\"", [], status(304)),
      .init("204", "204 None", "ETag: \"1\"", [], status(204)),
      .init("404", "404 Gone", "X-A: b", [], status(404)),
      .init("412", "412 Failed", "X-A: b", [], status(412)),
      .init("500", "500 Broken", "X-A: b", [], status(500)),
      .init("302 without a location", "302 Found", "X-A: b", [], status(302)),
    ]
    let first = HTTPServer.Step.send(
      "HTTP/1.1 200 OK\r\nETag: \"1\"\r\nContent-Length: 100\r\n\r\n")
    let scripts = answers.enumerated().map { index, answer -> (String, HTTPServer.Script) in
      let head =
        "HTTP/1.1 \(answer.status)\r\n\(answer.fields)\r\nContent-Length: \(answer.body.count)\r\n\r\n"
      let second = HTTPServer.Step.bytes(RawAnswer.bytes(of: head) + answer.body)
      return ("/\(index)", [[first, .fill(50, from: 0)], [second]])
    }
    let server = try HTTPServer(scripts: Dictionary(uniqueKeysWithValues: scripts))
    let fixture = NetworkFixture(attempts: 1)
    for (index, answer) in answers.enumerated() {
      let url = server.url("/\(index)")
      let request = DownloadRequest(url: url, limit: 1000)
      let folder = DownloadFolder(of: url, in: fixture.downloads.folder)
      await #expect(throws: NetworkError.tooShort(url, received: 50, expected: 100)) {
        try await fixture.downloads.download(request)
      }
      let error = await error { _ = try await fixture.downloads.download(request) }
      let head = try #require(server.heads.last)
      #expect(head.contains("Range: bytes=50-\r\n") && head.contains("If-Range: \"1\"\r\n"))
      let file = try? Data(contentsOf: URL(filePath: folder.part))
      switch answer.outcome {
      case .complete:
        #expect(error == nil, "\(answer.name)")
        #expect(file == Data(HTTPServer.bytes(100)), "\(answer.name)")
      case .replaced(let text):
        #expect(error == nil, "\(answer.name)")
        #expect(file == Data(RawAnswer.bytes(of: text)), "\(answer.name)")
      case .restarted(let expected):
        #expect(error == expected(url), "\(answer.name)")
        #expect(file == nil, "\(answer.name)")
      case .kept(let expected):
        #expect(error == expected(url), "\(answer.name)")
        #expect(file?.prefix(50) == Data(HTTPServer.bytes(50)), "\(answer.name)")
      }
    }
  }

  private func error(_ body: () async throws -> Void) async -> NetworkError? {
    do {
      try await body()
      return nil
    } catch {
      return error as? NetworkError
    }
  }

  /// The validators of a consumed file, and the condition of the next download.
  @Test(arguments: [
    ("ETag: \"1\"", "If-None-Match: \"1\""), ("ETag: \"1\"\t", "If-None-Match: \"1\""),
    ("ETag: W/\"1\"", "If-None-Match: W/\"1\""), ("ETag: \"1\t2\"", nil), ("ETag: 1", nil),
    ("ETag: \"\u{1}\"", nil), ("X-A: b", nil),
    (
      "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT",
      "If-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT"
    ),
    (
      "ETag: 1\r\nLast-Modified: Sun, 06 Nov 1994 08:49:37 GMT",
      "If-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT"
    ),
    ("Last-Modified: Sunday, 06-Nov-94 08:49:37 GMT", nil), ("Last-Modified: yesterday", nil),
    ("Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT\u{7}", nil), ("Last-Modified:", nil),
  ])
  func `a consumed file is requested with the validators that a request can contain`(
    fields: String, condition: String?
  ) async throws {
    let text = "HTTP/1.1 200 OK\r\n\(fields)\r\nContent-Length: 6\r\n\r\nonetwo"
    let server = try HTTPServer(["/": [.bytes(RawAnswer.bytes(of: text))]])
    let fixture = NetworkFixture(attempts: 1)
    let request = DownloadRequest(url: server.url("/"), acceptsUnchanged: true)
    let reference = DownloadReference(url: request.url)
    for _ in 0..<2 {
      _ = try await fixture.downloads.download(request)
      try fixture.downloads.consume(reference)
    }
    let head = try #require(server.heads.last)
    #expect(head.contains("\(condition ?? "If-")\r\n") == (condition != nil))
    #expect(try await fixture.downloads.hasChanged(reference) == (condition == nil ? nil : false))
  }
}
