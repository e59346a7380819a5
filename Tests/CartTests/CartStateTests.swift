import CartInterface
import DataSourceInterface
import Documents
import FaresInterface
import OrdersInterface
import Testing

@testable import Cart

struct CartStateTests {
  /// A cart with lines such as `2 Z2`, which had the ids `a` and `b` before.
  private func cart(_ lines: String...) -> CartState {
    CartState(
      id: "c", city: .builtIn, notice: nil, lines: lines.map(line), earlierIDs: ["a", "b"])
  }

  private func line(_ text: String) -> CartLine {
    let words = text.split(separator: " ").map(String.init)
    return CartLine(
      fare: words[1], name: words[1], rider: nil, quantity: Int(words[0]) ?? 0,
      price: Money(100, .example))
  }

  private func orderLine(_ text: String) -> OrderLine {
    let line = line(text)
    return OrderLine(
      fare: line.fare, name: line.name, rider: nil, quantity: line.quantity, price: line.price)
  }

  @Test(arguments: [
    // The order of this content.
    ("c", ["2 Z2"], [String](), ["a", "b"]),
    // An order of the content before tickets were added, once.
    ("a", ["2 Z2"], ["1 Z2", "1 Z3"], ["b"]), ("b", ["2 Z2"], ["1 Z2", "1 Z3"], []),
    ("b", ["9 Z2", "1 Z9"], ["1 Z3"], []),
    // An order of another cart.
    ("x", ["2 Z2"], ["3 Z2", "1 Z3"], ["a", "b"]),
  ])
  func `the tickets of an order leave the cart that it was made of`(
    order: String, ordered: [String], left: [String], earlier: [String]
  ) {
    var cart = cart("3 Z2", "1 Z3")
    cart.remove(ordered.map(orderLine), ofOrder: order)
    #expect(cart.lines == left.map(line) && cart.earlierIDs == earlier)
    // The event may arrive again.
    if order != "c" { cart.remove(ordered.map(orderLine), ofOrder: order) }
    #expect(cart.lines == left.map(line))
  }

  @Test func `each id is stored once, and all come back with the tickets`() throws {
    var cart = cart("1 Z2")
    for number in 0..<200 {
      let old = cart
      try cart.change(CartLineReference(fare: "Z2"), to: number % 2 + 2)
      cart.renew(after: old, id: "\(number)")
    }
    let ids = cart.undoable.flatMap(\.ids)
    #expect(cart.undoable.count == CartState.undoCount)
    #expect(
      ids.count <= CartState.earlierCount + CartState.undoCount && Set(ids).count == ids.count)
    let earlier = cart.earlierIDs
    var old = cart
    cart.clear()
    cart.renew(after: old, id: "empty")
    #expect(cart.earlierIDs == [])
    old = cart
    try cart.undo()
    cart.renew(after: old, id: "again")
    #expect(cart.earlierIDs == earlier.suffix(CartState.earlierCount - 2) + ["199", "empty"])
  }

  @Test(arguments: [-1, 1_000_000_001, .max, .min])
  func `a ticket whose price cannot be added up is refused`(amount: Int) {
    var cart = cart("1 Z2")
    let price = Money(amount, .example)
    let offer = FareOffer(
      id: "Z3", name: nil, price: price, rider: nil, changes: nil, duration: nil)
    #expect(throws: CartError.priceOutOfRange(price)) {
      try cart.add(offer, quantity: 2, of: .builtIn, notice: nil)
    }
    #expect(cart.lines == [line("1 Z2")])
  }

  @Test(
    arguments: [
      ([nil, "Card"], nil, nil), ([nil, "Card"], "card", "Card"), (["Card"], nil, "Card"),
      ([nil], "cash", "error"), (["Card"], "cash", "error"), (["Card", "Cash"], nil, "error"),
    ] as [([String?], String?, String?)])
  func `a line is that of the medium, or without one, or the only one`(
    media: [String?], medium: String?, line: String?
  ) throws {
    var cart = cart()
    cart.lines = media.map { medium in
      CartLine(
        fare: "F", name: "F", rider: nil, medium: medium, quantity: 1, price: Money(100, .example))
    }
    guard line != "error" else {
      let error = CartError.mediumNeeded("F", media: media.compactMap(\.self))
      #expect(throws: error) {
        try cart.change(CartLineReference(fare: "F", medium: medium), to: 0)
      }
      #expect(cart.lines.count == media.count)
      return
    }
    try cart.change(CartLineReference(fare: "F", medium: medium), to: 5)
    #expect(cart.lines.filter { $0.quantity == 5 }.map(\.medium) == [line])
  }

  @Test func `an error about tickets without a medium or a rider says to leave it out`() {
    #expect(
      CartError.mediumNeeded("F", media: []).description
        == "the tickets of 'F' in the cart have no fare medium; leave out 'medium'")
    #expect(
      CartError.riderNeeded("F", riders: []).description
        == "the tickets of 'F' in the cart are for everybody; leave out 'rider'")
  }

  @Test func `the ids of earlier contents are kept until the cart is empty`() {
    var cart = cart("1 Z2")
    for number in 0..<200 {
      let old = cart
      cart.lines = [line("\(number % 9 + 1) Z2")]
      cart.renew(after: old, id: "\(number)")
    }
    #expect(cart.id == "199" && cart.earlierIDs.count == CartState.earlierCount)
    #expect(cart.earlierIDs.last == "198")
    let old = cart
    cart.lines = []
    cart.renew(after: old, id: "empty")
    #expect(cart == CartState(id: "empty"))
  }
}
