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
  func `an answer holds as long as its server says`(text: String?, seconds: Int?) {
    #expect(HeaderField.freshness(text) == seconds)
  }

  @Test(
    arguments: [
      (nil, nil), ("<https://a/2>; rel=\"next\"", "https://a/2"),
      ("<https://a/1>; rel=prev, </2>; rel=next", "/2"), ("<https://a/2>", nil), ("next", nil),
      ("<https://a/?b=1,2;c>; title=\"a, b\"; rel=\"next\", </1>; rel=prev", "https://a/?b=1,2;c"),
      ("</1>; rel=prev, <next>", nil), ("", nil), ("<a; rel=next", nil),
    ] as [(String?, String?)])
  func `the next page is the one linked so`(text: String?, url: String?) {
    #expect(HeaderField.next(text) == url)
  }

  @Test(
    arguments: [
      ("bytes 3-8/9", 3, 9), ("bytes 3-8/*", 3, nil), ("bytes */9", nil, 9), ("bytes", nil, nil),
      ("lines 3-8/9", nil, nil), (nil, nil, nil), ("bytes 3-8", nil, nil), ("bytes -/", nil, nil),
    ] as [(String?, Int?, Int?)])
  func `a part says where it begins and how long the whole is`(
    text: String?, first: Int?, total: Int?
  ) {
    #expect(HeaderField.range(text).first == first)
    #expect(HeaderField.range(text).total == total)
  }
}
