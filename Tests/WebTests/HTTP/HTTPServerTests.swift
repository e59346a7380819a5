import Foundation
import Mediator
import Platform
import TestSupport
import Testing

@testable import Web

@Suite(.highPriority, .timeLimit(.minutes(15))) struct HTTPServerTests {
  @Test func `a connection serves one request after the other`() async throws {
    let server = try HTTPServer(port: 0) { .text($0.target) }
    let client = try HTTPClient(server)
    for number in 0..<3 {
      client.get("/\(number)")
      #expect(await client.receive()?.body == "/\(number)")
    }
    // Requests that come at once are answered in their order.
    client.send(
      (0..<100).map { "GET /\($0) HTTP/1.1\r\nHost: HOST\r\n\r\n" }.joined()
        + "GET /last HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n")
    for number in 0..<100 { #expect(await client.receive()?.body == "/\(number)") }
    #expect(await client.receive()?.body == "/last")
    #expect(await client.receive() == nil)
  }

  @Test func `the handler receives what was sent`() async throws {
    let server = try HTTPServer(port: 0) { request in
      let form = try? request.form()
      let parts: [Any] = [
        request.method.rawValue, request.path, request.query["from"] ?? [], form?["day"] ?? [],
        request.cookies("key"), request.fields["x-a"] ?? "", request.body.count,
      ]
      return .text(parts.map { "\($0)" }.joined(separator: " "))
    }
    let client = try HTTPClient(server)
    client.send(
      "POST /a%20b/%C3%A3?from=S%C3%A3o+Bento&from=b HTTP/1.1\r\nHost: HOST\r\nX-A: 1\r\nx-a:\t2 \r\n"
        + "Cookie: other=0; key=a=b; key=c\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        + "Content-Length: 9\r\n\r\nday=1%2F2")
    #expect(
      await client.receive()?.body
        == #"POST ["a b", "ã"] ["São Bento", "b"] ["1/2"] ["a=b", "c"] 1, 2 9"#)
  }

  @Test func `HEAD is answered as GET, without the body`() async throws {
    let server = try HTTPServer(port: 0) { request in
      request.path == ["stream"]
        ? HTTPResponse(body: .stream(AsyncStream { $0.yield(Data("a".utf8)) })) : .text("page")
    }
    let client = try HTTPClient(server)
    for target in ["/", "/stream"] {
      client.send("HEAD \(target) HTTP/1.1\r\nHost: HOST\r\n\r\n")
      let head = await client.receive(isHeadOnly: true)
      #expect(head?.status == 200)
      #expect(head?.fields["content-length"] == (target == "/" ? "4" : nil))
    }
    client.get("/")
    #expect(await client.receive()?.body == "page")
  }

  @Test(arguments: [204, 304])
  func `an answer without a body has no length`(status: Int) async throws {
    let server = try HTTPServer(port: 0) { _ in .text("ignored", status: status) }
    let client = try HTTPClient(server)
    for _ in 0..<2 {
      client.get("/")
      let response = await client.receive()
      #expect(response?.status == status && response?.fields["content-length"] == nil)
    }
  }

  @Test(arguments: [("", "close"), ("Connection: Keep-Alive\r\n", "keep-alive")])
  func `a client of HTTP 1.0 gets an answer, and no chunks`(
    fields: String, connection: String
  ) async throws {
    let server = try HTTPServer(port: 0) { request in
      guard request.path == ["stream"] else { return .text("page") }
      return HTTPResponse(
        body: .stream(
          AsyncStream { stream in
            for text in ["a", "b"] { stream.yield(Data(text.utf8)) }
            stream.finish()
          }))
    }
    let client = try HTTPClient(server)
    client.send("GET / HTTP/1.0\r\nHost: HOST\r\n\(fields)\r\n")
    let page = await client.receive()
    #expect(page?.body == "page" && page?.fields["connection"] == connection)
    #expect(await (connection == "close" ? client.receiveRest() : "") == "")
    let other = try HTTPClient(server)
    other.send("GET /stream HTTP/1.0\r\nHost: HOST\r\n\(fields)\r\n")
    let head = await other.receive()
    #expect(head?.fields["connection"] == "close" && head?.fields["transfer-encoding"] == nil)
    #expect(await other.receiveRest() == "ab")
  }

  @Test func `a long body arrives whole, and the client gets permission to send it`() async throws {
    let server = try HTTPServer(port: 0) { .text("\($0.body.count)") }
    let client = try HTTPClient(server)
    for _ in 0..<2 {
      client.send(
        "POST / HTTP/1.1\r\nHost: HOST\r\nContent-Length: 1048576\r\nExpect: 100-continue\r\n\r\n")
      #expect(await client.receive()?.status == 100)
      client.send(String(repeating: "a", count: 1 << 20))
      #expect(await client.receive()?.body == "1048576")
    }
  }

  @Test func `a long answer arrives whole`() async throws {
    let page = String(repeating: "0123456789", count: 1 << 20)
    let server = try HTTPServer(port: 0) { _ in .text(page) }
    let client = try HTTPClient(server)
    client.get("/")
    client.get("/", "Connection: close\r\n")
    #expect(await client.receive()?.body == page)
    #expect(await client.receive()?.body == page)
    #expect(await client.receiveRest() == "")
  }

  @Test(arguments: [
    [HTTPResponse.Field("X-A", "a\r\nSet-Cookie: b=c")], [.init("X-A", "a\n")],
    [.init("X-A", "\u{0}")], [.init("X A", "a")], [.init("", "a")], [.init("X:", "a")],
    [.init("Content-Length", "1")], [.init("transfer-encoding", "chunked")],
  ])
  func `a field that would end its line makes the answer a failure`(
    fields: [HTTPResponse.Field]
  ) async throws {
    let server = try HTTPServer(port: 0) { _ in HTTPResponse(fields: fields) }
    let client = try HTTPClient(server)
    client.get("/")
    let response = await client.receive()
    #expect(response?.status == 500 && response?.fields["set-cookie"] == nil)
  }

  @Test func `the owner of the server renders its failures`() async throws {
    let server = try HTTPServer(
      port: 0,
      failure: { failure, _ in
        HTTPResponse(failure.status, type: "x/y", body: .data(Data("no".utf8)))
      }
    ) { _ in nil }
    let client = try HTTPClient(server)
    client.send("x\r\n\r\n")
    let response = await client.receive()
    #expect(response?.fields["content-type"] == "x/y" && response?.body == "no")
  }

  @Test func `without an answer, the connection is closed`() async throws {
    let server = try HTTPServer(port: 0) { _ in nil }
    let client = try HTTPClient(server)
    client.get("/")
    #expect(await client.receive() == nil)
  }

  @Test func `what follows an answer is done before the next request is read`() async throws {
    let log = Lock<[String]>([])
    let server = try HTTPServer(port: 0) { request in
      log.withLock { $0.append(request.target) }
      var response = HTTPResponse.text("")
      response.afterwards = {
        await Task.yield()
        log.withLock { $0.append("after \(request.target)") }
      }
      return response
    }
    let client = try HTTPClient(server)
    client.get("/1")
    client.get("/2")
    client.get("/3")
    for _ in 0..<3 { #expect(await client.receive()?.status == 200) }
    #expect(log.withLock { $0.prefix(5) } == ["/1", "after /1", "/2", "after /2", "/3"])
  }

  @Test func `a stopped server ends its connections, and its port can be used again`() async throws
  {
    let server = try HTTPServer(port: 0) { _ in .text("first") }
    let client = try HTTPClient(server)
    client.get("/")
    #expect(await client.receive()?.body == "first")
    #expect(throws: PortError.self) { try HTTPServer(port: server.port) { _ in nil } }
    #expect(
      "\(PortError(port: 8080, code: EADDRINUSE))"
        == "cannot listen at port '8080': another program uses it; choose another port, or 0 for one "
        + "that is free")
    server.stop()
    #expect(await client.receive() == nil)
  }

  @Test func `the work for a stopped server is cancelled`() async throws {
    let (started, start) = AsyncStream<Void>.makeStream()
    let (ended, end) = AsyncStream<Void>.makeStream()
    let server = try HTTPServer(port: 0) { _ in
      start.finish()
      for await _ in AsyncStream<Void>.makeStream().stream {}
      end.finish()
      return nil
    }
    let client = try HTTPClient(server)
    client.get("/")
    for await _ in started {}
    server.stop()
    for await _ in ended {}
    #expect(await client.receive() == nil)
  }
}
