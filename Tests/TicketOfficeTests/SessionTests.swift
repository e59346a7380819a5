import Foundation
import Mediator
import Platform
import TestSupport
import Testing

@testable import TicketOffice

@Suite(.highPriority, .timeLimit(.minutes(15))) struct SessionTests {
  @Test func `any name signs in with the password, and with no other one`() async throws {
    let office = try TicketOffice.start()
    let client = try OfficeClient(office)
    let wrong = try await client.request("POST /session", ["name": "Anna", "password": "x"])
    #expect(wrong?.status == 401)
    let anna = try await Customer(office, name: "Zoë")
    #expect(anna.session.name == "Zoë" && anna.session.seconds == 900)
    #expect(anna.session.channelPort == office.channelPort)
    #expect(try await anna.get("/orders")?.status == 200)
    // The server may have closed the first connection, which was not used meanwhile.
    let other = try OfficeClient(office)
    #expect(try await other.request("GET /orders")?.status == 401)
    #expect(try await other.request("GET /orders", token: "x")?.status == 401)
  }

  @Test func `a token is valid for 15 minutes, and is renewed once`() async throws {
    let now = Lock(Date(timeIntervalSince1970: 1_800_000_000))
    let office = try TicketOffice.start(now: { now.withLock { $0 } })
    let anna = try await Customer(office)
    now.withLock { $0 += 899 }
    #expect(try await anna.get("/orders")?.status == 200)
    now.withLock { $0 += 1 }
    #expect(try await anna.get("/orders")?.status == 401)
    let body = ["renewal": anna.session.renewal]
    let renewed = try await anna.client.request("POST /session/renewal", body)
    let session = try #require(renewed).decode(Customer.Session.self)
    #expect(try await anna.client.request("GET /orders", token: session.token)?.status == 200)
    #expect(try await anna.client.request("POST /session/renewal", body)?.status == 401)
  }

  @Test func `a session that was ended cannot be used or renewed`() async throws {
    let office = try TicketOffice.start()
    let anna = try await Customer(office)
    #expect(try await anna.post("/session/end", [String: String]())?.status == 200)
    #expect(try await anna.get("/orders")?.status == 401)
    let body = ["renewal": anna.session.renewal]
    #expect(try await anna.client.request("POST /session/renewal", body)?.status == 401)
  }
}
