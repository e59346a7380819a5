import Foundation

/// What becomes of an order: `placed` or `priceChanged`, then `paid`, `issued` or `declined`, and at
/// the end perhaps `cancelled` or `expired`.
extension Order {
  /// Raises the prices by 10 %, so that nothing is placed until the client accepts them.
  mutating func raisePrices() {
    for index in lines.indices {
      let price = lines[index].price
      lines[index].price = Price((price.amount * 11 + 9) / 10, price.currency)
    }
    total = lines.total(in: total.currency)
    state = .priceChanged
    reason = "the prices have changed"
  }

  /// Handles another request with the id of this order.
  /// - Returns: Whether the order is placed now.
  /// - Throws: `OfficeError.conflict` when the order is another one.
  mutating func repeatRequest(_ request: OrderRequest) throws(OfficeError) -> Bool {
    let isSame = request.lines.map(\.kind) == lines.map(\.kind) && request.city == city
    guard state == .priceChanged else {
      guard isSame, request.total == total else {
        throw .conflict("there is another order with the id '\(id)'")
      }
      return false
    }
    guard isSame else { throw .conflict("there is another order with the id '\(id)'") }
    // With the old prices, the answer is the new ones again.
    guard request.total == total, request.lines == lines else { return false }
    (state, reason) = (.placed, nil)
    return true
  }

  /// What a payment does.
  enum Payment {
    case issues
    /// The tickets come later.
    case pays
    case declines
  }

  /// Pays, and issues the tickets unless there are some. A paid order is charged again, as a server
  /// that does not recognize repeated payments does.
  /// - Throws: `OfficeError.conflict`
  mutating func pay(_ amount: Price, _ payment: Payment) throws(OfficeError) {
    guard amount == total else {
      throw .conflict("the total is \(total.amount), not \(amount.amount)")
    }
    switch state {
    case .priceChanged, .cancelled, .expired:
      throw .conflict("the order is \(state.rawValue), so it cannot be paid")
    case .paid, .issued: return
    case .placed, .declined: break
    }
    switch payment {
    case .issues:
      state = .paid
      issue()
    case .pays: (state, reason) = (.paid, nil)
    case .declines: (state, reason) = (.declined, "the bank has declined the payment")
    }
  }

  /// Issues the tickets of a paid order.
  mutating func issue() {
    guard state == .paid else { return }
    (state, reason) = (.issued, nil)
    tickets = lines.flatMap { line in
      (0..<line.quantity).map { _ in
        Ticket(
          id: UUID().uuidString.lowercased(), fare: line.fare, name: line.name, rider: line.rider,
          medium: line.medium, code: "TEST-" + UUID().uuidString.prefix(8))
      }
    }
  }

  /// - Throws: `OfficeError.conflict` when it is paid.
  mutating func cancel() throws(OfficeError) {
    switch state {
    case .placed, .priceChanged, .declined, .cancelled: (state, reason) = (.cancelled, nil)
    case .paid, .issued, .expired:
      throw .conflict("the order is \(state.rawValue), so it cannot be cancelled")
    }
  }

  /// Ends the time in which the order can be paid.
  /// - Throws: `OfficeError.conflict` when it is paid or cancelled.
  mutating func expire() throws(OfficeError) {
    switch state {
    case .placed, .priceChanged, .declined, .expired:
      (state, reason) = (.expired, "it was not paid in time")
    case .paid, .issued, .cancelled:
      throw .conflict("the order is \(state.rawValue), so it cannot expire")
    }
  }
}

extension OrderLine {
  /// The line without its price.
  fileprivate var kind: [String] { [fare, name, rider ?? "", medium ?? "", "\(quantity)"] }
}
