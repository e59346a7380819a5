import Mediator
import ModuleManager
import ModuleTesting
import OrdersInterface
import Store
import Testing

@testable import Orders

struct OrderStoreTests {
  @Test func `a change is unpublished until that change itself was published`() async throws {
    let temporary = TemporaryFolder()
    let store = OrderStore(ModuleContext(mediator: Mediator(), folder: temporary.url))
    let (placed, paid) = (try Order.sample(.placed), try Order.sample(.paid))
    try await store.save(placed)
    #expect(try await store.unpublished == [placed])
    try await store.didPublish(placed)
    #expect(try await store.unpublished == [])
    try await store.save(paid)
    #expect(try await store.unpublished == [paid])
    // The publication of the earlier change ends late.
    try await store.didPublish(placed)
    #expect(try await store.unpublished == [paid])
  }

  @Test func `an order that only the server knew needs no publication`() async throws {
    let temporary = TemporaryFolder()
    let store = OrderStore(ModuleContext(mediator: Mediator(), folder: temporary.url))
    let paid = try Order.sample(.paid)
    #expect(try await store.add([paid]) == [paid])
    #expect(try await store.add([paid]) == [])
    #expect(try await store.unpublished == [])
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
