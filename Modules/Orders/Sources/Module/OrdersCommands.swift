import CartInterface
import Console
import Documents
import Mediator
import OrdersInterface

extension Command {
  static let checkout = Command(
    "checkout", "Order and pay the tickets of the cart", action: Orders.checkout,
    input: CheckoutArguments.self,
    examples: ["checkout", "checkout --yes", "checkout --accept 2.40"]
  ) { invocation in
    let input = try invocation.input(Checkout.self)
    let arguments = try invocation.input(CheckoutArguments.self)
    // A total that is accepted was read before.
    if arguments.yes != true, input.accept == nil {
      let cart = try await invocation.mediator.perform(Cart.list)
      if let total = cart.total, cart.ticketCount > 0 {
        let tickets = cart.ticketCount == 1 ? "1 ticket" : "\(cart.ticketCount) tickets"
        guard let ask = invocation.ask else {
          throw CommandLineError.badValue(
            "--yes", reason: "nobody can be asked whether to pay \(total); add '--yes' to pay")
        }
        guard try await ask("Pay \(total) for \(tickets)? [y/N] ") else {
          throw OrdersError.notConfirmed
        }
      }
    }
    return .order(try await invocation.mediator.perform(Orders.checkout, input))
  }

  static let listOrders = Command(
    "orders", "List your orders", action: Orders.list,
    examples: ["orders", "orders --json"]
  ) { invocation in
    _ = try await invocation.mediator.perform(Orders.refresh)
    let orders = try await invocation.mediator.perform(Orders.list)
    return CommandResult(orders) { OrdersView.document(of: $0) }
  }

  static let payOrder = Command(
    "orders pay", "Pay an order that is placed or was declined", action: Orders.pay,
    arguments: ["id"], examples: ["orders pay 3f2a91c0"]
  ) { invocation in
    let input = try invocation.input(OrderReference.self)
    return .order(try await invocation.mediator.perform(Orders.pay, input))
  }

  static let cancelOrder = Command(
    "orders cancel", "Cancel an order that is not paid", calls: Orders.cancel, arguments: ["id"],
    examples: ["orders cancel 3f2a91c0"]
  ) { OrdersView.document(of: $0, in: .shell) }

  static let complain = Command(
    "orders complain", "Complain about an order", calls: Orders.complain,
    arguments: ["id", "text"],
    examples: ["orders complain 3f2a91c0 \"The train was late\""]
  ) { "\(OrdersView.sentence($0))" }
}

/// The arguments of the command `checkout`.
private struct CheckoutArguments: Codable, SchemaDescribing {
  let accept: String?
  let yes: Bool?

  static var fieldDescriptions: FieldDescriptions {
    ["accept": .acceptedTotal, "yes": .flag("pay without being asked")]
  }
}

extension CommandResult {
  /// An order as far as it got. One that waits for the network is no failure.
  fileprivate static func order(_ order: Order) -> CommandResult {
    let hasFailed =
      switch order.state {
      case .waiting, .placed, .paying, .paid, .issued: false
      case .draft, .priceChanged, .unknown, .declined, .cancelled, .expired: true
      }
    return CommandResult(order, failure: hasFailed ? .failed : nil) {
      OrdersView.document(of: $0, in: .shell)
    }
  }
}
