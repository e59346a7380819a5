import AccountInterface
import CartInterface
import Documents
import Mediator
import OrdersInterface
import Scenes

extension CartModule {
  /// The scene "Cart", where tickets are added and removed.
  static let scenes = [
    SceneDescription(
      "Cart", "see the tickets that you want to buy", following: [CartChanged.self]
    ) { .cart(through: $0) }
    .counting { mediator in
      let count = try await mediator.perform(Cart.list).ticketCount
      return count > 0 ? "\(count)" : nil
    }
    .listed { mediator in
      if try await mediator.perform(Cart.list).ticketCount > 0 { return true }
      _ = try await mediator.perform(Account.server)
      return true
    }
  ]
}

extension CartModule {
  /// The bar with the number and the price of the tickets.
  static let bars = [
    BarDescription(
      Cart.bar, key: "v", "view the cart", following: [CartChanged.self]
    ) { mediator in
      let content = try await mediator.perform(Cart.list)
      return content.lines.isEmpty ? nil : "Cart: \(CartView.sum(of: content))"
    } scene: {
      .cart(through: $0)
    }
  ]
}

extension ListScene {
  /// The lines of the cart. A line without tickets stays until the scene is left, so that the
  /// person can add tickets again.
  static func cart(through mediator: Mediator) -> ListScene {
    let shown = ShownLines()
    let lines = ListSection(
      "lines", id: \.id, layout: CartView.list,
      empty: "The cart is empty; add tickets in 'Tickets'."
    ) { _ in ListPage(shown.lines(of: try await mediator.perform(Cart.list))) }
    let total = ListSection("total", id: \.id, layout: CartView.total) { _ in
      let content = try await mediator.perform(Cart.list)
      return ListPage(content.total == nil ? [] : [content])
    }
    let scene = ListScene("Cart", [lines, total])
    scene.addAction("one more", key: "+", on: lines) { _, line in
      _ = try await mediator.perform(
        Cart.add, CartAddition(fare: line.fare, rider: line.rider, medium: line.medium))
      return nil
    }
    scene.addAction("one less", key: "-", on: lines, applies: { $0.quantity > 0 }) { _, line in
      shown.keep(line.reference)
      _ = try await mediator.perform(Cart.takeOne, line.reference)
      return nil
    }
    scene.addAction(
      "check out", key: "c", applies: { lines.items.contains { $0.quantity > 0 } }
    ) { scene in
      scene.openScene(showing: CheckoutRequest())
      return nil
    }
    scene.addAction("remove all", key: "x", applies: { !lines.items.isEmpty }) { _ in
      _ = try await mediator.perform(Cart.clear)
      return "The cart is empty; press u to undo."
    }
    scene.addAction("undo", key: "u", calls: Cart.undo, through: mediator) {
      $0.lines.isEmpty ? "The cart is empty." : "The cart has \(CartView.sum(of: $0)) again."
    }
    return scene
  }
}

extension CartLine {
  fileprivate var id: String { [fare, rider ?? "", medium ?? ""].joined(separator: "\n") }
}
