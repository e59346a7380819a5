import AccountInterface
import CartInterface
import Documents
import Mediator
import OrdersInterface
import Scenes

extension OrdersModule {
  /// The orders. A `CheckoutRequest` shows the order of the cart's tickets instead. Opening the
  /// scene looks up what has become of the orders.
  static let scenes = [
    SceneDescription(
      "Orders", "see and pay your orders", shows: CheckoutRequest.self,
      following: [
        OrderChanged.self, OrdersCleared.self, CartChanged.self, SignedIn.self, SignedOut.self,
      ]
    ) { request, mediator in
      let scene: ListScene =
        request == nil ? .orders(through: mediator) : .checkout(through: mediator)
      scene.perform {
        _ = try await mediator.perform(Orders.refresh)
        return nil
      }
      return scene
    }
    .listed { mediator in
      _ = try await mediator.perform(Account.server)
      return true
    }
  ]
}

extension ListScene {
  static func orders(through mediator: Mediator) -> ListScene {
    let orders = ListSection(
      "orders", id: \.id, layout: OrdersView.list, empty: "\(OrdersView.empty(in: .browser))"
    ) { _ in ListPage(try await mediator.perform(Orders.list)) }
    let notices = ListSection("notices", id: \.self, layout: OrdersView.notice) { _ in
      ListPage(OrdersView.notices(of: try await mediator.perform(Orders.list)))
    }
    orders.slot = OrdersModule.slot
    orders.detail = { .scene(.order($0.id, through: mediator)) }
    let scene = ListScene("Orders", [orders, notices])
    scene.addActions(on: orders, through: mediator)
    return scene
  }

  /// One order: its state, what was ordered and its tickets.
  private static func order(_ id: String, through mediator: Mediator) -> ListScene {
    let order = ListSection("order", id: \.id, layout: OrdersView.detail) { _ in
      ListPage(try await mediator.perform(Orders.list).filter { $0.id == id })
    }
    let scene = ListScene("Order \(id.prefix(8))", [order])
    scene.addActions(on: order, through: mediator)
    return scene
  }

  private func addActions(on orders: ListSection<Order>, through mediator: Mediator) {
    addAction(
      "pay", key: "p", on: orders, calls: Orders.pay, through: mediator,
      applies: \.state.isPayable, confirmation: { "Pay \($0.total)?" }
    ) {
      OrderReference(id: $0.id)
    } notice: {
      OrdersView.sentence($0, in: .browser)
    }
    addAction(
      "cancel", key: "d", on: orders, calls: Orders.cancel, through: mediator,
      applies: \.state.isCancellable, confirmation: { _ in "Cancel the order?" }
    ) {
      OrderReference(id: $0.id)
    } notice: {
      OrdersView.sentence($0, in: .browser)
    }
    addAction("complain", key: "m", on: orders) { scene, order in
      let receipt = try await scene.fill(
        "Complain about an order", submit: "Send", calls: Orders.complain, given: ["id": order.id],
        through: mediator)
      return receipt.map { OrdersView.sentence($0) }
    }
  }
}
