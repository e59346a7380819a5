public import DataSourceInterface
public import Documents
public import Mediator

/// The tickets in the cart, which are all of one city and in one currency.
public struct CartContent: Codable, Hashable, Sendable {
  /// A UUID, which is another one after each change of the lines, but not of their prices. An order
  /// of this content has the same id, so that it cannot be ordered twice.
  public let id: String
  /// The city of the tickets; nil for an empty cart.
  public let city: CityID?
  /// The lines, in the order in which they were added.
  public let lines: [CartLine]
  /// The price of all tickets; nil for an empty cart.
  public let total: Money?
  /// What to know about the prices, such as that they are samples; nil for nothing.
  public let notice: String?
  /// The tickets that another current city has removed, as long as no command has reported it; nil
  /// for none.
  public let removed: RemovedTickets?

  /// Creates a content.
  /// - Parameter lines: Lines in one currency.
  public init(
    id: String, city: CityID?, lines: [CartLine], notice: String? = nil,
    removed: RemovedTickets? = nil
  ) {
    self.id = id
    self.city = city
    self.lines = lines
    self.notice = notice
    self.removed = removed
    total = lines.first.map { first in
      Money(lines.map(\.total.amount).reduce(0, +), first.price.currency)
    }
  }

  /// The number of tickets.
  public var ticketCount: Int { lines.map(\.quantity).reduce(0, +) }
}

/// Tickets that the cart no longer has.
public struct RemovedTickets: Codable, Hashable, Sendable {
  /// The city of the tickets; nil if it is unknown.
  public let city: CityID?
  /// The number of tickets.
  public let count: Int

  /// Creates the tickets of a city.
  public init(city: CityID?, count: Int) {
    self.city = city
    self.count = count
  }
}

extension RemovedTickets: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions { ["count": "the number of tickets"] }
}

/// Tickets of one fare, for riders of one category.
public struct CartLine: Codable, Hashable, Sendable {
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
  /// The price of all tickets of the line.
  public let total: Money

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
    total = Money(price.amount * quantity, price.currency)
  }

  /// The reference to the line.
  public var reference: CartLineReference {
    CartLineReference(fare: fare, rider: rider, medium: medium)
  }
}

extension CartLine: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions { ["quantity": "the number of tickets"] }
}
