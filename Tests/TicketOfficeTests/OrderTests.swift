import Foundation
import ModuleTesting
import TestSupport
import Testing

@testable import TicketOffice

@Suite(.highPriority, .timeLimit(.minutes(15))) struct OrderTests {
  @Test func `an order is placed once, paid once and then has its tickets`() async throws {
    let office = try TicketOffice.start()
    let anna = try await Customer(office)
    let request = OrderRequest.sample()
    let placed = try #require(try await anna.post("/orders", request))
    #expect(placed.status == 201)
    #expect(try placed.decode(Order.self).state == .placed)
    let again = try #require(try await anna.post("/orders", request))
    #expect(again.status == 200)
    #expect(try again.decode(Order.self) == placed.decode())
    let issued = try #require(try await anna.pay(request, key: "a")).decode(Order.self)
    #expect(issued.state == .issued && issued.tickets.count == 2)
    #expect(Set(issued.tickets.map(\.id)).count == 2)
    #expect(issued.notice == "test money, no real ticket")
    #expect(try await anna.pay(request, key: "a")?.decode(Order.self) == issued)
    #expect(try await office.statistics.map(\.payments) == [1])
    #expect(try await anna.get("/orders")?.decode([Order].self) == [issued])
  }

  @Test func `a payment with another key is charged again`() async throws {
    let office = try TicketOffice.start()
    let anna = try await Customer(office)
    let request = OrderRequest.sample()
    _ = try await anna.post("/orders", request)
    for key in ["a", "b", "a"] { _ = try await anna.pay(request, key: key) }
    let statistics = try await office.statistics
    #expect(statistics.map(\.payments) == [2] && statistics.map(\.placements) == [1])
    #expect(statistics.map(\.tickets) == [2])
  }

  @Test func `changed prices are asked for, and nothing is placed before`() async throws {
    let office = try TicketOffice.start(faults: "price:1")
    let anna = try await Customer(office)
    let request = OrderRequest.sample()
    let changed = try #require(try await anna.post("/orders", request)).decode(Order.self)
    #expect(changed.state == .priceChanged && changed.total == Price(308, "EUR"))
    #expect(try await office.statistics.map(\.placements) == [0])
    #expect(try await anna.post("/orders", request)?.decode(Order.self) == changed)
    #expect(try await anna.pay(request)?.status == 409)
    let accepted = OrderRequest(
      id: request.id, city: request.city, lines: changed.lines, total: changed.total)
    #expect(try await anna.post("/orders", accepted)?.decode(Order.self).state == .placed)
    #expect(try await office.statistics.map(\.placements) == [1])
    #expect(try await anna.pay(accepted)?.decode(Order.self).state == .issued)
  }

  @Test func `a declined payment can be repeated, and costs nothing`() async throws {
    let office = try TicketOffice.start(faults: "declined:1")
    let anna = try await Customer(office)
    let request = OrderRequest.sample()
    _ = try await anna.post("/orders", request)
    let declined = try #require(try await anna.pay(request, key: "a")).decode(Order.self)
    #expect(declined.state == .declined && declined.reason != nil && declined.tickets.isEmpty)
    #expect(try await office.statistics.map(\.payments) == [0])
    let issued = try #require(try await anna.pay(request, key: "b")).decode(Order.self)
    #expect(issued.state == .issued && issued.reason == nil)
  }

  @Test func `an order that is not paid can be cancelled or expire, and is not paid then`()
    async throws
  {
    let office = try TicketOffice.start()
    let anna = try await Customer(office)
    let requests = (0..<3).map { _ in OrderRequest.sample() }
    for request in requests { _ = try await anna.post("/orders", request) }
    let cancelled = try await anna.post(
      "/orders/\(requests[0].id)/cancellation", [String: String]())
    #expect(try cancelled?.decode(Order.self).state == .cancelled)
    try await office.expire(requests[1].id)
    #expect(try await anna.pay(requests[0])?.status == 409)
    #expect(try await anna.pay(requests[1])?.status == 409)
    _ = try await anna.pay(requests[2])
    let refused = try await anna.post("/orders/\(requests[2].id)/cancellation", [String: String]())
    #expect(refused?.status == 409)
    let states = try await anna.get("/orders")?.decode([Order].self).map(\.state)
    #expect(states == [.cancelled, .expired, .issued])
  }

  @Test func `nobody sees or changes the order of somebody else`() async throws {
    let office = try TicketOffice.start()
    let (anna, ben) = (try await Customer(office), try await Customer(office, name: "Ben"))
    let request = OrderRequest.sample()
    _ = try await anna.post("/orders", request)
    #expect(try await ben.get("/orders/\(request.id)")?.status == 404)
    #expect(try await ben.pay(request)?.status == 404)
    #expect(try await ben.post("/orders", request)?.status == 409)
    #expect(try await ben.get("/orders")?.decode([Order].self) == [])
    #expect(
      try await anna.post("/orders/\(request.id)/complaints", ["text": "late"])?.status == 201)
    #expect(try await ben.post("/orders/\(request.id)/complaints", ["text": "late"])?.status == 404)
  }

  @Test(
    arguments: [
      { ("1", $0.lines, $0.total) }, { ($0.id, [], $0.total) },
      { ($0.id, $0.lines, Price(1, "EUR")) }, { ($0.id, $0.lines, Price(280, "USD")) },
      { ($0.id, $0.lines.map { $0.with(quantity: 0) }, Price(0, "EUR")) },
      { ($0.id, $0.lines.map { $0.with(quantity: 100) }, Price(14_000, "EUR")) },
      { ($0.id, $0.lines.map { $0.with(quantity: Int.max) }, Price(0, "EUR")) },
      { ($0.id, Array(repeating: $0.lines[0], count: 51), Price(14_280, "EUR")) },
    ] as [@Sendable (OrderRequest) -> (String, [OrderLine], Price)])
  func `an order that is not valid is refused`(
    change: @Sendable (OrderRequest) -> (String, [OrderLine], Price)
  ) async throws {
    let office = try TicketOffice.start()
    let anna = try await Customer(office)
    let (id, lines, total) = change(.sample())
    let request = OrderRequest(id: id, city: "porto", lines: lines, total: total)
    #expect(try await anna.post("/orders", request)?.status == 400)
    #expect(try await office.statistics.isEmpty)
  }

  @Test func `another content under the same id is refused`() async throws {
    let office = try TicketOffice.start()
    let anna = try await Customer(office)
    let request = OrderRequest.sample()
    _ = try await anna.post("/orders", request)
    let other = OrderRequest(
      id: request.id, city: "porto", lines: request.lines.map { $0.with(quantity: 1) },
      total: Price(140, "EUR"))
    #expect(try await anna.post("/orders", other)?.status == 409)
  }

  @Test func `a server that was stopped knows what it has answered`() async throws {
    let folder = TemporaryFolder()
    let office = try TicketOffice.start(folder: folder.url)
    let anna = try await Customer(office)
    let request = OrderRequest.sample()
    _ = try await anna.post("/orders", request)
    let issued = try #require(try await anna.pay(request)).decode(Order.self)
    office.stop()
    let next = try TicketOffice.start(folder: folder.url)
    let client = try OfficeClient(next)
    let orders = try await client.request("GET /orders", token: anna.session.token)
    #expect(try orders?.decode([Order].self) == [issued])
  }
}

extension OrderLine {
  fileprivate func with(quantity: Int) -> OrderLine {
    OrderLine(fare: fare, name: name, rider: rider, quantity: quantity, price: price)
  }
}
