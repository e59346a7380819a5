import Foundation
import Mediator
import TestSupport
import Testing
import Web

@testable import TicketOffice

@Suite(.highPriority, .timeLimit(.minutes(15))) struct RoutesTests {
  @Test(arguments: [
    ("Host: HOST\r\n", 200), ("Host: localhost:PORT\r\n", 200), ("Host: a.example\r\n", 421),
    ("Host: HOST\r\nOrigin: http://HOST\r\n", 200),
    ("Host: HOST\r\nOrigin: http://localhost:PORT\r\n", 200),
    ("Host: HOST\r\nOrigin: http://[::1]:PORT\r\n", 200),
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

  @Test(arguments: [
    ("GET /x", 404), ("POST /orders/1/x", 404), ("DELETE /orders", 405), ("GET /../orders", 400),
  ])
  func `what cannot be answered is refused in JSON`(line: String, status: Int) async throws {
    let office = try TicketOffice.start()
    let response = try await OfficeClient(office).request(line)
    #expect(response?.status == status)
    #expect(response?.error?.isEmpty == false)
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

  @Test func `a stopped server ends its connections, and its ports can be used again`() async throws
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
