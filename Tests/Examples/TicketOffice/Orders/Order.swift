package import Foundation
import Mediator
import Web

/// An amount of money in minor units of its currency.
package struct Price: Codable, Hashable, Sendable {
  package let amount: Int
  package let currency: String

  package init(_ amount: Int, _ currency: String) {
    self.amount = amount
    self.currency = currency
  }
}

/// Some tickets of one kind.
package struct OrderLine: Codable, Hashable, Sendable {
  package let fare: String
  package let name: String
  package let rider: String?
  package let medium: String?
  package let quantity: Int
  /// The price of one ticket.
  package var price: Price

  package init(
    fare: String, name: String, rider: String?, medium: String? = nil, quantity: Int, price: Price
  ) {
    self.fare = fare
    self.name = name
    self.rider = rider
    self.medium = medium
    self.quantity = quantity
    self.price = price
  }
}

/// What a client orders. The client chooses the id, so that a repeated request is the same order.
package struct OrderRequest: Codable, Hashable, Sendable {
  package let id: String
  package let city: String
  package let lines: [OrderLine]
  package let total: Price

  package init(id: String, city: String, lines: [OrderLine], total: Price) {
    self.id = id
    self.city = city
    self.lines = lines
    self.total = total
  }

  /// - Throws: `OfficeError`
  func validate() throws(OfficeError) {
    guard UUID(uuidString: id) != nil else {
      throw .invalid("the id '\(id.prefix(40))' is no UUID")
    }
    guard 1...50 ~= lines.count else { throw .invalid("an order has 1 to 50 lines") }
    for text in [city]
      + lines.flatMap({ [$0.fare, $0.name, $0.rider ?? "none", $0.medium ?? "none"] })
    {
      guard 1...200 ~= text.utf8.count else { throw .invalid("a text has 1 to 200 bytes") }
    }
    for line in lines {
      guard 1...99 ~= line.quantity else { throw .invalid("a quantity is 1 to 99") }
      guard 0...10_000_000 ~= line.price.amount, line.price.currency == total.currency,
        line.price.currency.wholeMatch(of: /[A-Z]{3}/) != nil
      else { throw .invalid("the price of '\(line.fare)' is not valid") }
    }
    guard total == lines.total(in: total.currency) else {
      throw .invalid("the total is not the sum of the lines")
    }
  }
}

extension [OrderLine] {
  func total(in currency: String) -> Price {
    Price(reduce(0) { $0 + $1.quantity * $1.price.amount }, currency)
  }
}

/// A ticket that cannot be used for travelling.
package struct Ticket: Codable, Hashable, Sendable {
  package let id: String
  package let fare: String
  package let name: String
  package let rider: String?
  package let medium: String?
  package let code: String
}

/// An order that the server knows.
package struct Order: Codable, Hashable, Sendable {
  package enum State: String, Codable, Sendable {
    case placed, priceChanged, paid, issued, declined, cancelled, expired
  }

  package let id: String
  package let city: String
  package internal(set) var state: State
  /// Why the order is in this state; nil if there is nothing to say.
  package internal(set) var reason: String?
  package internal(set) var lines: [OrderLine]
  package internal(set) var total: Price
  package internal(set) var tickets: [Ticket]
  package let placedAt: Date
  package let notice: String

  init(_ request: OrderRequest, at date: Date) {
    id = request.id.lowercased()
    city = request.city
    state = .placed
    (lines, total, tickets) = (request.lines, request.total, [])
    placedAt = date
    notice = "test money, no real ticket"
  }
}

/// Why the server refuses a request.
enum OfficeError: Error, Equatable {
  case invalid(String)
  case unauthorized(String)
  case noSuchOrder(String)
  case conflict(String)

  /// Says which field of a body is wrong.
  init(_ error: DecodingError) {
    let (field, reason) = error.problem
    self = .invalid(field.map { "'\($0)': \(reason)" } ?? reason)
  }

  var failure: HTTPFailure {
    switch self {
    case .invalid(let reason): HTTPFailure(400, reason)
    case .unauthorized(let reason): HTTPFailure(401, reason)
    case .noSuchOrder(let id): HTTPFailure(404, "no order '\(id.prefix(40))'")
    case .conflict(let reason): HTTPFailure(409, reason)
    }
  }
}
