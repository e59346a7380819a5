import Documents
import Testing

struct CurrencyTests {
  @Test(arguments: ["AED", "EUR", "BYN", "BYR", "CNY", "ZMK", "ZWL"])
  func `a code of the standard is a currency`(code: String) {
    #expect(Currency(code)?.code == code)
  }

  @Test(arguments: ["", "E", "EU", "EURO", "eur", "EUX", "ED ", "D A", " AF", "N\nB", "€"])
  func `any other text is none`(text: String) {
    #expect(Currency(text) == nil)
  }

  @Test(arguments: [("EUR", 2), ("JPY", 0), ("KWD", 3), ("CLF", 4)])
  func `each currency has its number of decimals`(code: String, decimals: Int) {
    #expect(Currency(code)?.decimals == decimals)
  }
}
