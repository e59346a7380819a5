import NetworkInterface
import TestSupport
import Testing

@testable import Network

/// Status lines and header fields that violate RFC 9112, or use what it allows in an unusual way.
@Suite(.highPriority, .timeLimit(.minutes(15))) struct HeadTests {
  private static let end = "Content-Length: 6\r\n\r\nonetwo"
  private static let notHTTP = RawAnswer.Outcome.error { .notHTTP($0) }
  private static let incomplete = RawAnswer.Outcome.error { .incomplete($0) }
  private static let onetwo = RawAnswer.Outcome.body("onetwo")

  @Test func `a status line is read or refused`() async throws {
    let (end, notHTTP, onetwo) = (Self.end, Self.notHTTP, Self.onetwo)
    try await RawAnswer.check([
      .init("no reason", "HTTP/1.1 200\r\n\(end)", onetwo),
      .init("an empty reason", "HTTP/1.1 200 \r\n\(end)", onetwo),
      .init(
        "a long reason", "HTTP/1.1 200 \(String(repeating: "a", count: 5000))\r\n\(end)", onetwo),
      .init("a reason with controls", "HTTP/1.1 200 \u{1B}[31m\u{7}\r\n\(end)", onetwo),
      .init("a reason that is not UTF-8", "HTTP/1.1 200 \u{FF}\u{FE}\r\n\(end)", onetwo),
      .init("version 1.0", "HTTP/1.0 200 OK\r\n\(end)", onetwo),
      .init("version 1.0 without a length", "HTTP/1.0 200 OK\r\n\r\nonetwo", onetwo),
      .init("another success", "HTTP/1.1 203 OK\r\n\(end)", onetwo),
      .init("bare line feeds", "HTTP/1.1 200\nContent-Length: 6\n\nonetwo", onetwo),
      .init("mixed line ends", "HTTP/1.1 200 OK\r\nContent-Length: 6\n\r\nonetwo", onetwo),
      .init("no status", "HTTP/1.1\r\n\(end)", notHTTP),
      .init("words for a status", "HTTP/1.1 OK\r\n\(end)", notHTTP),
      .init("two digits", "HTTP/1.1 20 OK\r\n\(end)", notHTTP),
      .init("four digits", "HTTP/1.1 2000 OK\r\n\(end)", notHTTP),
      .init("a status below 100", "HTTP/1.1 099 OK\r\n\(end)", notHTTP),
      .init("the status 000", "HTTP/1.1 000 OK\r\n\(end)", notHTTP),
      .init("a negative status", "HTTP/1.1 -20 OK\r\n\(end)", notHTTP),
      .init("a status with a sign", "HTTP/1.1 +20 OK\r\n\(end)", notHTTP),
      .init("a status with a fraction", "HTTP/1.1 2.0 OK\r\n\(end)", notHTTP),
      .init("hexadecimal digits", "HTTP/1.1 0x2 OK\r\n\(end)", notHTTP),
      .init("Arabic digits", "HTTP/1.1 \u{D9}\u{A2}00 OK\r\n\(end)", notHTTP),
      .init("two spaces", "HTTP/1.1  200 OK\r\n\(end)", notHTTP),
      .init("a tab for a space", "HTTP/1.1\t200 OK\r\n\(end)", notHTTP),
      .init("version 0.9 with a body only", "onetwo\r\n\r\n", notHTTP),
      .init("a page without a head", "<html>gone</html>", notHTTP),
      .init("version 9.1", "HTTP/9.1 200 OK\r\n\(end)", notHTTP),
      .init("version 2 in text", "HTTP/2 200\r\n\(end)", onetwo),
      .init("version 1", "HTTP/1 200 OK\r\n\(end)", notHTTP),
      .init("no version", "HTTP/\r\n\(end)", notHTTP),
      .init("a version in words", "HTTP/one 200 OK\r\n\(end)", notHTTP),
      .init("small letters", "http/1.1 200 OK\r\n\(end)", notHTTP),
      .init("ICY, as radio servers answer", "ICY 200 OK\r\n\(end)", notHTTP),
      .init("another protocol", "SSH-2.0-OpenSSH_9.6\r\n", notHTTP),
      .init("a greeting of FTP", "220 ftp.example.org ready\r\n", notHTTP),
      .init("a TLS alert", "\u{15}\u{3}\u{1}\u{0}\u{2}\u{2}\u{28}", notHTTP),
      .init("zeros", "\0\0\0\0", notHTTP),
      .init("a byte order mark", "\u{EF}\u{BB}\u{BF}HTTP/1.1 200 OK\r\n\(end)", notHTTP),
      .init("an empty line first", "\r\nHTTP/1.1 200 OK\r\n\(end)", notHTTP),
      .init("a space first", " HTTP/1.1 200 OK\r\n\(end)", notHTTP),
      .init("nothing", "", Self.incomplete),
      .init("only a status line", "HTTP/1.1 200 OK\r\n", Self.incomplete),
      .init("a status line without an end", "HTTP/1.1 200 OK", Self.incomplete),
    ])
  }

  @Test func `a status without a body is an error of a download`() async throws {
    try await RawAnswer.check(
      [201, 202, 204, 205].map { status in
        .init(
          "status \(status)", "HTTP/1.1 \(status) Test\r\nContent-Length: 0\r\n\r\n", .body(""),
          downloaded: .error { .status(status, $0) })
      } + [
        .init(
          "204 with a body", "HTTP/1.1 204 No Content\r\n\r\nonetwo", .body(""),
          downloaded: .error { .status(204, $0) }),
        .init(
          "a part that nobody asked for",
          "HTTP/1.1 206 Part\r\nContent-Range: bytes 0-5/9\r\n\(Self.end)",
          .error { .wrongPart($0) }),
        .init("304 without a condition", "HTTP/1.1 304 Same\r\n\r\n", .error { .status(304, $0) }),
        .init("416 without a range", "HTTP/1.1 416 No\r\n\r\n", .error { .status(416, $0) }),
        .init(
          "299", "HTTP/1.1 299 Odd\r\n\(Self.end)", .body("onetwo"),
          downloaded: .error { .status(299, $0) }),
        .init("600", "HTTP/1.1 600 Odd\r\n\(Self.end)", .error { .status(600, $0) }),
        .init("999", "HTTP/1.1 999 Odd\r\n\(Self.end)", .error { .status(999, $0) }),
        .init(
          "an error with a hostile body", "HTTP/1.1 404 \u{1B}[2J\r\n\(Self.end)",
          .error { .status(404, $0) }),
      ])
  }

  @Test func `interim answers precede the final one`() async throws {
    let (end, onetwo) = (Self.end, Self.onetwo)
    let interim = "HTTP/1.1 100 Continue\r\n\r\n"
    try await RawAnswer.check([
      .init("100 Continue", "\(interim)HTTP/1.1 200 OK\r\n\(end)", onetwo),
      .init("many", "\(String(repeating: interim, count: 50))HTTP/1.1 200 OK\r\n\(end)", onetwo),
      .init("102", "HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 200 OK\r\n\(end)", onetwo),
      .init(
        "103 with fields",
        "HTTP/1.1 103 Hints\r\nLink: a\r\nETag: \"1\"\r\n\r\nHTTP/1.1 200 OK\r\n\(end)",
        onetwo),
      .init(
        "a length in the interim answer",
        "HTTP/1.1 103 Hints\r\nContent-Length: 3\r\n\r\nHTTP/1.1 200 OK\r\n\(end)", onetwo),
      .init("199", "HTTP/1.1 199 Odd\r\n\r\nHTTP/1.1 200 OK\r\n\(end)", onetwo),
      .init("no final answer", interim, Self.incomplete),
      .init(
        "another protocol", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\n\r\nonetwo",
        Self.incomplete),
      .init("nonsense after the interim answer", "\(interim)onetwo", Self.notHTTP),
    ])
  }

  @Test func `a header field is read or refused`() async throws {
    let (end, onetwo) = (Self.end, Self.onetwo)
    func answer(_ name: String, _ field: String, _ outcome: RawAnswer.Outcome) -> RawAnswer {
      .init(name, "HTTP/1.1 200 OK\r\n\(field)\r\n\(end)", outcome)
    }
    try await RawAnswer.check([
      answer("a folded field", "X-A: a\r\n b", onetwo),
      answer("a field folded with a tab", "X-A: a\r\n\tb", onetwo),
      answer("an empty value", "X-A:", onetwo),
      answer("an empty name", ": a", onetwo),
      answer("a line without a colon", "X-A", Self.notHTTP),
      answer("a space before the colon", "X-A : a", onetwo),
      answer("a name with spaces", "X A: a", onetwo),
      answer("a name that is not UTF-8", "X-\u{FF}: a", onetwo),
      answer("a value that is not UTF-8", "X-A: \u{FF}\u{C3}", onetwo),
      answer("a value with controls", "X-A: \u{1B}]0;a\u{7}\u{8}", onetwo),
      answer("a bare carriage return", "X-A: a\rX-B: b", onetwo),
      answer("a zero byte", "X-A: a\0b", Self.notHTTP),
      answer("a zero byte in a name", "X\0A: a", Self.notHTTP),
      answer("a long name", "X-\(String(repeating: "a", count: 20_000)): b", onetwo),
      answer("a long value", "X-A: \(String(repeating: "a", count: 90_000))", onetwo),
      answer(
        "a line above 100 KB", "X-A: \(String(repeating: "a", count: 120_000))",
        .error { .headLineTooLong($0) }),
      answer("the same field 100 times", repeated("X-A: a", 100), onetwo),
      answer("100 cookies", repeated("Set-Cookie: a=b; Domain=.org; Path=/", 100), onetwo),
      answer("a hostile cookie", "Set-Cookie: a=b\0c; Max-Age=-1; Domain=..", Self.notHTTP),
      answer("a request in the answer", "GET / HTTP/1.1", Self.notHTTP),
      answer("a second status line", "HTTP/1.1 404 Not Found", Self.notHTTP),
      answer("another port by Alt-Svc", "Alt-Svc: h3=\":443\", clear", onetwo),
      answer("a change to https", "Strict-Transport-Security: max-age=99", onetwo),
      answer("an address to load by Refresh", "Refresh: 0; url=http://127.0.0.1:1/", onetwo),
      answer("a location of a success", "Location: http://127.0.0.1:1/", onetwo),
      answer("a demand for a password", "WWW-Authenticate: Basic realm=\"a\"", onetwo),
      answer("connection control", "Connection: close, X-A, \u{FF}", onetwo),
      answer("a proxy's connection control", "Proxy-Connection: keep-alive", onetwo),
      answer("an upgrade", "Upgrade: h2c", onetwo),
    ])
  }

  private func repeated(_ field: String, _ count: Int) -> String {
    Array(repeating: field, count: count).joined(separator: "\r\n")
  }
}
