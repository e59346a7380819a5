import CartInterface
import DataSourceInterface
import Documents
import FaresInterface
import Mediator
import OrdersInterface

/// The cart between two changes.
struct CartState: Equatable, Sendable {
  /// The number of ids of earlier contents that are kept.
  static let earlierCount = 100
  /// The number of changes that can be undone.
  static let undoCount = 20

  /// The id of the content.
  var id: String
  var city: CityID?
  var notice: String?
  var lines: [CartLine] = []
  /// The ids of earlier contents, the oldest first, of which this one was made by changes.
  var earlierIDs: [String] = []
  /// The current city when the tickets were changed last; nil for an empty cart. It can be another
  /// one than that of the tickets.
  var currentCity: CityID?
  /// The contents that `undo` brings back, the oldest first.
  var undoable: [UndoableContent] = []
  /// Whether the order of this content has ended unpaid, so that the next one needs another id. It
  /// is not stored.
  private(set) var isReleased = false

  var content: CartContent { CartContent(id: id, city: city, lines: lines, notice: notice) }

  /// The content as the next change finds it: without tickets that another current city has
  /// removed, of which the cart was not told, because the program was killed or the cart could not
  /// be stored.
  func shown(inCity current: CityID?) -> CartContent {
    var cart = self
    if let current { cart.follow(currentCity: current) }
    guard let removed = CartTransition(old: self, new: cart).removed else { return content }
    return CartContent(id: id, city: nil, lines: [], removed: removed)
  }

