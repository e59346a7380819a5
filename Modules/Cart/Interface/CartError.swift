public import DataSourceInterface
public import Documents
public import Mediator

/// Why the cart cannot be changed. Errors of the database are `StoreError`s.
public enum CartError: ModuleError {
  /// The number of tickets of a line would be outside the limits.
  case quantityOutOfRange(Int)
  /// The cart has `Cart.maximumLines` lines already.
  case tooManyLines
  /// The cart has no tickets of this fare; `nearest` is the id of a similar one that it has.
  case notInCart(String, nearest: String?)
  /// The cart has several lines of a fare, each for a rider category.
  case riderNeeded(String, riders: [String])
  /// The cart has several lines of a fare, each for a fare medium.
  case mediumNeeded(String, media: [String])
  /// The cart has tickets of another city.
  case otherCity(CityID, expected: CityID)
  /// The cart has prices in another currency.
  case otherCurrency(String, Money, expected: String)
  /// The price is not between 0 and the limit.
  case priceOutOfRange(Money)
  /// No change is left that can be undone.
  case nothingToUndo
  /// The cart has changed since it had this id.
  case changed(String)

  /// The largest price of a ticket, in minor units.
  package static let maximumPrice = 1_000_000_000

  public var kind: FailureKind {
    switch self {
    case .quantityOutOfRange, .riderNeeded, .mediumNeeded: .badInput
    case .notInCart: .notFound
    case .tooManyLines, .otherCity, .otherCurrency, .priceOutOfRange, .nothingToUndo, .changed:
      .failed
    }
  }

  public var description: String {
    switch self {
    case .quantityOutOfRange(let quantity):
      "the line would have '\(quantity)' tickets, expected 1 to \(Cart.maximumQuantity); "
        + "choose another number"
    case .tooManyLines:
      "the cart has \(Cart.maximumLines) lines, which is the limit; check out or remove some"
    case .notInCart(let fare, let nearest?):
      "no ticket '\(fare)' in the cart; did you mean '\(nearest)'?"
    case .notInCart(let fare, nil):
      "no ticket '\(fare)' in the cart; add it first"
    case .riderNeeded(let fare, let riders) where riders.isEmpty:
      "the tickets of '\(fare)' in the cart are for everybody; leave out 'rider'"
    case .riderNeeded(let fare, let riders):
      "the cart has several lines of '\(fare)'; choose one by its rider category: "
        + riders.map { "'\($0)'" }.joined(separator: ", ")
    case .mediumNeeded(let fare, let media) where media.isEmpty:
      "the tickets of '\(fare)' in the cart have no fare medium; leave out 'medium'"
    case .mediumNeeded(let fare, let media):
      "the cart has several lines of '\(fare)'; choose one by its fare medium: "
        + media.map { "'\($0)'" }.joined(separator: ", ")
    case .otherCity(let city, let expected):
      "'\(city)' is not the city of the tickets in the cart, expected '\(expected)'; "
        + "check out or clear the cart first"
    case .otherCurrency(let fare, let price, let expected):
      "'\(fare)' costs \(price), expected a price in \(expected) as in the cart; "
        + "check out or clear the cart first"
    case .priceOutOfRange(let price):
      "'\(price)' is not a price that the cart can have; expected 0 to \(Self.maximumPrice) in minor "
        + "units"
    case .nothingToUndo:
      "nothing to undo in the cart; changes before a payment or before signing out cannot be "
        + "undone"
    case .changed(let id):
      "the cart '\(id)' has changed meanwhile; look at the cart again"
    }
  }
}
