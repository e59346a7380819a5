import Foundation
import Mediator
import Platform
import TestSupport
import Testing

@testable import TicketOffice

@Suite(.highPriority, .timeLimit(.minutes(15))) struct HTTPServerTests {
  @Test func `a connection serves one request after the other`() async throws {
    let office = try TicketOffice.start()
    let client = try OfficeClient(office)
    for _ in 0..<3 { #expect(try await client.request("GET /statistics")?.status == 200) }
    // Two requests at once are answered in their order.
    client.send(
      "GET /statistics HTTP/1.1\r\nHost: HOST\r\n\r\n"
        + "GET /x HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n")
    #expect(await client.receive()?.status == 200)
    #expect(await client.receive()?.status == 404)
    #expect(await client.receive() == nil)
  }

  @Test(arguments: [
    ("GET /orders\r\n\r\n", 400), ("GET  /orders HTTP/1.1\r\n\r\n", 400),
    ("get /orders HTTP/1.1\r\n\r\n", 400), ("GET orders HTTP/1.1\r\n\r\n", 400),
    ("GET /orders HTTP/2.0\r\n\r\n", 505), ("GET /orders HTTP/1.1\nHost: a\r\n\r\n", 400),
    ("GET /orders HTTP/1.1\r\nHost : a\r\n\r\n", 400), ("GET / HTTP/1.1\r\n a: b\r\n\r\n", 400),
    ("GET /é HTTP/1.1\r\n\r\n", 400), ("\0\0\0\0\r\n\r\n", 400), ("\r\n\r\n", 400),
    ("POST /session HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400),
    ("POST /session HTTP/1.1\r\nContent-Length: 0x10\r\n\r\n", 400),
    ("POST /session HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}", 400),
    ("POST /session HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n", 413),
    ("POST /session HTTP/1.1\r\nContent-Length: 1048577\r\n\r\n", 413),
    ("POST /session HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 501),
    ("DELETE /orders HTTP/1.1\r\n\r\n", 405), ("GET /../etc/passwd HTTP/1.1\r\n\r\n", 404),
    ("POST /session HTTP/1.1\r\nContent-Length: 10\r\n\r\n{", 400), ("GET / HTTP", 400),
  ])
  func `hostile input is answered with an error, and others are served`(
    input: String, status: Int
  ) async throws {
    try await expect(status, for: input)
  }

  @Test(arguments: [("GET /", "a", 20_000), ("GET / HTTP/1.1\r\n", "a: b\r\n", 4000)])
  func `a head that is too long is answered with an error, and others are served`(
    start: String, repeated: String, count: Int
  ) async throws {
    try await expect(431, for: start + String(repeating: repeated, count: count) + "\r\n")
  }

  private func expect(_ status: Int, for input: String) async throws {
    let office = try TicketOffice.start()
    let client = try OfficeClient(office)
    client.send(input.replacing(" HTTP/1.1\r\n", with: " HTTP/1.1\r\nHost: HOST\r\n"))
    client.endOutput()
    #expect(await client.receive()?.status == status)
    #expect(try await OfficeClient(office).request("GET /statistics")?.status == 200)
  }

  @Test(arguments: [
    ("Host: 127.0.0.1:PORT\r\n", 200), ("Host: localhost:PORT\r\n", 200),
    ("host:LocalHost:PORT\r\n", 200), ("Host: [::1]:PORT\r\n", 200),
    ("Host: HOST\r\nOrigin: http://HOST\r\n", 200),
    ("Host: HOST\r\nOrigin: http://localhost:PORT\r\n", 200),
    ("", 400), ("Host: HOST\r\nHost: HOST\r\n", 400), ("Host: HOST\r\nhost: a.example\r\n", 400),
    ("Host:\r\n", 421), ("Host: a.example\r\n", 421), ("Host: a.example:PORT\r\n", 421),
    ("Host: 127.0.0.1\r\n", 421), ("Host: 127.0.0.1:1\r\n", 421), ("Host: localhost\r\n", 421),
    ("Host: localhost.:PORT\r\n", 421), ("Host: localhost.a.example:PORT\r\n", 421),
    ("Host: 127.0.0.1.a.example:PORT\r\n", 421), ("Host: 0.0.0.0:PORT\r\n", 421),
    ("Host: 127.0.0.2:PORT\r\n", 421), ("Host: [::ffff:127.0.0.1]:PORT\r\n", 421),
    ("Host: 2130706433:PORT\r\n", 421), ("Host: a@127.0.0.1:PORT\r\n", 421),
    ("Host: HOST, a.example\r\n", 421), ("X-Forwarded-Host: HOST\r\n", 400),
    ("Host: HOST\r\nOrigin: null\r\n", 403), ("Host: HOST\r\nOrigin:\r\n", 403),
    ("Host: HOST\r\nOrigin: http://a.example\r\n", 403),
    ("Host: HOST\r\nOrigin: https://HOST\r\n", 403),
    ("Host: HOST\r\nOrigin: http://127.0.0.1\r\n", 403),
    ("Host: HOST\r\nOrigin: http://HOST.a.example\r\n", 403),
    ("Host: HOST\r\nOrigin: http://HOST\r\nOrigin: http://a.example\r\n", 400),
  ])
  func `only requests that name this server, from no page of another one, are answered`(
    fields: String, status: Int
  ) async throws {
    let office = try TicketOffice.start()
    let client = try OfficeClient(office)
    let port = client.host.split(separator: ":").last ?? ""
    client.send("GET /statistics HTTP/1.1\r\n\(fields.replacing("PORT", with: port))\r\n")
    #expect(await client.receive()?.status == status)
  }

  @Test(.enabled(if: openFilesLimit >= 2048, "too few files may be open"))
  func `a client is answered beside 800 that send half of a request, or nothing`() async throws {
    let office = try TicketOffice.start()
    let halves = try (0..<800).map { number in
      let client = try OfficeClient(office)
      if number % 2 == 0 { client.send("GET /statistics HTTP/1.1\r\n") }
      return client
    }
    for _ in 0..<3 {
      #expect(try await OfficeClient(office).request("GET /statistics")?.status == 200)
    }
    // The connection that has waited longest was closed.
    #expect(await halves[0].receive() == nil)
  }

  @Test func `a request for which the server works is not ended for another client`() async throws {
    let (started, end) = (AsyncStream<Void>.makeStream(), AsyncStream<Void>.makeStream())
    let server = try HTTPServer(port: 0, limits: ServerLimits(connections: 1)) { request in
      started.continuation.yield()
      if request.head.target == "/slow" { for await _ in end.stream { break } }
      return HTTPResponse(status: 200, body: Data())
    }
    let slow = try OfficeClient(port: server.port)
    slow.send("GET /slow HTTP/1.1\r\nHost: HOST\r\n\r\n")
    for await _ in started.stream { break }
    #expect(await (try OfficeClient(port: server.port)).receive()?.status == 503)
    end.continuation.yield()
    #expect(await slow.receive()?.status == 200)
    // Now it waits for its client, and is ended for another one.
    #expect(try await OfficeClient(port: server.port).request("GET /")?.status == 200)
    #expect(await slow.receive() == nil)
  }

  @Test(arguments: [
    ("", nil), ("G", 408), ("GET / HTTP/1.1\r\n", 408),
    ("POST / HTTP/1.1\r\nHost: 127.0.0.1:1\r\nContent-Length: 2\r\n\r\n{", 408),
  ])
  func `a client that sends no whole request in time is not waited for`(
    beginning: String, status: Int?
  ) throws {
    let (client, server) = try socketPair()
    defer { for socket in [client, server] { close(socket) } }
    HTTPReader.send(Data(beginning.utf8), to: client)
    var reader = HTTPReader(
      server, at: LocalOrigin(port: 1), limits: ServerLimits(request: .zero))
    var failure: HTTPFailure?
    do throws(HTTPFailure) { #expect(try reader.next() == nil) } catch { failure = error }
    #expect(failure?.status == status)
  }

  @Test(arguments: ["", "{", "[]", #"{"name":1}"#, #"{"name":"a"}"#, "\u{0}"])
  func `a body that does not fit is answered with 400 and a sentence`(body: String) async throws {
    let office = try TicketOffice.start()
    let client = try OfficeClient(office)
    client.send(
      "POST /session HTTP/1.1\r\nHost: HOST\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
    let response = try #require(await client.receive())
    #expect(response.status == 400)
    #expect(response.error?.isEmpty == false)
  }

  @Test func `a long body arrives whole, also when the client waits for permission`() async throws {
    let office = try TicketOffice.start()
    let client = try OfficeClient(office)
    let body = #"{"city":"porto","text":"\#(String(repeating: "a", count: 900_000))"}"#
    client.send(
      "POST /announcements HTTP/1.1\r\nHost: HOST\r\nContent-Length: \(body.utf8.count)\r\n"
        + "Expect: 100-continue\r\n\r\n")
    client.send(body)
    // The interim answer, which comes unless the body was faster, has no length.
    let first = await client.receive()
    let second = first == nil ? await client.receive() : nil
    #expect((first ?? second)?.error == "a text has 1 to 500 bytes")
  }

  @Test func `a stopped server ends its connections, and its port can be used again`() async throws
  {
    let (office, port) = try TicketOffice.startOnFixedPort()
    let client = try OfficeClient(office)
    #expect(try await client.request("GET /statistics")?.status == 200)
    office.stop()
    #expect(await client.receive() == nil)
    let next = try TicketOffice.start(port: port)
    #expect(try await OfficeClient(next).request("GET /statistics")?.status == 200)
    #expect(throws: PortError.self) { try TicketOffice.start(port: port) }
  }
}

/// How many files this process may open.
private let openFilesLimit: rlim_t = {
  var limit = rlimit()
  #if canImport(Glibc)
    let code = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  #else
    let code = getrlimit(RLIMIT_NOFILE, &limit)
  #endif
  return code == 0 ? limit.rlim_cur : 0
}()

private func socketPair() throws -> (Int32, Int32) {
  var pair: [Int32] = [-1, -1]
  #if os(Linux)
    let code = socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair)
  #else
    let code = socketpair(AF_UNIX, SOCK_STREAM, 0, &pair)
  #endif
  guard code == 0 else { throw POSIXError.last }
  return (pair[0], pair[1])
}
