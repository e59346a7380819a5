public import DataSourceInterface
public import Documents
public import Foundation

/// An order of tickets. The JSON of the ticket server has the same form.
public struct Order: Codable, Hashable, Sendable {
  /// A UUID: the id of the content of the cart from which the order was made.
  public let id: String
  /// The city of the tickets.
  public let city: CityID
  /// What was ordered.
  public let lines: [OrderLine]
  /// The price of all tickets.
  public let total: Money
  /// What has become of the order.
  public let state: OrderState
  /// Why it is in this state; nil if there is nothing to say.
  public let reason: String?
  /// The tickets; empty until they are issued.
  public let tickets: [IssuedTicket]
  /// When the person has ordered.
  public let placedAt: Date
  /// What the server says about its tickets, such as that they are none; nil before it was asked.
  public let notice: String?

  /// Creates an order.
  public init(
    id: String, city: CityID, lines: [OrderLine], total: Money, state: OrderState,
    reason: String? = nil, tickets: [IssuedTicket] = [], placedAt: Date, notice: String? = nil
  ) {
    self.id = id
    self.city = city
    self.lines = lines
    self.total = total
    self.state = state
    self.reason = reason
    self.tickets = tickets
    self.placedAt = placedAt
    self.notice = notice
  }
}

/// What has become of an order.
public enum OrderState: String, Codable, Hashable, Sendable, CaseIterable {
  /// The server does not know it.
  case draft
  /// It is sent as soon as the server can be reached.
  case waiting
  /// The server has other prices, which the person must accept.
  case priceChanged
  /// The server has accepted it; it is not paid.
  case placed
  /// The payment is sent as soon as the server can be reached.
  case paying
  /// Nobody knows whether the server has received the payment.
  case unknown
  /// It is paid; the tickets follow.
  case paid
  /// It is paid, and the tickets are there.
  case issued
  /// The payment was declined.
  case declined
  /// The person has cancelled it.
  case cancelled
  /// It was not paid in time.
  case expired
}

/// Tickets of one fare in an order.
public struct OrderLine: Codable, Hashable, Sendable {
  /// The id of the fare.
  public let fare: String
  /// The name for people.
  public let name: String
  /// The name of the rider category; nil for everybody.
  public let rider: String?
  /// The name of the fare medium, such as a card; nil when the feed gives none.
  public let medium: String?
  /// The number of tickets.
  public let quantity: Int
  /// The price of one ticket.
  public let price: Money

  /// Creates a line.
  public init(
    fare: String, name: String, rider: String?, medium: String? = nil, quantity: Int, price: Money
  ) {
    self.fare = fare
    self.name = name
    self.rider = rider
    self.medium = medium
    self.quantity = quantity
    self.price = price
  }
}

/// A ticket that the server has issued.
public struct IssuedTicket: Codable, Hashable, Sendable {
  /// The id of the ticket.
  public let id: String
  /// The id of the fare.
  public let fare: String
  /// The name for people.
  public let name: String
  /// The name of the rider category; nil for everybody.
  public let rider: String?
  /// The name of the fare medium, such as a card; nil when the feed gives none.
  public let medium: String?
  /// What the passenger shows.
  public let code: String

  /// Creates a ticket.
  public init(
    id: String, fare: String, name: String, rider: String?, medium: String? = nil, code: String
  ) {
    self.id = id
    self.fare = fare
    self.name = name
    self.rider = rider
    self.medium = medium
    self.code = code
  }
}

extension Order {
  /// The beginning of the id, which people type.
  package var shortID: String { String(id.prefix(8)) }
}
