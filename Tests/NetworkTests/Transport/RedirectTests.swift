import Foundation
import Mediator
import ModuleTesting
import NetworkInterface
import TestSupport
import Testing

@testable import Network

@Suite(.highPriority, .timeLimit(.minutes(15))) struct RedirectTests {
  private let fixture = NetworkFixture(attempts: 1)

  @Test(arguments: [301, 302, 303, 307, 308])
  func `a redirect is followed`(status: Int) async throws {
    let server = try HTTPServer([
      "/old": [.redirect(status, to: "/new?x=1")], "/new?x=1": [.respond(200, "there")],
    ])
    #expect(try await fixture.fetch(server.url("/old")).body == Data("there".utf8))
    #expect(server.paths == ["/old", "/new?x=1"])
  }

  @Test(arguments: [(303, "GET /b", nil), (307, "POST /b", "Content-Length: 1")])
  func `a redirect with 303 drops the method and the body, and one with 307 keeps them`(
    status: Int, second: String, length: Substring?
  ) async throws {
    let server = try HTTPServer([
      "/": [.redirect(status, to: "/b")], "/b": [.respond(200, "there")],
    ])
    let request = FetchRequest(url: server.url("/"), method: .post, body: Data("x".utf8))
    #expect(try await fixture.fetcher.fetch(request).body == Data("there".utf8))
    let lines = server.heads.map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
    #expect(lines == ["POST /", second])
    let lengths = server.heads.map { head in
      head.split(separator: "\r\n").first { $0.hasPrefix("Content-Length:") }
    }
    #expect(lengths == ["Content-Length: 1", length])
  }

  @Test(arguments: ["/loop", "/a"])
  func `a redirect loop is an error after ten redirects, and is not retried`(
    path: String
  ) async throws {
    let server = try HTTPServer([
      "/loop": [.redirect(302, to: "/loop")], "/a": [.redirect(302, to: "/b")],
      "/b": [.redirect(307, to: "/a")],
    ])
    let fixture = NetworkFixture()
    await #expect(throws: NetworkError.tooManyRedirects(server.url(path), limit: 10)) {
      try await fixture.fetch(server.url(path))
    }
    #expect(server.paths.count == 11)
  }

  @Test func `a redirect to an unencrypted address elsewhere is rejected and not retried`()
    async throws
  {
    let server = try HTTPServer(["/": [.redirect(302, to: "http://example.org/a?key=1")]])
    let expected = NetworkError.insecureRedirect(server.url("/"), to: "http://example.org/a")
    let fixture = NetworkFixture()
    await #expect(throws: expected) {
      try await fixture.fetch(server.url("/"))
    }
    #expect(server.paths == ["/"])
  }

  @Test func `a redirect without a location is an error status, and is not retried`() async throws {
    let server = try HTTPServer(["/": [.respond(302)]])
    let fixture = NetworkFixture()
    await #expect(throws: NetworkError.status(302, server.url("/"))) {
      try await fixture.fetch(server.url("/"))
    }
    #expect(server.paths == ["/"])
  }

  @Test func `a redirect to a closed port is an error`() async throws {
    let port = try HTTPServer.unusedPort()
    let server = try HTTPServer(["/": [.redirect(302, to: "http://127.0.0.1:\(port)/")]])
    await #expect(throws: NetworkError.refused("127.0.0.1:\(port)")) {
      try await fixture.fetch(server.url("/"))
    }
  }

  @Test(arguments: [301, 302, 303])
  func `another port receives neither credentials nor header fields nor the body`(
    status: Int
  ) async throws {
    let other = try HTTPServer(["/": [.respond(200, "there")]])
    let server = try HTTPServer(["/": [.redirect(status, to: other.url("/"))]])
    let request = FetchRequest(
      url: server.url("/"), method: .post, headers: ["X-Key": "secret"],
      body: Data("secret".utf8), credential: Credential("service") { _ in "secret" })
    _ = try await fixture.fetcher.fetch(request)
    #expect(server.heads.map { $0.components(separatedBy: "secret").count } == [3])
    let head = try #require(other.heads.first)
    #expect(!head.contains("secret") && !head.contains("Content-Length: 6"), "\(head)")
  }

  @Test(arguments: [307, 308])
  func `a request with a body is not repeated at another port without it`(status: Int) async throws
  {
    let other = try HTTPServer(["/": [.respond(200, "there")]])
    let server = try HTTPServer(["/": [.redirect(status, to: other.url("/"))]])
    let request = FetchRequest(url: server.url("/"), method: .post, body: Data("secret".utf8))
    await #expect(throws: NetworkError.foreignRedirect(server.url("/"), to: other.url("/"))) {
      try await fixture.fetcher.fetch(request)
    }
    #expect(other.heads == [])
  }

  @Test func `header fields are not restored by a second redirect`()
    async throws
  {
    let server = try HTTPServer(["/b": [.respond(200, "there")]])
    let other = try HTTPServer(["/": [.redirect(302, to: server.url("/b"))]])
    let first = try HTTPServer(["/": [.redirect(302, to: other.url("/"))]])
    let request = FetchRequest(url: first.url("/"), headers: ["X-Key": "secret"])
    #expect(try await fixture.fetcher.fetch(request).body == Data("there".utf8))
    #expect((other.heads + server.heads).allSatisfy { !$0.contains("secret") })
  }

  @Test(arguments: [
    ("http://localhost/", "https://localhost/"), ("http://localhost/", "http://127.0.0.1/"),
    ("https://localhost/", "https://localhost:8443/"),
    ("http://localhost/", "http://localhost.:80/"),
    ("http://localhost/", "//other.localhost/"),
  ])
  func `a port or host that is not the same one receives nothing`(
    from: String, to target: String
  ) throws {
    let request = try HTTPRequest(
      Address(from, allowsPlainHTTP: true), headers: ["Authorization": "secret"], idle: .seconds(1),
      total: nil)
    #expect(try request.redirected(to: target, status: 302).headers == [:])
  }

  @Test(arguments: ["/b", "http://localhost:80/b", "HTTP://localhost/b"])
  func `the same host and port receives the header fields`(target: String) throws {
    let request = try HTTPRequest(
      Address("http://localhost/", allowsPlainHTTP: true), headers: ["Authorization": "token"],
      idle: .seconds(1), total: nil)
    let redirected = try request.redirected(to: target, status: 302)
    #expect(redirected.headers == ["Authorization": "token"])
  }

  @Test(arguments: [
    "file:///etc/passwd", "ftp://127.0.0.1/", "javascript:alert(1)", "gopher://127.0.0.1/_",
    "http://127.0.0.1:99999/", "http://[::1/", "http://", "dict://127.0.0.1:1/",
  ])
  func `a redirect to an address that is not a web address is an error`(
    location: String
  ) async throws {
    let server = try HTTPServer(["/": [.redirect(302, to: location)]])
    await #expect(throws: NetworkError.badRedirect(server.url("/"), to: location)) {
      try await fixture.fetcher.fetch(FetchRequest(url: server.url("/")))
    }
  }

  @Test func `the scheme of an address may have capital letters`() async throws {
    let server = try HTTPServer(["/b": [.respond(200, "there")]])
    let first = try HTTPServer(["/": [.redirect(302, to: server.url("/b", scheme: "HTTP"))]])
    let url = first.url("/", scheme: "HTTP")
    #expect(try await fixture.fetcher.fetch(FetchRequest(url: url)).body == Data("there".utf8))
    let outcome = try await fixture.downloads.download(DownloadRequest(url: url))
    #expect(outcome == .file(DownloadFolder(of: url, in: fixture.downloads.folder).part))
    await #expect(throws: NetworkError.plainHTTP("HTTP://example.org/")) {
      try await fixture.fetcher.fetch(FetchRequest(url: "HTTP://example.org/"))
    }
  }

  @Test func `cookies are not sent back`() async throws {
    let server = try HTTPServer([
      "/": [.respond(302, header: "Set-Cookie: a=secret; Path=/\r\nLocation: /b")],
      "/b": [.respond(200, "there", header: "Set-Cookie: b=secret")],
    ])
    for _ in 0..<2 { _ = try await fixture.fetcher.fetch(FetchRequest(url: server.url("/"))) }
    #expect(server.heads.count == 4)
    #expect(server.heads.allSatisfy { !$0.contains("secret") })
  }

  /// Bytes after a response must not become the response to the next request on the connection.
  @Test func `bytes after a response are not the next response`() async throws {
    let extra = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nwrong"
    let server = try HTTPServer([
      "/a": [.send("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\none\(extra)"), .keepAlive],
      "/b": [.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nright"), .keepAlive],
    ])
    #expect(
      try await fixture.fetcher.fetch(FetchRequest(url: server.url("/a"))).body
        == Data("one".utf8))
    #expect(
      try await fixture.fetcher.fetch(FetchRequest(url: server.url("/b"))).body
        == Data("right".utf8))
  }

  @Test func `a connection that the server has closed meanwhile is replaced`() async throws {
    let server = try HTTPServer([
      "/a": [.send("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\none")],
      "/b": [.respond(200, "two")],
    ])
    for (path, body) in [("/a", "one"), ("/b", "two"), ("/a", "one")] {
      let request = FetchRequest(url: server.url(path))
      #expect(try await fixture.fetcher.fetch(request).body == Data(body.utf8))
    }
  }
}