  /// - Throws: `CartError`
  mutating func add(
    _ offer: FareOffer, quantity: Int, of city: CityID, notice: String?
  ) throws(CartError) {
    let old = self
    defer { remember(old) }
    if let own = self.city, own != city { throw .otherCity(city, expected: own) }
    // Before the line adds up the price of its tickets.
    try offer.price.checkRange()
    (self.city, self.notice) = (city, notice)
    let added = CartLine(
      fare: offer.id, name: offer.name ?? offer.id, rider: offer.rider, medium: offer.medium,
      quantity: quantity, price: offer.price)
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
    let old = self
    defer { remember(old) }
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

  /// Removes all tickets.
  mutating func clear() {
    let old = self
    lines = []
    remember(old)
  }

  /// Removes all tickets, if they are of another city than the current one, and that has changed
  /// since the cart was changed last. So tickets of another city can be added, but do not survive a
  /// change. If the current city was not known at the last change, it counts as that of the
  /// tickets.
  mutating func follow(currentCity current: CityID) {
    if let known = currentCity ?? city, known != current, city != current { clear() }
  }

  /// Brings back the tickets before the last change by the person, or by another city.
  /// - Throws: `CartError.nothingToUndo`
  mutating func undo() throws(CartError) {
    // Neighbouring contents are equal if one between them was damaged, or is gone with its order.
    guard let index = undoable.lastIndex(where: { !$0.hasLines(of: lines) }) else {
      throw .nothingToUndo
    }
    let last = undoable[index]
    (city, notice, lines) = (last.city, last.notice, last.lines)
    // The ids before an empty cart belong to other tickets. If the cart was emptied again since
    // then, `earlierIDs` lacks the ids after it.
    let start = undoable[..<index].lastIndex { $0.lines.isEmpty }.map { $0 + 1 } ?? 0
    let ids = undoable[start...index].flatMap(\.ids).filter { !earlierIDs.contains($0) }
    earlierIDs = (ids + earlierIDs).suffix(Self.earlierCount)
    undoable.removeSubrange(index...)
  }

  /// Makes earlier changes final: what was paid, or belongs to somebody else, must not come back.
  mutating func forgetChanges() { undoable = [] }

  /// Lets `undo` bring back the content before a change, if the change has an effect.
  private mutating func remember(_ old: CartState) {
    guard !lines.isEqual(to: old.lines) else { return }
    let known = Set(undoable.flatMap(\.ids))
    undoable.append(
      UndoableContent(
        ids: (old.earlierIDs + [old.id]).filter { !known.contains($0) }, city: old.city,
        notice: old.notice, lines: old.lines))
    guard undoable.count > Self.undoCount else { return }
    let oldest = undoable.removeFirst()
    if !oldest.lines.isEmpty {
      undoable[0].ids = (oldest.ids + undoable[0].ids).suffix(Self.earlierCount)
    }
  }

  /// Removes the tickets of an order that this content, or an earlier one, has become. Changes
  /// before cannot be undone, because that would bring back what is paid.
  mutating func remove(_ ordered: [OrderLine], ofOrder order: String) {
    if order == id {
      forgetChanges()
      return lines = []
    }
    guard let position = earlierIDs.lastIndex(of: order) else {
      // The cart was emptied after that content.
      guard let last = undoable.lastIndex(where: { $0.ids.contains(order) }) else { return }
      let next = undoable[last...].firstIndex { $0.lines.isEmpty }
      return undoable.removeFirst(next ?? undoable.count)
    }
    forgetChanges()
    earlierIDs.removeFirst(position + 1)
    for line in ordered {
      let reference = CartLineReference(fare: line.fare, rider: line.rider, medium: line.medium)
      guard let index = lines.firstIndex(where: { $0.reference == reference }) else { continue }
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

  /// Gives the cart another id if its lines differ from those of `old` by more than prices, or
  /// belong to an order that has ended unpaid.
  mutating func renew(after old: CartState, id newID: String) {
    if lines.isEmpty { currentCity = nil }
    guard isReleased || !lines.isEqual(to: old.lines) else { return }
    isReleased = false
    earlierIDs = (earlierIDs + [id]).suffix(Self.earlierCount)
    id = newID
    if lines.isEmpty { (city, notice, earlierIDs) = (nil, nil, []) }
  }

  /// The line for this rider and this medium, or the only line of the fare.
  private func index(of line: CartLineReference) throws(CartError) -> Int {
    let fare = lines.map(\.fare).only(named: line.fare)
    let indices = lines.indices.filter { lines[$0].fare == fare }
    guard !indices.isEmpty else {
      throw .notInCart(line.fare, nearest: lines.map(\.fare).nearest(to: line.fare).first)
    }
    guard let forRider = choice(of: line.rider, \.rider, from: indices) else {
      throw .riderNeeded(line.fare, riders: indices.compactMap { lines[$0].rider })
    }
    guard let found = choice(of: line.medium, \.medium, from: forRider)?.first else {
      throw .mediumNeeded(line.fare, media: forRider.compactMap { lines[$0].medium })
    }
    return found
  }

  /// The lines with a name that a text means. Without a text, those without a name, or all if they
  /// have one name; nil if there are several.
  private func choice(
    of text: String?, _ name: KeyPath<CartLine, String?>, from indices: [Int]
  ) -> [Int]? {
    let names = Set(indices.compactMap { lines[$0][keyPath: name] }).sorted()
    guard let text else {
      let unnamed = indices.filter { lines[$0][keyPath: name] == nil }
      return unnamed.isEmpty ? (names.count == 1 ? indices : nil) : unnamed
    }
    return names.firstIndex(matching: text).map { found in
      indices.filter { lines[$0][keyPath: name] == names[found] }
    }
  }
}

/// The cart before and after a change.
struct CartTransition: Sendable {
  let old: CartState
  let new: CartState

  var isNew: Bool { old.content != new.content }

  /// The tickets that the cart no longer has; nil unless the change has removed all.
  var removed: RemovedTickets? {
    guard new.lines.isEmpty, !old.lines.isEmpty else { return nil }
    return RemovedTickets(city: old.city, count: old.content.ticketCount)
  }
}

/// A content before a change.
struct UndoableContent: Codable, Equatable, Sendable {
  /// Its id, and those of earlier contents of which it was made and which no older entry has.
  var ids: [String]
  let city: CityID?
  let notice: String?
  let lines: [CartLine]

  func hasLines(of others: [CartLine]) -> Bool { lines.isEqual(to: others) }
}

extension [CartLine] {
  /// Whether the lines differ at most by their prices.
  fileprivate func isEqual(to others: [CartLine]) -> Bool {
    map(\.identity) == others.map(\.identity)
  }
}

extension CartLine {
  /// What an order of the line depends on, besides its price.
  fileprivate var identity: [String] { [fare, rider ?? "", medium ?? "", "\(quantity)"] }

  fileprivate func with(quantity: Int) throws(CartError) -> CartLine {
    guard (1...Cart.maximumQuantity).contains(quantity) else { throw .quantityOutOfRange(quantity) }
    return CartLine(
      fare: fare, name: name, rider: rider, medium: medium, quantity: quantity, price: price)
  }

  fileprivate func with(price: Money) -> CartLine {
    CartLine(
      fare: fare, name: name, rider: rider, medium: medium, quantity: quantity, price: price)
  }
}

extension Money {
  fileprivate func checkRange() throws(CartError) {
    guard (0...CartError.maximumPrice).contains(amount) else { throw .priceOutOfRange(self) }
  }
}
