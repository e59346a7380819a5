import CartInterface
import DataSourceInterface
import FaresInterface
import Mediator

/// The cart between two changes.
struct CartState: Equatable, Sendable {
  /// The number of ids of earlier contents that are kept.
  static let earlierCount = 100

  /// The id of the content.
  var id: String
  var city: CityID?
  var notice: String?
  var lines: [CartLine] = []
  /// The ids of earlier contents, the oldest first, of which this one was made by changes.
  var earlierIDs: [String] = []
  /// Whether the order of this content has ended unpaid, so that the next one needs another id. It is
  /// not stored.
  private(set) var isReleased = false

  var content: CartContent { CartContent(id: id, city: city, lines: lines, notice: notice) }

  /// - Throws: `CartError`
  mutating func add(
    _ offer: FareOffer, quantity: Int, of city: CityID, notice: String?
  ) throws(CartError) {
    if let own = self.city, own != city { throw .otherCity(city, expected: own) }
    // Before the line adds up the price of its tickets.
    try offer.price.checkRange()
    (self.city, self.notice) = (city, notice)
    let added = CartLine(
      fare: offer.id, name: offer.name ?? offer.id, rider: offer.rider, quantity: quantity,
      price: offer.price)
    if let currency = lines.first?.price.currency, currency != added.price.currency {
      throw .otherCurrency(offer.id, added.price, expected: currency.code)
    }
    guard let index = lines.firstIndex(where: { $0.reference == added.reference }) else {
      guard lines.count < Cart.maximumLines else { throw .tooManyLines }
      return lines.append(try added.with(quantity: quantity))
    }
    lines[index] = try lines[index].with(quantity: lines[index].quantity + quantity)
  }

  /// - Throws: `CartError`
  mutating func change(_ line: CartLineReference, to quantity: Int) throws(CartError) {
    let index = try index(of: line)
    if quantity == 0 {
      lines.remove(at: index)
    } else {
      lines[index] = try lines[index].with(quantity: quantity)
    }
  }

  /// - Throws: `CartError`
  mutating func takeOne(of line: CartLineReference) throws(CartError) {
    try change(line, to: lines[try index(of: line)].quantity - 1)
  }

  /// Removes the tickets of an order that this content, or an earlier one, has become.
  mutating func remove(_ ordered: [CartLine], ofOrder order: String) {
    if order == id { return lines = [] }
    guard let position = earlierIDs.firstIndex(of: order) else { return }
    earlierIDs.removeFirst(position + 1)
    for line in ordered {
      guard let index = lines.firstIndex(where: { $0.reference == line.reference }) else {
        continue
      }
      let quantity = lines[index].quantity - line.quantity
      if let rest = try? lines[index].with(quantity: quantity) {
        lines[index] = rest
      } else {
        lines.remove(at: index)
      }
    }
  }

  /// - Throws: `CartError`
  mutating func reprice(_ new: CartPrices) throws(CartError) {
    guard new.cart == id else { throw .changed(new.cart) }
    for (line, price) in new.prices {
      let index = try index(of: line)
      try price.checkRange()
      guard price.currency == lines[index].price.currency else {
        throw .otherCurrency(line.fare, price, expected: lines[index].price.currency.code)
      }
      lines[index] = lines[index].with(price: price)
    }
  }

  /// Lets the same tickets be ordered again, after an order of this content has ended unpaid.
  mutating func release(fromOrder order: String) {
    if order == id { isReleased = true }
  }

  /// Gives the cart another id if its lines differ from those of `old` by more than prices, or belong
  /// to an order that has ended unpaid.
  mutating func renew(after old: CartState, id newID: String) {
    guard isReleased || lines.map(\.identity) != old.lines.map(\.identity) else { return }
    isReleased = false
    earlierIDs = (earlierIDs + [id]).suffix(Self.earlierCount)
    id = newID
    if lines.isEmpty { (city, notice, earlierIDs) = (nil, nil, []) }
  }

  /// The line for this rider, or the only line of the fare.
  private func index(of line: CartLineReference) throws(CartError) -> Int {
    let indices = lines.indices.filter { lines[$0].fare == line.fare }
    if let rider = line.rider {
      let categories = indices.filter { lines[$0].rider != nil }
      let riders = categories.map { lines[$0].rider ?? "" }
      if let found = riders.firstIndex(ofRider: rider) { return categories[found] }
    } else if let everybody = indices.first(where: { lines[$0].rider == nil }) {
      return everybody
    }
    guard let only = indices.first else {
      throw .notInCart(line.fare, nearest: lines.map(\.fare).nearest(to: line.fare).first)
    }
    guard indices.count == 1, line.rider == nil else {
      throw .riderNeeded(line.fare, riders: indices.compactMap { lines[$0].rider })
    }
    return only
  }
}

extension CartLine {
  /// What an order of the line depends on, besides its price.
  fileprivate var identity: [String] { [fare, rider ?? "", "\(quantity)"] }

  fileprivate func with(quantity: Int) throws(CartError) -> CartLine {
    guard (1...Cart.maximumQuantity).contains(quantity) else { throw .quantityOutOfRange(quantity) }
    return CartLine(fare: fare, name: name, rider: rider, quantity: quantity, price: price)
  }

  fileprivate func with(price: Money) -> CartLine {
    CartLine(fare: fare, name: name, rider: rider, quantity: quantity, price: price)
  }
}

extension Money {
  fileprivate func checkRange() throws(CartError) {
    guard (0...CartError.maximumPrice).contains(amount) else { throw .priceOutOfRange(self) }
  }
}
