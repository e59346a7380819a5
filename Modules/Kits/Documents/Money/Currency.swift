public import Mediator

/// A currency of ISO 4217.
public struct Currency: Hashable, Comparable, Sendable {
  /// The alphabetic code, such as `EUR`.
  public let code: String

  /// Creates the currency with a code; nil when ISO 4217 has no such code.
  public init?(_ code: String) {
    guard code.utf8.count == 3, Self.isKnown(code.utf8) else { return nil }
    self.code = code
  }

  private init(validated code: String) {
    self.code = code
  }

  /// The number of decimals of an amount: 2 for `EUR`, 0 for `JPY`, 3 for `KWD`.
  ///
  /// Source: ISO 4217:2015, list one, "minor unit".
  public var decimals: Int {
    switch code {
    case "BIF", "BYR", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI",
      "VND", "VUV", "XAF", "XOF", "XPF":
      0
    case "BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND": 3
    case "CLF", "UYW": 4
    default: 2
    }
  }

  public static func < (first: Currency, second: Currency) -> Bool { first.code < second.code }

  private static func isKnown(_ code: String.UTF8View) -> Bool {
    let code = Array(code)
    return code.count == 3
      && stride(from: 0, to: codes.count, by: 4).contains {
        codes[$0] == code[0] && codes[$0 + 1] == code[1] && codes[$0 + 2] == code[2]
      }
  }

  /// The codes in use, and those that feeds of the last twenty years may still have, with one
  /// separator each. A set would take longer to create than all searches of a command line.
  private static let codes = Array(
    """
    AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN
    BYR BZD CAD CDF CHF CLF CLP CNY COP CRC CUC CUP CVE CZK DJF DKK DOP DZD EEK EGP ERN ETB EUR FJD
    FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES
    KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LTL LVL LYD MAD MDL MGA MKD MMK MNT MOP MRO
    MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD
    RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SLL SOS SRD SSP STD STN SVC SYP SZL THB TJS TMT TND TOP
    TRY TTD TWD TZS UAH UGX USD UYI UYU UYW UZS VED VEF VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR
    ZMK ZMW ZWG ZWL
    """.utf8)
}

extension Currency: TextCodable {
  /// What is expected, in words.
  public static var expectation: String { "a currency; expected a code of ISO 4217 such as EUR" }

  /// The code.
  public var description: String { code }
}

extension Currency: ExampleProviding {
  /// The euro.
  public static var example: Currency { Currency(validated: "EUR") }
}
