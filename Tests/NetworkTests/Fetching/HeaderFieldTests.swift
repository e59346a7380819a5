import Foundation
import Testing

@testable import Network

@Suite struct HeaderFieldTests {
  @Test(
    arguments: [
      (nil, 0), ("max-age=60", 60), ("public, Max-Age=60", 60), ("no-cache, max-age=60", 0),
      ("no-store", nil), ("no-cache, no-store, must-revalidate", nil),
      ("max-age = 60", 60), ("no-cache=\"Set-Cookie\", max-age=60", 0),
      ("max-age=60, no-store", nil), ("max-age=-1", 0), ("max-age", 0),
      ("max-age=99999999999", 31_536_000), ("max-age=x", 0),
    ] as [(String?, Int?)])
  func `the freshness of a response follows Cache-Control`(text: String?, seconds: Int?) {
    #expect(HeaderField.freshnessLifetime(text) == seconds)
  }

  @Test(
    arguments: [
      ("bytes 3-8/9", 3, 9), ("bytes 3-8/*", 3, nil), ("bytes */9", nil, 9), ("bytes", nil, nil),
      ("lines 3-8/9", nil, nil), (nil, nil, nil), ("bytes 3-8", nil, nil), ("bytes -/", nil, nil),
    ] as [(String?, Int?, Int?)])
  func `a content range has a first byte and a total length`(
    text: String?, first: Int?, total: Int?
  ) {
    #expect(HeaderField.contentRange(text).first == first)
    #expect(HeaderField.contentRange(text).total == total)
  }
}
