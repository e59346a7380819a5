import AccountInterface
import CartInterface
import Console
import Mediator
import OrdersInterface
import Scenes

extension OrdersModule {
  /// The orders. A `CheckoutRequest` shows the order of the cart's tickets instead. Opening the scene
  /// looks up what has become of the orders.
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
    let scene = ListScene("Orders", [orders, notices])
    scene.canOpen = { $0.item is Order }
    scene.detail = { row in
      (row.item as? Order).map { .scene(.order($0.id, through: mediator)) }
    }
    scene.bindKeys(through: mediator)
    return scene
  }

  /// One order: its state, what was ordered and its tickets.
  private static func order(_ id: String, through mediator: Mediator) -> ListScene {
    let order = ListSection("order", id: \.id, layout: OrdersView.detail) { _ in
      ListPage(try await mediator.perform(Orders.list).filter { $0.id == id })
    }
    let scene = ListScene("Order \(id.prefix(8))", [order])
    scene.bindKeys(through: mediator)
    return scene
  }

  private func bindKeys(through mediator: Mediator) {
    bind(
      .character("p"), "pay", calls: Orders.pay, through: mediator,
      applies: { (order: Order) in order.state.isPayable }
    ) { (order: Order) in
      OrderReference(id: order.id)
    } notice: {
      "\(OrdersView.sentence($0, in: .browser))"
    }
    bind(
      .character("d"), "cancel", calls: Orders.cancel, through: mediator,
      applies: { (order: Order) in order.state.isCancellable }
    ) { (order: Order) in
      OrderReference(id: order.id)
    } notice: {
      "\(OrdersView.sentence($0, in: .browser))"
    }
    bind(.character("m"), "complain", applies: { $0?.item is Order }) { scene, row in
      guard let order = row?.item as? Order else { return nil }
      let receipt = try await scene.fill(
        .complain, calls: Orders.complain, given: ["id": order.id], through: mediator)
      return receipt.map { "\(OrdersView.sentence($0))" }
    }
  }
}
