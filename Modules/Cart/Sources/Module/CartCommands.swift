import CartInterface
import Console
import Mediator

extension Command {
  static let listCart = Command(
    "cart", "Show the tickets that you want to buy", calls: Cart.list,
    examples: ["cart", "cart --json"]
  ) { CartView.document(of: $0) }

  static let addToCart = Command(
    "cart add", "Add tickets to the cart", calls: Cart.add,
    arguments: ["fare"], examples: ["cart add Z2", "cart add Z4 --quantity 2"]
  ) { CartView.document(of: $0) }

  static let changeCart = Command(
    "cart change", "Change the number of tickets of a fare; 0 removes it", calls: Cart.change,
    arguments: ["fare", "quantity"],
    examples: ["cart change Z2 3", "cart change Z4 0"]
  ) { CartView.document(of: $0) }

  static let clearCart = Command(
    "cart clear", "Remove all tickets from the cart", calls: Cart.clear, examples: ["cart clear"]
  ) { CartView.document(of: $0) }

  static let undoCart = Command(
    "cart undo",
    "Bring back the tickets before the last change; repeat it to undo earlier changes",
    calls: Cart.undo, examples: ["cart undo"]
  ) { CartView.document(of: $0) }
}
