public import Mediator

/// An exact amount of money.
public struct Money: Codable, Hashable, Sendable {
  /// The amount in minor units of the currency: cents for `EUR`, yen for `JPY`.
  public let amount: Int
  /// The currency.
  public let currency: Currency

  /// Creates an amount.
  /// - Parameter amount: The amount in minor units.
  public init(_ amount: Int, _ currency: Currency) {
    self.amount = amount
    self.currency = currency
  }
}

extension Money: SchemaDescribing {
  public static var fieldDescriptions: [String: String] {
    [
      "amount": "in minor units of the currency: cents for EUR, yen for JPY"
    ]
  }
}

extension Money: CustomStringConvertible {
  /// The code of the currency and the amount with its decimals, such as `EUR 1.40` or `JPY 300`.
  public var description: String {
    let digits = String(amount.magnitude)
    let padding = String(repeating: "0", count: max(0, currency.decimals + 1 - digits.count))
    let all = padding + digits
    let whole = all.dropLast(currency.decimals)
    let fraction = currency.decimals == 0 ? "" : ".\(all.suffix(currency.decimals))"
    return "\(currency.code) \(amount < 0 ? "−" : "")\(whole)\(fraction)"
  }
}
