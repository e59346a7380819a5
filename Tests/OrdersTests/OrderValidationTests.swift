import DataSourceInterface
import Foundation
import Mediator
import OrdersInterface
import Testing

@testable import Orders

struct OrderValidationTests {
  @Test(arguments: [
    ("\"quantity\":2", "\"quantity\":9223372036854775807"), ("\"quantity\":2", "\"quantity\":0"),
    ("\"amount\":150", "\"amount\":9223372036854775807"), ("\"amount\":150", "\"amount\":-150"),
    ("\"amount\":300", "\"amount\":301"), ("\"currency\":\"EUR\"", "\"currency\":\"GBP\""),
    (OrdersFixture.id, "../x"), (OrdersFixture.id, "3f2a91c0-0000-4000-8000-000000000002"),
    ("\"issued\"", "\"paying\""), ("\"issued\"", "\"draft\""), ("\"id\":\"2\"", "\"id\":\"1\""),
    ("Ticket Z2", String(repeating: "x", count: 501)),
    ("TEST-1", String(repeating: "x", count: 501)),
    ("1970-", "9999-"),
  ])
  func `what a server cannot say about an order is not accepted`(
    text: String, replacement: String
  ) throws {
    let json = String(decoding: try JSON.encode(try Order.sample(.issued)), as: UTF8.self)
    #expect(json.contains(text))
    // The first place only: another currency everywhere is valid.
    let order = try JSON.decode(
      Order.self, from: Data(json.replacing(text, with: replacement, maxReplacements: 1).utf8))
    #expect(throws: DecodingError.self) { try order.validated(for: OrdersFixture.id) }
  }

  @Test func `the orders of the server are valid`() throws {
    for state in [OrderState.placed, .priceChanged, .paid, .issued, .declined] {
      let order = try Order.sample(state)
      #expect(try order.validated(for: OrdersFixture.id) == order)
    }
  }
}
