import Foundation
import Mediator
import TestSupport
import Testing

@testable import Web

/// Requests that two programs can read differently, so that one of them takes the end of a request
/// for the next one. Each is refused, nothing of it is handled, and the connection is closed.
///
/// Source: Linhart et al., HTTP Request Smuggling (2005); Kettle, HTTP Desync Attacks (2019);
/// Jabiyev et al., T-Reqs: HTTP Request Smuggling with Differential Fuzzing (2021); RFC 9112,
/// section 11.2.
@Suite(.highPriority, .timeLimit(.minutes(15))) struct HTTPSmugglingTests {
  static let next = "GET /smuggled HTTP/1.1\r\nHost: HOST\r\n\r\n"

  @Test(arguments: [
    // CL.TE and TE.CL, in both orders.
    ("Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nG", 400),
    (
      "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n1c\r\nGET /smuggled\r\n0\r\n\r\n", 400
    ),
    // TE.TE: another coding, or one that only some programs recognize.
    ("Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 501),
    ("Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", 501),
    ("Transfer-Encoding: identity\r\n\r\n", 501), ("Transfer-Encoding:\r\n\r\n", 501),
    ("Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n", 501),
    ("Transfer-Encoding:\tchunked\r\n\r\n0\r\n\r\n", 501),
    ("Transfer-Encoding: \"chunked\"\r\n\r\n0\r\n\r\n", 501),
    ("tRANSFER-eNCODING: CHUNKED\r\n\r\n0\r\n\r\n", 501),
    ("Transfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n\r\n0\r\n\r\n", 400),
    ("Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n", 400),
    ("Transfer-Encoding\t: chunked\r\n\r\n0\r\n\r\n", 400),
    (" Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
    ("X: y\r\n Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
    ("Transfer-Encoding:\u{B}chunked\r\n\r\n0\r\n\r\n", 400),
    ("Transfer-Encoding:\u{0}chunked\r\n\r\n0\r\n\r\n", 400),
    ("Transfer-Encoding: chunked\u{0}\r\n\r\n0\r\n\r\n", 400),
    ("X: y\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
    ("X: y\rTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
    ("Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n", 400),
    ("Transfer-Encoding\r\n: chunked\r\n\r\n0\r\n\r\n", 400),
    // Lengths.
    ("Content-Length: 1\r\nContent-Length: 2\r\n\r\nab", 400),
    ("Content-Length: 1\r\nContent-Length: 1\r\n\r\na", 400),
    ("Content-Length: 1\r\ncontent-length: 1\r\n\r\na", 400),
    ("Content-Length: 1, 1\r\n\r\na", 400), ("Content-Length: 1,2\r\n\r\na", 400),
    ("Content-Length: +1\r\n\r\na", 400), ("Content-Length: -1\r\n\r\na", 400),
    ("Content-Length: 0x1\r\n\r\na", 400), ("Content-Length: 1e0\r\n\r\na", 400),
    ("Content-Length: 1 1\r\n\r\na", 400), ("Content-Length: 1_0\r\n\r\na", 400),
    ("Content-Length: 1.0\r\n\r\na", 400), ("Content-Length:\r\n\r\n", 400),
    ("Content-Length: ¹\r\n\r\na", 400), ("Content-Length: ٣\r\n\r\nabc", 400),
    ("Content-Length : 1\r\n\r\na", 400), ("Content-Length: 1\r\n\tX: 2\r\n\r\na", 400),
    ("Content-Length: 1\u{C}\r\n\r\na", 400), ("Content-Length\u{0}: 1\r\n\r\na", 400),
    ("Content-Length: 18446744073709551617\r\n\r\na", 413),
    ("Content-Length: 99999999999999999999999999\r\n\r\n", 413),
    ("Content-Length: 1048577\r\n\r\n", 413),
    // Names and ends of lines.
    (": a\r\n\r\n", 400), ("a\r\n\r\n", 400), ("a b: c\r\n\r\n", 400), ("é: c\r\n\r\n", 400),
    ("a(b): c\r\n\r\n", 400), ("\u{7F}a: c\r\n\r\n", 400), ("a: b\u{1B}[2J\r\n\r\n", 400),
    ("a: b\n\n", 400), ("a: b\r\r\n\r\n", 400), ("a: b\r\n\r", 400), ("a: b\r\n\n", 400),
    ("Host: a.example\r\n\r\n", 400), ("Authorization: a\r\nAuthorization: b\r\n\r\n", 400),
    ("Cookie: a\r\nCookie: b\r\n\r\n", 400), ("Expect: 200-ok\r\n\r\n", 417),
  ])
  func `fields that can be read differently are refused`(fields: String, status: Int) async throws {
    try await expectRefusal(status, "POST / HTTP/1.1\r\nHost: HOST\r\n" + fields)
  }

  @Test(arguments: [
    ("GET / HTTP/1.0\r\nHost: HOST\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
    ("GET /\r\n\r\n", 400), ("GET  / HTTP/1.1\r\n", 400), ("GET / HTTP/1.1 \r\n", 400),
    (" GET / HTTP/1.1\r\n", 400), ("GET\t/\tHTTP/1.1\r\n", 400), ("GET / x HTTP/1.1\r\n", 400),
    ("\r\nGET / HTTP/1.1\r\n", 400), ("\r\n\r\n", 400), ("\0\0\0\0\r\n\r\n", 400),
    ("\u{16}\u{3}\u{1}\u{2}\0\u{1}\0\u{1}\u{FC}", 400),
    ("GET / http/1.1\r\n", 400), ("GET / HTTP/1.1.\r\n", 400), ("GET / HTTP/11\r\n", 400),
    ("GET / HTTP/01.1\r\n", 400), ("GET / HTTP /1.1\r\n", 400), ("GET / HTTPS/1.1\r\n", 400),
    ("GET / HTTP/2.0\r\n", 505), ("GET / HTTP/0.9\r\n", 505), ("GET / HTTP/3.0\r\n", 505),
    ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
    ("get / HTTP/1.1\r\n", 501), ("GETT / HTTP/1.1\r\n", 501), ("G(T / HTTP/1.1\r\n", 400),
    ("PUT / HTTP/1.1\r\n", 405), ("DELETE / HTTP/1.1\r\n", 405), ("TRACE / HTTP/1.1\r\n", 405),
    ("OPTIONS * HTTP/1.1\r\n", 405), ("CONNECT a.example:443 HTTP/1.1\r\n", 405),
    ("GET http://HOST/ HTTP/1.1\r\n", 400), ("GET http://a.example/ HTTP/1.1\r\n", 400),
    ("GET a.example:80 HTTP/1.1\r\n", 400), ("GET * HTTP/1.1\r\n", 400),
    ("GET ?a HTTP/1.1\r\n", 400), ("GET //a.example/ HTTP/1.1\r\n", 400),
    ("GET /a//b HTTP/1.1\r\n", 400), ("GET /../etc HTTP/1.1\r\n", 400),
    ("GET /a/. HTTP/1.1\r\n", 400), ("GET /%2e%2E/etc HTTP/1.1\r\n", 400),
    ("GET /a%2Fb HTTP/1.1\r\n", 400), ("GET /a%5cb HTTP/1.1\r\n", 400),
    ("GET /a\\b HTTP/1.1\r\n", 400), ("GET /a%00b HTTP/1.1\r\n", 400),
    ("GET /a%0d%0ab HTTP/1.1\r\n", 400), ("GET /%ff HTTP/1.1\r\n", 400),
    ("GET /%c0%ae%c0%ae HTTP/1.1\r\n", 400), ("GET /%ed%a0%80 HTTP/1.1\r\n", 400),
    ("GET /% HTTP/1.1\r\n", 400), ("GET /%2 HTTP/1.1\r\n", 400), ("GET /%zz HTTP/1.1\r\n", 400),
    ("GET /%u0041 HTTP/1.1\r\n", 400), ("GET /é HTTP/1.1\r\n", 400),
    ("GET /a#b HTTP/1.1\r\n", 400), ("GET /<a> HTTP/1.1\r\n", 400),
    ("GET /?a=%ff HTTP/1.1\r\n", 400), ("GET /?a=%00 HTTP/1.1\r\n", 400),
    ("GET /?%=a HTTP/1.1\r\n", 400), ("GET / HTTP/1.1\nHost: HOST\n\n", 400),
    ("GET / HTTP/1.1\rHost: HOST\r\r", 400),
  ])
  func `a first line that can be read differently is refused`(
    start: String, status: Int
  ) async throws {
    let isWhole = start.hasSuffix("\r\n\r\n") || !start.hasSuffix("\r\n")
    try await expectRefusal(status, start + (isWhole ? "" : "Host: HOST\r\n\r\n"))
  }

  @Test(arguments: [
    ("GET /", "a", 20_000), ("GET / HTTP/1.1\r\n", "a: b\r\n", 4000),
    ("GET / HTTP/1.1\r\nHost: HOST\r\n", "a: b\r\n", 101),
    ("GET / HTTP/1.1\r\nA: ", "a", 1 << 20),
  ])
  func `a head that is too long is refused`(
    start: String, repeated: String, count: Int
  ) async throws {
    try await expectRefusal(431, start + String(repeating: repeated, count: count) + "\r\n")
  }

  @Test func `a query and a form have a limited number of fields`() throws {
    let limit = HTTPForm.maximumCount
    let fields = String(repeating: "a&", count: limit)
    #expect(try HTTPRequest(.get, "/?" + fields).query["a"]?.count == limit)
    #expect(throws: HTTPFailure(400, "a form or a query has at most \(limit) fields")) {
      try HTTPRequest(.get, "/?b&" + fields)
    }
  }

  @Test(arguments: [
    ("Host: 127.0.0.1:PORT\r\n", 200), ("Host: localhost:PORT\r\n", 200),
    ("host:LocalHost:PORT\r\n", 200), ("Host: [::1]:PORT\r\n", 200),
    ("", 400), ("Host: HOST\r\nHost: HOST\r\n", 400), ("Host: HOST\r\nhost: a.example\r\n", 400),
    ("Host:\r\n", 421), ("Host: a.example\r\n", 421), ("Host: a.example:PORT\r\n", 421),
    ("Host: 127.0.0.1\r\n", 421), ("Host: 127.0.0.1:1\r\n", 421), ("Host: localhost\r\n", 421),
    ("Host: localhost.:PORT\r\n", 421), ("Host: localhost.a.example:PORT\r\n", 421),
    ("Host: 127.0.0.1.a.example:PORT\r\n", 421), ("Host: 0.0.0.0:PORT\r\n", 421),
    ("Host: 127.0.0.2:PORT\r\n", 421), ("Host: [::ffff:127.0.0.1]:PORT\r\n", 421),
    ("Host: 2130706433:PORT\r\n", 421), ("Host: a@127.0.0.1:PORT\r\n", 421),
    ("Host: HOST, a.example\r\n", 421), ("X-Forwarded-Host: HOST\r\n", 400),
  ])
  func `only requests that name this server are answered`(
    fields: String, status: Int
  ) async throws {
    let server = try HTTPServer(port: 0) { _ in .text("") }
    let client = try HTTPClient(server)
    client.send(
      "GET / HTTP/1.1\r\n\(fields.replacing("PORT", with: "\(server.port)"))\r\n")
    #expect(await client.receive()?.status == status)
  }

  @Test func `a server behind a proxy has the names that it is given`() async throws {
    let server = try HTTPServer(port: 0, hosts: { _ in ["Metro.example"] }) { _ in .text("") }
    for (host, status) in [("metro.example", 200), ("HOST", 421)] {
      let client = try HTTPClient(server)
      client.send("GET / HTTP/1.1\r\nHost: \(host)\r\n\r\n")
      #expect(await client.receive()?.status == status)
    }
  }

  /// The failure is the only answer, and others are served.
  private func expectRefusal(_ status: Int, _ input: String) async throws {
    let server = try HTTPServer(port: 0) { .text($0.target) }
    let client = try HTTPClient(server)
    client.send(input + Self.next)
    let response = try #require(await client.receive())
    #expect(response.status == status)
    #expect(response.fields["connection"] == "close")
    #expect(response.body.isEmpty == false)
    #expect((response.fields["allow"] == "GET, HEAD, POST") == (status == 405))
    #expect(await client.receiveRest() == "")
    let other = try HTTPClient(server)
    other.get("/other")
    #expect(await other.receive()?.body == "/other")
  }
}
