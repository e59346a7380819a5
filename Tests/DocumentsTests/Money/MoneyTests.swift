import Documents
import Foundation
import Mediator
import Testing

struct MoneyTests {
  @Test(arguments: [
    (140, "EUR", "EUR 1.40"), (5, "EUR", "EUR 0.05"), (0, "USD", "USD 0.00"),
    (-250, "EUR", "EUR −2.50"), (300, "JPY", "JPY 300"), (1250, "KWD", "KWD 1.250"),
    (7, "KWD", "KWD 0.007"), (12_345_678, "USD", "USD 123456.78"),
  ])
  func `an amount has the decimals of its currency`(
    amount: Int, code: String, text: String
  ) throws {
    let currency = try #require(Currency(code))
    #expect(Money(amount, currency).description == text)
  }

  @Test(arguments: [
    ("1.40", 140), ("1,40", 140), ("EUR 1.40", 140), ("eur1,40", 140), ("0.05", 5),
    (" 12.00 ", 1200),
    ("1.4", nil), ("1", nil), ("1.400", nil), ("USD 1.40", nil), ("-1.40", nil), ("1.4.0", nil),
    (".40", nil), ("EUR", nil), ("", nil), ("a.bc", nil), ("99999999999999999999.00", nil),
  ])
  func `an amount is read with or without its currency`(text: String, amount: Int?) throws {
    let euro = try #require(Currency("EUR"))
    #expect(Money(text, in: euro) == amount.map { Money($0, euro) })
  }

  @Test(arguments: [("300", 300), ("JPY 300", 300), ("300.0", nil), ("300.", nil)])
  func `a currency without decimals has none`(text: String, amount: Int?) throws {
    let yen = try #require(Currency("JPY"))
    #expect(Money(text, in: yen) == amount.map { Money($0, yen) })
  }

  @Test(arguments: [
    ("EUR 1.40", 140, "EUR"), ("1,40 eur", 140, "EUR"), ("EUR12", 1200, "EUR"),
    ("JPY 300", 300, "JPY"), ("KWD 1.250", 1250, "KWD"), ("EUR -2.50", -250, "EUR"),
    ("EUR −2.50", -250, "EUR"),
  ])
  func `an amount is read with its currency, and from JSON, too`(
    text: String, amount: Int, code: String
  ) throws {
    let money = Money(amount, try #require(Currency(code)))
    #expect(Money(text) == money)
    #expect(Money(money.description) == money)
    #expect(try JSON.decode(Money.self, from: JSON.encode(text)) == money)
  }

  @Test(arguments: [
    "", "1.40", "EUR", "EUR 1.4", "JPY 1.40", "XXZ 1.00", "EUR 1.40 USD", "EUR --1.00",
    "EUR EUR 1.40", "EUR -EUR 1.40", "EUR 1 2.50", "€ 1.40",
    "EUR 99999999999999999999",
  ])
  func `a text without a known currency or with other decimals is refused`(text: String) throws {
    #expect(Money(text) == nil)
    let error = #expect(throws: DecodingError.self) {
      try JSON.decode(Money.self, from: JSON.encode(text))
    }
    let reason = "'\(text)' is not an amount with its currency, such as EUR 1.40"
    #expect(error?.problem.reason == reason)
  }

  @Test func `an amount is written as minor units and the code of the currency`() throws {
    let money = Money(140, try #require(Currency("EUR")))
    let json = try JSONEncoder().encode(money)
    #expect(try JSONDecoder().decode(Money.self, from: json) == money)
    #expect(String(decoding: json, as: UTF8.self).contains(#""amount":140"#))
  }

  @Test(arguments: ["eur", "EURO", "", "XXZ"])
  func `a text that is not a code of ISO 4217 is no currency`(code: String) {
    #expect(Currency(code) == nil)
    let json = Data(#"{"amount": 1, "currency": "\#(code)"}"#.utf8)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Money.self, from: json) }
  }
}
