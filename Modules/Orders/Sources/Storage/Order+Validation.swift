import CartInterface
import DataSourceInterface
import Documents
import Foundation
import OrdersInterface

extension Order {
  private static let maximumTextLength = 500
  private static let maximumAmount = 1_000_000_000
  /// From 1970 to the year 3000.
  private static let dates = 0...32_503_680_000.0

  /// Checks what a server says, whose numbers and texts are used in calculations, paths and lists.
  /// - Parameter expected: The id of the order that the answer is about.
  /// - Throws: `DecodingError.dataCorrupted`, as for an answer that is no JSON.
  @discardableResult
  func validated(for expected: String) throws -> Order {
    try check(id == expected && id == id.lowercased() && UUID(uuidString: id) != nil, "id")
    try check(state.isKnownToServers, "state")
    try check(1...Cart.maximumLines ~= lines.count, "lines")
    try check(Self.dates.contains(placedAt.timeIntervalSince1970), "placedAt")
    for line in lines {
      try check(1...Cart.maximumQuantity ~= line.quantity, "quantity")
      try check(0...Self.maximumAmount ~= line.price.amount, "price")
      try check(line.price.currency == total.currency, "currency")
    }
    let sum = lines.map { $0.quantity * $0.price.amount }.reduce(0, +)
    try check(total.amount == sum, "total")
    let count = lines.map(\.quantity).reduce(0, +)
    try check(tickets.count <= count && Set(tickets.map(\.id)).count == tickets.count, "tickets")
    for line in lines { try check([line.fare, line.name, line.rider, line.medium]) }
    for ticket in tickets {
      try check([ticket.id, ticket.fare, ticket.name, ticket.rider, ticket.medium, ticket.code])
    }
    try check([reason, notice])
    return self
  }

  private func check(_ texts: [String?]) throws {
    for text in texts.compactMap(\.self) {
      try check(text.utf8.count <= Self.maximumTextLength, "text")
    }
  }

  private func check(_ isValid: Bool, _ field: String) throws {
    guard !isValid else { return }
    throw DecodingError.dataCorrupted(
      DecodingError.Context(
        codingPath: [],
        debugDescription: "the '\(field)' of the order '\(id.prefix(40))' is not valid"))
  }

  /// The answer of a server. If it has placed other lines or another total than the person has
  /// ordered, these are prices that the person must accept.
  func comparingPrices(with ordered: Order) -> Order {
    guard state == .placed || state == .declined, hasOtherPrices(than: ordered) else { return self }
    return with(.priceChanged, reason: "the prices have changed")
  }
}

extension OrderState {
  fileprivate var isKnownToServers: Bool {
    switch self {
    case .placed, .priceChanged, .paid, .issued, .declined, .cancelled, .expired: true
    case .draft, .waiting, .paying, .unknown: false
    }
  }
}
