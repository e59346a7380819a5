import Foundation
import TestSupport
import Testing

@testable import TicketOffice

@Suite(.highPriority, .timeLimit(.minutes(15))) struct HTTPServerTests {
  @Test func `a connection serves one request after the other`() async throws {
    let office = try TicketOffice.start()
    let client = try OfficeClient(office)
    for _ in 0..<3 { #expect(try await client.request("GET /statistics")?.status == 200) }
    // Two requests at once are answered in their order.
    client.send("GET /statistics HTTP/1.1\r\n\r\nGET /x HTTP/1.1\r\nConnection: close\r\n\r\n")
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
    client.send(input)
    client.endOutput()
    #expect(await client.receive()?.status == status)
    #expect(try await OfficeClient(office).request("GET /statistics")?.status == 200)
  }

  @Test(arguments: ["", "{", "[]", #"{"name":1}"#, #"{"name":"a"}"#, "\u{0}"])
  func `a body that does not fit is answered with 400 and a sentence`(body: String) async throws {
    let office = try TicketOffice.start()
    let client = try OfficeClient(office)
    client.send("POST /session HTTP/1.1\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
    let response = try #require(await client.receive())
    #expect(response.status == 400)
    #expect(response.error?.isEmpty == false)
  }

  @Test func `a long body arrives whole, also when the client waits for permission`() async throws {
    let office = try TicketOffice.start()
    let client = try OfficeClient(office)
    let body = #"{"city":"porto","text":"\#(String(repeating: "a", count: 900_000))"}"#
    client.send(
      "POST /announcements HTTP/1.1\r\nContent-Length: \(body.utf8.count)\r\n"
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
