import Foundation
import Mediator
import ModuleTesting
import Platform
import TestSupport
import Testing

@testable import TicketOffice

@Suite(.highPriority, .timeLimit(.minutes(15))) struct FaultTests {
  @Test(arguments: [
    ("drop", [Fault(kind: .drop, topic: nil)]),
    (
      "payment.drop:2,slow",
      [Fault(kind: .drop, topic: .payment, count: 2), Fault(kind: .slow, topic: nil)]
    ),
    (
      "500,401:1",
      [
        Fault(kind: .serverError, topic: nil), Fault(kind: .expiredToken, topic: nil, count: 1),
      ]
    ),
    ("price", [Fault(kind: .price, topic: .orders)]), ("", []),
  ])
  func `a list of faults is parsed`(text: String, faults: [Fault]) async throws {
    #expect(try Fault.list(text) == faults)
  }

  @Test(arguments: ["x", "drop:", "drop:-1", "orders.declined", "cart.drop", ".drop", "drop drop"])
  func `a fault that does not exist is an error`(text: String) {
    #expect(throws: FaultError.self) { try TicketOffice.start(faults: text) }
  }

  @Test func `drop does the work without an answer`() async throws {
    let office = try TicketOffice.start(faults: "orders.drop:1")
    let request = OrderRequest.sample()
    #expect(try await Customer(office).post("/orders", request) == nil)
    #expect(try await office.statistics.map(\.placements) == [1])
    #expect(try await Customer(office).post("/orders", request)?.status == 200)
  }

  @Test func `500 does nothing, and 401 lets the token expire`() async throws {
    let office = try TicketOffice.start(faults: "payment.500:1,orders.401:1")
    let anna = try await Customer(office)
    let request = OrderRequest.sample()
    #expect(try await anna.post("/orders", request)?.status == 401)
    #expect(try await anna.post("/orders", request)?.status == 401)
    let again = try await Customer(office)
    #expect(try await again.post("/orders", request)?.status == 201)
    #expect(try await again.pay(request)?.status == 500)
    #expect(try await office.statistics.map(\.payments) == [0])
    #expect(try await again.pay(request)?.status == 200)
  }

  @Test func `a slow answer comes after the delay, and its work is done before`() async throws {
    let clock = ManualClock()
    let office = try TicketOffice.start(faults: "payment.slow:1", clock: clock)
    let anna = try await Customer(office)
    let request = OrderRequest.sample()
    _ = try await anna.post("/orders", request)
    let status = Lock<Int?>(nil)
    Task {
      let answer = try await anna.pay(request)
      status.withLock { $0 = answer?.status ?? 0 }
    }
    while try await office.statistics.map(\.payments) != [1] {
      try Task.checkCancellation()
      await Task.yield()
    }
    clock.advance(by: .seconds(59))
    #expect(status.withLock { $0 } == nil)
    try await wait {
      guard status.withLock({ $0 }) == nil else { return true }
      clock.advance(by: .seconds(60))
      return false
    }
    #expect(status.withLock { $0 } == 200)
  }

  @Test func `late tickets come with the next question`() async throws {
    let office = try TicketOffice.start(faults: "late:1")
    let anna = try await Customer(office)
    let request = OrderRequest.sample()
    _ = try await anna.post("/orders", request)
    let paid = try #require(try await anna.pay(request)).decode(Order.self)
    #expect(paid.state == .paid && paid.tickets.isEmpty)
    let issued = try #require(try await anna.get("/orders/\(request.id)")).decode(Order.self)
    #expect(issued.state == .issued && issued.tickets.count == 2)
  }
}
