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

  /// Reads an amount as a person types it, such as `1.40`, `1,40` or `EUR 1.40`; nil for another
  /// text, and for one with too few or too many decimals.
  public init?(_ text: String, in currency: Currency) {
    var rest = text.filter { $0 != " " }[...]
    let code = rest.prefix(currency.code.count)
    if code.uppercased() == currency.code { rest = rest.dropFirst(code.count) }
    let parts = rest.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    let decimals = parts.count > 1 ? parts[1].utf8.count : 0
    guard let whole = parts.first, !whole.isEmpty, parts.count <= 2, decimals == currency.decimals,
      (parts.count == 2) == (decimals > 0),
      parts.joined().utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let amount = Int(parts.joined())
    else { return nil }
    self.init(amount, currency)
  }

  /// The amount with its decimals, without the currency, such as `1.40`.
  public var number: String {
    let digits = String(amount.magnitude)
    let padding = String(repeating: "0", count: max(0, currency.decimals + 1 - digits.count))
    let all = padding + digits
    let whole = all.dropLast(currency.decimals)
    let fraction = currency.decimals == 0 ? "" : ".\(all.suffix(currency.decimals))"
    return "\(amount < 0 ? "−" : "")\(whole)\(fraction)"
  }
}

extension Money: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    ["amount": "in minor units of the currency: cents for EUR, yen for JPY"]
  }
}

extension Money: CustomStringConvertible {
  /// The code of the currency and the amount with its decimals, such as `EUR 1.40` or `JPY 300`.
  public var description: String { "\(currency.code) \(number)" }
}
