public import Mediator

/// An exact amount of money.
///
/// It is encoded as an object of an amount and a currency; it is also decoded from a text such as
/// `EUR 1.40`, as people type it.
public struct Money: Hashable, Sendable {
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

  /// Reads an amount of a known currency as a person types it, such as `1.40`, `1,40` or
  /// `EUR 1.40`; nil for another text, and for one with too few or too many decimals.
  public init?(_ text: String, in currency: Currency) {
    var rest = text.trimmed[...]
    let code = rest.prefix(currency.code.count)
    if code.uppercased() == currency.code { rest = rest.dropFirst(code.count) }
    self.init(digits: String(rest).trimmed, currency)
  }

  private init?(digits: String, _ currency: Currency) {
    let parts = digits.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
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

extension Money: CustomStringConvertible {
  /// Reads an amount with its currency, such as `EUR 1.40`, `1,40 eur` or `EUR 2`; nil for another
  /// text, and for one with too few or too many decimals.
  public init?(_ text: String) {
    let text = text.trimmed
    let isCodeFirst = text.first?.isLetter == true
    let code = isCodeFirst ? text.prefix(3) : text.suffix(3)
    var number = String(isCodeFirst ? text.dropFirst(3) : text.dropLast(3)).trimmed
    let isNegative = number.first == "-" || number.first == "−"
    if isNegative { number.removeFirst() }
    guard let currency = Currency(code.uppercased()) else { return nil }
    if currency.decimals > 0, !number.contains(where: { $0 == "." || $0 == "," }) {
      number += "." + String(repeating: "0", count: currency.decimals)
    }
    guard let money = Money(digits: number, currency) else { return nil }
    self.init(isNegative ? -money.amount : money.amount, currency)
  }

  /// The code of the currency and the amount with its decimals, such as `EUR 1.40` or `JPY 300`.
  public var description: String { "\(currency.code) \(number)" }
}

extension Money: Codable {
  private enum CodingKeys: CodingKey {
    case amount, currency
  }

  /// Decodes an object with an amount and a currency, or a text.
  /// - Throws: `DecodingError.dataCorrupted` for a text that is no amount.
  public init(from decoder: any Decoder) throws {
    if let container = try? decoder.singleValueContainer(),
      let text = try? container.decode(String.self)
    {
      guard let money = Money(text) else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "'\(text)' is not \(Schema.text(.money))")
      }
      self = money
    } else {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      amount = try container.decode(Int.self, forKey: .amount)
      currency = try container.decode(Currency.self, forKey: .currency)
    }
  }

  /// Encodes an object with the amount and the currency.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(amount, forKey: .amount)
    try container.encode(currency, forKey: .currency)
  }
}

extension Money: SchemaProviding, SchemaDescribing, ExampleProviding {
  /// An amount in euros.
  public static var example: Money { Money(140, .example) }

  /// A text that people type, or the object that is encoded.
  public static func schema(for use: Schema.Use) throws(SchemaError) -> Schema {
    switch use {
    case .input: .text(.money)
    case .output:
      .object(
        name: "Money",
        [
          Schema.Field("amount", .integer, fieldDescriptions["amount"]),
          Schema.Field("currency", try Schema(of: Currency.self, for: .output)),
        ])
    }
  }

  public static var fieldDescriptions: FieldDescriptions {
    ["amount": "in minor units of the currency: cents for EUR, yen for JPY"]
  }
}
