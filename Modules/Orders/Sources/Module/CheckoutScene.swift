import AccountInterface
import CartInterface
import Console
import DataSourceInterface
import Documents
import Mediator
import OrdersInterface
import Scenes

/// What a person can do next to get the tickets of the cart.
enum CheckoutStep: Hashable, Encodable, Sendable {
  case signIn(expired: String?)
  case order(total: Money)
  /// The server has other prices.
  case accept(old: Money, new: Money)
  /// An order has not ended.
  case resume(Order)
  /// There is no server.
  case unavailable(reason: String)

  /// Whether the person can take the step.
  fileprivate var isPossible: Bool { if case .unavailable = self { false } else { true } }

  /// The id of its row.
  fileprivate var id: String {
    switch self {
    case .signIn: "sign-in"
    case .order: "order"
    case .accept: "accept"
    case .resume(let order): order.id
    case .unavailable: "unavailable"
    }
  }
}

extension ListScene {
  /// The content of the cart, a row for the next step, and the order when there is one.
  static func checkout(through mediator: Mediator) -> ListScene {
    let progress = CheckoutProgress()
    let lines = ListSection(
      "lines", id: { "\($0.fare) \($0.rider ?? "") \($0.medium ?? "")" }, layout: OrdersView.lines
    ) { _ in ListPage(try await mediator.perform(Cart.list).lines.map(OrderLine.init)) }
    let steps = ListSection(
      "steps", id: \.id, layout: OrdersView.step,
      empty: "The cart is empty."
    ) { _ in
      let hasEnded = await progress.order?.state.isOpen == false
      let steps = try await CheckoutStep.next(through: mediator)
      return ListPage(steps, isDrawn: !steps.isEmpty || !hasEnded)
    }
    let order = ListSection("order", id: \.id, layout: OrdersView.detail) { _ in
      // The order may have changed since.
      guard let id = await progress.order?.id else { return ListPage([]) }
      return ListPage(try await mediator.perform(Orders.list).filter { $0.id == id })
    }
    let notice = ListSection("notice", id: \.self, layout: OrdersView.notice) { _ in
      // An order shows its own.
      let total = try await mediator.perform(Cart.list).total
      guard await progress.order == nil, total != nil else { return ListPage([]) }
      let notice = try await mediator.perform(Account.session).notice
      return ListPage(notice.map { [$0] } ?? [])
    }
    let scene = ListScene("Checkout", [lines, steps, notice, order])
    scene.addAction("open", key: .enter, on: steps, applies: \.isPossible) { scene, step in
      switch step {
      case .signIn:
        scene.openScene(showing: SignInRequest())
        return nil
      case .order, .resume: return try await scene.checkOut(Checkout(), progress, mediator)
      case .accept(_, let new):
        return try await scene.checkOut(Checkout(accepting: new), progress, mediator)
      case .unavailable: return nil
      }
    }
    return scene
  }

  private func checkOut(
    _ request: Checkout, _ progress: CheckoutProgress, _ mediator: Mediator
  ) async throws -> LocalizedText {
    do {
      let order = try await mediator.perform(Orders.checkout, request)
      progress.order = order
      await refresh()
      return OrdersView.sentence(order, in: .browser)
    } catch let error as OrdersError {
      guard case .priceChanged(_, let new) = error else { throw error }
      await refresh()
      return "The price is now \(new); nothing is ordered unless you accept it."
    }
  }
}

/// The order that the scene has made.
@MainActor
private final class CheckoutProgress {
  var order: Order?
}

extension CheckoutStep {
  /// The next step; none for an empty cart without an order that has not ended.
  fileprivate static func next(through mediator: Mediator) async throws -> [CheckoutStep] {
    let session = try await mediator.perform(Account.session)
    guard session.server != nil else {
      let error = AccountError.noServer(file: session.configurationFile ?? "config.json")
      return [.unavailable(reason: "\(error)")]
    }
    let content = try await mediator.perform(Cart.list)
    let orders = try await mediator.perform(Orders.list)
    let open = orders.first(where: \.state.isOpen)
    guard content.total != nil || open != nil else { return [] }
    guard session.status == .signedIn else { return [.signIn(expired: session.name)] }
    if let open { return [.resume(open)] }
    guard let total = content.total else { return [] }
    let order = orders.first { $0.id == content.id && $0.state == .priceChanged }
    return [order.map { .accept(old: total, new: $0.total) } ?? .order(total: total)]
  }
}
