import Channel
import Foundation
import Mediator
import ModuleTesting
import TestSupport
import Testing

@testable import TicketOffice

@Suite(.highPriority, .timeLimit(.minutes(15))) struct ChannelRoutesTests {
  @Test func `a client hears of its orders and of all announcements`() async throws {
    let office = try TicketOffice.start(faults: "duplicate:1")
    let (anna, ben) = (try await Customer(office), try await Customer(office, name: "Ben"))
    let channel = try Channel(.loopback(port: office.channelPort))
    var orders = channel.notifications(of: "order.changed").makeAsyncIterator()
    var announcements = channel.notifications(of: "platform.closed").makeAsyncIterator()
    let token = try JSON.encode(["token": anna.session.token])
    _ = try await channel.request("subscribe", token, timeout: .seconds(600))
    #expect(try await ben.post("/orders", OrderRequest.sample())?.status == 201)
    let request = OrderRequest.sample()
    try #require(try await anna.post("/orders", request)?.status == 201)
    try #require(try await anna.pay(request)?.status == 200)
    var states: [Order.State] = []
    while states.count < 2, let parameters = await orders.next() {
      let order = try JSON.decode(Order.self, from: parameters)
      #expect(order.id == request.id)
      states.append(order.state)
    }
    // The fault concerned the order of Ben.
    #expect(states == [.placed, .issued])
    let sent = try office.announce(
      AnnouncementRequest(city: "porto", station: "Trindade", text: "platform 2 is closed"))
    let received = try #require(await announcements.next())
    #expect(try JSON.decode(Announcement.self, from: received) == sent)
  }

  @Test func `with the fault duplicate, each notification comes twice`() async throws {
    let office = try TicketOffice.start(faults: "duplicate")
    let anna = try await Customer(office)
    let channel = try Channel(.loopback(port: office.channelPort))
    var orders = channel.notifications(of: "order.changed").makeAsyncIterator()
    let token = try JSON.encode(["token": anna.session.token])
    _ = try await channel.request("subscribe", token, timeout: .seconds(600))
    try #require(try await anna.post("/orders", OrderRequest.sample())?.status == 201)
    let first = await orders.next()
    #expect(try #require(first) == #require(await orders.next()))
  }

  @Test func `the tickets that are late are pushed`() async throws {
    let office = try TicketOffice.start(faults: "late")
    let anna = try await Customer(office)
    let channel = try Channel(.loopback(port: office.channelPort))
    var orders = channel.notifications(of: "order.changed").makeAsyncIterator()
    let token = try JSON.encode(["token": anna.session.token])
    _ = try await channel.request("subscribe", token, timeout: .seconds(600))
    let request = OrderRequest.sample()
    try #require(try await anna.post("/orders", request)?.status == 201)
    try #require(try await anna.pay(request)?.status == 200)
    var states: [Order.State] = []
    while states.last != .issued, let parameters = await orders.next() {
      states.append(try JSON.decode(Order.self, from: parameters).state)
    }
    #expect(states == [.placed, .paid, .issued])
  }

  @Test func `a client that subscribes is served beside 100 that do not`() async throws {
    let office = try TicketOffice.start()
    let anna = try await Customer(office)
    let silent = try (0..<100).map { _ in try OfficeClient(port: office.channelPort) }
    let channel = try Channel(.loopback(port: office.channelPort))
    let token = try JSON.encode(["token": anna.session.token])
    _ = try await channel.request("subscribe", token, timeout: .seconds(600))
    #expect(office.subscriberNames == ["Anna"])
    #expect(await silent[0].receive() == nil)
  }

  @Test(arguments: [
    ("subscribe", #"{"token":"x"}"#, 401), ("subscribe", #"{}"#, RPCErrorCode.invalidParameters),
    ("x", "{}", RPCErrorCode.methodNotFound),
  ])
  func `what is wrong has a code`(method: String, parameters: String, code: Int) async throws {
    let office = try TicketOffice.start()
    let channel = try Channel(.loopback(port: office.channelPort))
    let error = await #expect(throws: ChannelError.self) {
      try await channel.request(method, Data(parameters.utf8), timeout: .seconds(600))
    }
    guard case .remote(code, _, _) = error else { return #expect(error == nil) }
  }
}
