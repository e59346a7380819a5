import OrdersInterface
import Testing

@testable import Orders

struct OrderStateTests {
  private static let server: [OrderState] = [
    .placed, .priceChanged, .paid, .issued, .declined, .cancelled, .expired,
  ]

  @Test(arguments: OrderState.allCases)
  func `the tickets of the server always count`(state: OrderState) {
    #expect(state.accepts(.issued))
  }

  @Test(arguments: [OrderState.paying, .unknown, .paid, .issued, .declined, .cancelled, .expired])
  func `a late answer to the order does not hide its payment or its end`(state: OrderState) {
    #expect(!state.accepts(.placed) && !state.accepts(.priceChanged))
  }

  @Test(arguments: [OrderState.placed, .declined])
  func `only a person accepts another price`(reply: OrderState) {
    #expect(!OrderState.priceChanged.accepts(reply))
  }

  @Test(arguments: [OrderState.paid, .issued])
  func `a paid order is not declined, cancelled or expired`(state: OrderState) {
    #expect(Self.server.filter(state.accepts).allSatisfy { [.paid, .issued].contains($0) })
  }

  @Test(arguments: [OrderState.draft, .waiting, .paying, .unknown])
  func `the states that only this app knows never come from a server`(state: OrderState) {
    #expect(!OrderState.allCases.contains { $0.accepts(state) })
  }

  @Test func `only an order on its way is open`() {
    #expect(
      OrderState.allCases.filter(\.isOpen) == [.waiting, .placed, .paying, .unknown])
  }

  @Test func `what can be paid or cancelled is neither paid nor over`() {
    #expect(OrderState.allCases.filter(\.isPayable) == [.placed, .unknown, .declined])
    #expect(
      OrderState.allCases.filter(\.isCancellable)
        == [.waiting, .priceChanged, .placed, .unknown, .declined])
  }
}
