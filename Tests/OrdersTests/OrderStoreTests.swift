import Mediator
import ModuleManager
import ModuleTesting
import OrdersInterface
import Store
import Testing

@testable import Orders

struct OrderStoreTests {
  @Test func `an order that is known here is not replaced by that of the server`() async throws {
    let temporary = TemporaryFolder()
    let store = OrderStore(ModuleContext(mediator: Mediator(), folder: temporary.url))
    try await store.add([try Order.sample(.paid)])
    try await store.add([try Order.sample(.placed)])
    #expect(try await store.orders.map(\.state) == [.paid])
  }

  @Test(arguments: [OrderState.placed, .declined])
  func `another price is not what the person has asked to pay`(state: OrderState) async throws {
    let temporary = TemporaryFolder()
    let store = OrderStore(ModuleContext(mediator: Mediator(), folder: temporary.url))
    try await store.database.open()
    try await store.save(Order.sample(.waiting))
    try await store.requestPayment(OrdersFixture.id)
    let (_, new) = try #require(try await store.apply(Order.sample(state, price: 165)))
    #expect(new.state == .priceChanged)
    #expect(try await !store.isPaymentRequested(OrdersFixture.id))
    await store.database.close()
  }
}
