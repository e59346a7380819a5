public import DataSourceInterface
public import Documents
import FaresInterface
public import Mediator
public import Scenes

/// Keeps the tickets that a person wants to buy, until they are paid.
///
/// The prices are those of `Fares` at the time when a ticket is added, until a server has others
/// and the person accepts them.
public enum Cart: Interface {
  /// The largest number of tickets of one line.
  public static let maximumQuantity = 99
  /// The largest number of lines.
  public static let maximumLines = 50

  /// The bar with the number and the price of the tickets, which opens the cart over any scene.
  public static let bar = BarID("cart")

  /// Returns the content of the cart.
  public static let list = Action<Empty, CartContent>(Cart.self, "list", .reads)
  /// Adds tickets, and returns the new content. Tickets of a fare that is in the cart are added to
  /// its line, whose price does not change. A cart has the tickets of one city.
  public static let add = Action<CartAddition, CartContent>(
    Cart.self, "add", .adds, [.assistants, .programs, .plugins])
  /// Changes the number of tickets of a line, and returns the new content. A line of 0 tickets is
  /// removed.
  public static let change = Action<CartChange, CartContent>(Cart.self, "change", .sets)
  /// Takes one ticket out of a line, and returns the new content.
  public static let takeOne = Action<CartLineReference, CartContent>(native: Cart.self, "takeOne")
  /// Removes all tickets, and returns the empty content.
  public static let clear = Action<Empty, CartContent>(Cart.self, "clear", .removes)
  /// Brings back the tickets before the last change, also one by another current city, and returns
  /// the new content. What was paid, or was removed by signing out, does not come back.
  public static let undo = Action<Empty, CartContent>(
    Cart.self, "undo", .changes, [.assistants, .programs, .plugins])
  /// Changes prices to those that the person has accepted, and returns the new content, whose id is
  /// the same.
  public static let reprice = Action<CartPrices, CartContent>(native: Cart.self, "reprice")
}

/// The content of the cart has changed.
public struct CartChanged: SharedEvent, Hashable {
  /// The new content.
  public let content: CartContent

  /// Creates the event.
  public init(content: CartContent) {
    self.content = content
  }
}

/// The input of `Cart.add`.
public struct CartAddition: Codable, Hashable, Sendable {
  /// The id of the fare, as `Fares.list` and quotes have it.
  public let fare: String
  /// The number of tickets; nil for one.
  public let quantity: Int?
  /// The rider category: its id, its name or a part of it. Nil for a ticket for everybody.
  public let rider: String?
  /// The fare medium: its id, its name or a part of it. It is needed for a fare with several media.
  public let medium: String?
  /// The city; nil for the current one.
  public let city: CityID?

  /// Creates the input for tickets of a fare.
  public init(
    fare: String, quantity: Int? = nil, rider: String? = nil, medium: String? = nil,
    city: CityID? = nil
  ) {
    self.fare = fare
    self.quantity = quantity
    self.rider = rider
    self.medium = medium
    self.city = city
  }
}

extension CartAddition: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    [
      "fare": .init(
        "the id of the fare, such as Z2",
        suggestions: .results(of: Fares.list) { $0.fares.map(\.id) }),
      "quantity": .init("the number of tickets", default: "1", valueName: "count"),
      "rider": .rider("a ticket for everybody"), "medium": .medium("the only one of the fare"),
      "city": .city,
    ]
  }
}

/// The input of `Cart.change`.
public struct CartChange: Codable, Hashable, Sendable {
  /// The id of the fare.
  public let fare: String
  /// The new number of tickets; 0 removes the line.
  public let quantity: Int
  /// The rider category of the line; nil for the line for everybody, or else the only line of the
  /// fare.
  public let rider: String?
  /// The fare medium of the line; nil for the only line of the fare and the rider.
  public let medium: String?

  /// Creates the input for a line.
  public init(fare: String, quantity: Int, rider: String? = nil, medium: String? = nil) {
    self.fare = fare
    self.quantity = quantity
    self.rider = rider
    self.medium = medium
  }
}

extension CartChange: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    [
      "fare": .init(
        "the id of the fare", suggestions: .results(of: Cart.list) { $0.lines.map(\.fare) }),
      "quantity": "the new number of tickets, 0 to \(Cart.maximumQuantity)",
      "rider": .init(
        "the rider category, if the cart has several for the fare", valueName: "category",
        suggestions: .results(of: Cart.list) { $0.lines.compactMap(\.rider) }),
      "medium": .init(
        "the fare medium, if the cart has several for the fare", valueName: "medium",
        suggestions: .results(of: Cart.list) { $0.lines.compactMap(\.medium) }),
    ]
  }
}

/// Names a line of the cart.
public struct CartLineReference: Codable, Hashable, Sendable {
  /// The id of the fare.
  public let fare: String
  /// The rider category of the line; nil for the line for everybody, or else the only line of the
  /// fare.
  public let rider: String?
  /// The fare medium of the line; nil for the only line of the fare and the rider.
  public let medium: String?

  /// Creates a reference to a line.
  public init(fare: String, rider: String? = nil, medium: String? = nil) {
    self.fare = fare
    self.rider = rider
    self.medium = medium
  }
}

/// The input of `Cart.reprice`.
public struct CartPrices: Hashable, Sendable {
  /// The id of the content that the prices are for.
  public let cart: String
  /// The price of one ticket of each line that has another price.
  public let prices: [CartLineReference: Money]

  /// Creates the prices for a content.
  public init(cart: String, prices: [CartLineReference: Money]) {
    self.cart = cart
    self.prices = prices
  }
}
