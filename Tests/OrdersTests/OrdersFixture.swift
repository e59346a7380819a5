import AccountInterface
import CartInterface
import DataSourceInterface
import Documents
import Foundation
import Mediator
import MessagesInterface
import ModuleManager
import ModuleTesting
import NetworkInterface
import OrdersInterface
import Platform
import Testing

@testable import Orders

/// The module with stubs of the others. Tests/CheckoutTests runs it with the real ones.
final class OrdersFixture: Sendable {
  static let id = "3f2a91c0-0000-4000-8000-000000000001"
  static let otherID = "3f2a91c0-0000-4000-8000-000000000002"

  let harness: ModuleHarness
  /// What the server replies to each message, in order; the last reply repeats.
  let replies: Lock<[Order]>
  /// The orders that the server knows.
  let known = Lock<[Order]>([])
  /// The JSON that the server answers instead, by the last part of the path.
  let answers = Lock<[String: String]>([:])
  /// The last parts of the paths whose replies are too long.
  let tooLong = Lock<Set<String>>([])
  let name = Lock("ana")
  let server = Lock<String?>("http://127.0.0.1")
  let session = Lock(SessionState.Status.signedIn)
  let cart: Lock<CartContent>
  /// What was to be dropped, all of which is refused.
  let dropped = Lock<[Int?]>([])
  let sent = Lock<[MessageOutcome]>([])
  /// What becomes of each message.
  let result = Lock(MessageRecord.State.sent)
  /// Whether each reply is published, as the module does.
  let publishesReplies = Lock(true)
  /// Runs before the server replies to a message.
  let beforeReply = Lock<(@Sendable () async -> Void)?>(nil)
  var mediator: Mediator { harness.mediator }

  /// - Parameters:
  ///   - replies: The states in the replies of the server.
  ///   - price: The price of a ticket in these replies.
  ///   - folder: The folder of another fixture, to test a second run.
  init(_ states: [OrderState] = [], price: Int = 150, folder: URL? = nil) async throws {
    harness = try await ModuleHarness(OrdersModule.self, folder: folder)
    replies = Lock(try states.map { try Order.sample($0, price: price) })
    let (city, currency) = (try #require(CityID("porto")), try #require(Currency("EUR")))
    let line = CartLine(
      fare: "z2", name: "Ticket Z2", rider: nil, quantity: 2, price: Money(150, currency))
    cart = Lock(CartContent(id: Self.id, city: city, lines: [line]))
    try stubAccountAndCart()
    try stubMessages()
  }

  private func stubAccountAndCart() throws {
    try harness.stub(Account.session) { [session, name, server] _ in
      let status = session.withLock { $0 }
      return SessionState(
        status: status, name: status == .signedOut ? nil : name.withLock { $0 },
        server: server.withLock { $0 }, notice: "test money, no real ticket")
    }
    try harness.stub(Account.server) { _ in "http://127.0.0.1" }
    try harness.stub(Account.token) { [session] _ in
      guard session.withLock({ $0 }) == .signedIn else { throw AccountError.notSignedIn }
      return "token"
    }
    try harness.stub(Cart.list) { [cart] _ in cart.withLock { $0 } }
    try harness.stub(Cart.reprice) { [cart] prices in
      cart.withLock { cart in
        let lines = cart.lines.map { line in
          CartLine(
            fare: line.fare, name: line.name, rider: line.rider, quantity: line.quantity,
            price: prices.prices[line.reference] ?? line.price)
        }
        cart = CartContent(id: cart.id, city: cart.city, lines: lines)
        return cart
      }
    }
    try harness.stub(Network.fetch) { [known, answers] request in
      let known = known.withLock { $0 }
      let path = request.url.split(separator: "/").last.map(String.init) ?? ""
      if let answer = answers.withLock({ $0[path] }) {
        return FetchResponse(status: 200, body: Data(answer.utf8))
      }
      if request.url.hasSuffix("/orders") {
        return FetchResponse(status: 200, body: try JSON.encode(known))
      }
      guard let order = known.first(where: { request.url.hasSuffix($0.id) }) else {
        throw NetworkError.status(404, request.url)
      }
      return FetchResponse(status: 200, body: try JSON.encode(order))
    }
  }

  /// Signs in, after which the orders that the server knows are those of the person.
  func restore(_ orders: Order...) async {
    known.withLock { $0 = orders }
    mediator.publish(SignedIn(name: "ana"))
    await mediator.drain()
  }

  /// The orders of the person as another process sees them.
  var store: OrderStore {
    OrderStore(ModuleContext(mediator: Mediator(), folder: harness.folder))
      .with(AccountID(name: "ana", server: "http://127.0.0.1"))
  }

  /// Receives a notification of the server.
  func notify(_ order: Order) async throws {
    let payload =
      Data(#"{"method":"order.changed","params":"#.utf8) + (try JSON.encode(order)) + Data("}".utf8)
    await harness.manager.didReceive(RemoteNotification(payload: payload))
  }

  private func stubMessages() throws {
    try harness.stub(Messages.send) {
      [replies, result, sent, answers, tooLong, beforeReply, publishesReplies, mediator] message in
      await beforeReply.withLock(\.self)?()
      let path = message.path.split(separator: "/").last.map(String.init) ?? ""
      let answer = answers.withLock { $0[path] }
      let isTooLong = tooLong.withLock { $0.contains(path) }
      let reply = replies.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
      let number = sent.withLock(\.count) + 1
      let record = MessageRecord(
        id: number, type: message.type, server: message.server, topic: message.topic,
        path: message.path, key: "key", state: result.withLock(\.self),
        reason: isTooLong ? "it is too long" : nil, attempts: 1,
        queuedAt: Date(timeIntervalSince1970: 0))
      let outcome = MessageOutcome(
        record: record,
        reply: isTooLong ? nil : try answer.map { Data($0.utf8) } ?? JSON.encode(reply))
      sent.withLock { $0.append(outcome) }
      if record.state == .sent, publishesReplies.withLock(\.self) {
        mediator.publish(MessageSent(record: record, reply: outcome.reply ?? Data()))
      }
      return outcome
    }
    try harness.stub(Messages.records) { [sent] _ in sent.withLock { $0.map(\.record) } }
    try harness.stub(Messages.outcome) { [sent] id in sent.withLock { $0[id - 1] } }
    try harness.stub(Messages.retry) { _ in [] }
    try harness.stub(Messages.drop) { [dropped] selection in
      dropped.withLock { $0.append(selection.id) }
      throw MessagesError.notChangeable(selection.id ?? 0, .sending)
    }
  }
}

extension Order {
  /// The same order with `OrdersFixture.otherID`.
  var other: Order {
    Order(
      id: OrdersFixture.otherID, city: city, lines: lines, total: total, state: state,
      placedAt: placedAt)
  }

  static func sample(_ state: OrderState, price: Int = 150) throws -> Order {
    let (city, currency) = (try #require(CityID("porto")), try #require(Currency("EUR")))
    let line = OrderLine(
      fare: "z2", name: "Ticket Z2", rider: nil, quantity: 2, price: Money(price, currency))
    let tickets = (1...2).map {
      IssuedTicket(id: "\($0)", fare: "z2", name: "Ticket Z2", rider: nil, code: "TEST-\($0)")
    }
    return Order(
      id: OrdersFixture.id, city: city, lines: [line], total: Money(2 * price, currency),
      state: state, tickets: state == .issued ? tickets : [],
      placedAt: Date(timeIntervalSince1970: 0), notice: "test money, no real ticket")
  }
}
