import Foundation
import ModuleTesting
import NetworkInterface
import TestSupport
import Testing

@testable import Network

/// The addresses that a redirect may name, and the pauses that a busy server may ask for.
@Suite(.highPriority, .timeLimit(.minutes(15))) struct RedirectTargetTests {
  @Test func `the location of a redirect is followed or refused`() async throws {
    func answer(_ location: String, _ outcome: RawAnswer.Outcome) -> RawAnswer {
      .init(
        location.debugDescription,
        "HTTP/1.1 302 Found\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n", outcome)
    }
    func bad(_ location: String, shown: String? = nil) -> RawAnswer {
      answer(location, .error { .badRedirect($0, to: shown ?? location) })
    }
    func insecure(_ location: String, shown: String) -> RawAnswer {
      answer(location, .error { .insecureRedirect($0, to: shown) })
    }
    let onetwo = RawAnswer.Outcome.body("onetwo")
    try await RawAnswer.check([
      answer("/ok", onetwo), answer("ok", onetwo), answer("./ok", onetwo), answer("../ok", onetwo),
      answer("/a/../ok", onetwo), answer("/ok#part", onetwo), answer("\t/ok \t", onetwo),
      insecure("//example.org/ok", shown: "http://example.org/ok"),
      insecure("http://127.0.0.1.example.org/", shown: "http://127.0.0.1.example.org/"),
      insecure("http://me:secret@example.org/?k=secret", shown: "http://example.org/"),
      insecure("http://0x7f000001/", shown: "http://0x7f000001/"),
      insecure("http://2130706433/", shown: "http://2130706433/"),
      bad("file:///etc/passwd"), bad("ftp://127.0.0.1/a"), bad("gopher://127.0.0.1/a"),
      bad("javascript:alert(1)"), bad("data:text/plain,a"), bad("http:///ok"),
      bad("://a"), bad("://me:secret@a/?b", shown: "…@a/?…"), bad("http://"),
      bad("https:ok"), bad("mailto:a@b.org", shown: "…@b.org"), bad("http://[::1/ok"),
      bad("http://exa mple.org/"), bad("http://127.0.0.1:0/ok"), bad("http://127.0.0.1:65536/ok"),
      bad("http://127.0.0.1:99999999999999999999/ok"), bad("http://127.0.0.1:-1/ok"),
      bad("http://me:secret@/ok", shown: "http://…@/ok"),
    ])
  }

  @Test func `a redirect without a usable location is a status or an error`() async throws {
    func answer(_ name: String, _ text: String, _ outcome: RawAnswer.Outcome) -> RawAnswer {
      .init(name, "HTTP/1.1 \(text)\r\nContent-Length: 0\r\n\r\n", outcome)
    }
    func status(_ status: Int) -> RawAnswer.Outcome { .error { .status(status, $0) } }
    try await RawAnswer.check(
      [
        answer("none", "302 Found", status(302)),
        answer("304 with a location", "304 Same\r\nLocation: /ok", status(304)),
        answer("300 with a location", "300 Choices\r\nLocation: /ok", status(300)),
        answer("305, a proxy", "305 Use Proxy\r\nLocation: /ok", status(305)),
        answer("306", "306 Unused\r\nLocation: /ok", status(306)),
        answer("399", "399 Odd\r\nLocation: /ok", status(399)),
        answer("404 with a location", "404 Gone\r\nLocation: /ok", status(404)),
        answer("a content location", "302 Found\r\nContent-Location: /ok", status(302)),
      ]
        + [301, 302, 303, 307, 308].map {
          answer("\($0)", "\($0) Moved\r\nLocation: /ok", .body("onetwo"))
        })
  }

  /// One attempt is made, so the error says what a second one would wait for.
  @Test func `a pause that a server asks for is short, too long or unknown`() async throws {
    func answer(_ field: String, _ outcome: RawAnswer.Outcome, status: Int = 503) -> RawAnswer {
      .init(field, "HTTP/1.1 \(status) Busy\r\nRetry-After: \(field)\r\n\r\n", outcome)
    }
    let busy = RawAnswer.Outcome.error { .status(503, $0) }
    func later(_ seconds: Int) -> RawAnswer.Outcome {
      .error { .retryLater($0, after: .seconds(seconds)) }
    }
    try await RawAnswer.check([
      answer("0", busy), answer("30", busy), answer("31", later(31)),
      answer("0000031", later(31)),
      answer("31", .error { .retryLater($0, after: .seconds(31)) }, status: 429),
      answer("99999999999999999999", later(.max)), answer("-1", busy), answer("+31", busy),
      answer("31.5", busy), answer("31, 32", busy), answer("31 seconds", busy), answer("", busy),
      answer("\u{D9}\u{A3}\u{D9}\u{A1}", busy),
      answer("Thu, 01 Jan 1970 01:00:00 GMT", later(3600)),
      answer("Thu, 01 Jan 1970 00:00:30 GMT", busy), answer("Wed, 31 Dec 1969 00:00:00 GMT", busy),
      answer("Fri, 31 Dec 9999 23:59:59 GMT", later(253_402_300_799)),
      answer("Thu, 01 Jan 1970 25:00:00 GMT", busy),
      answer("Thursday, 01-Jan-70 01:00:00 GMT", busy),
      answer("Thu Jan  1 01:00:00 1970", busy), answer("tomorrow", busy),
      answer("31", .error { .status(404, $0) }, status: 404),
    ])
  }
}
