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
      ("max-age=99999999999", 31_536_000), ("max-age=x", 0), ("max-age=60, max-age=9", 9),
      ("max-age=9, max-age=60", 9), ("max-age=99999999999999999999", 31_536_000),
      ("max-age=+60", 0), ("max-age=\"60\"", 0), ("max-age=60;no-store", 0), ("no-store=1", nil),
    ] as [(String?, Int?)])
  func `the freshness of a response follows Cache-Control`(text: String?, seconds: Int?) {
    #expect(HeaderField.freshnessLifetime(text) == seconds)
  }

  @Test(
    arguments: [
      (nil, 60), ("0", 60), ("59", 1), ("60", 0), ("99999999999999999999", 0), ("-9", 60),
      ("x", 60),
      ("9, 50", 10),
    ] as [(String?, Int)])
  func `the age of a response shortens its freshness`(age: String?, seconds: Int) {
    #expect(HeaderField.freshnessLifetime("max-age=60", age: age) == seconds)
  }

  @Test(
    arguments: [
      ("bytes 3-8/9", ContentRange(first: 3, last: 8, total: 9)),
      ("Bytes  3-8/*", ContentRange(first: 3, last: 8, total: nil)),
      ("bytes */9", nil), ("bytes", nil), ("lines 3-8/9", nil), (nil, nil), ("bytes 3-8", nil),
      ("bytes -/", nil), ("bytes 8-3/9", nil), ("bytes 3-9/9", nil), ("bytes -3-8/9", nil),
      ("bytes +3-8/9", nil), ("bytes 3-8/9, bytes 3-8/9", nil), ("bytes=3-8/9", nil),
      ("bytes 0-9223372036854775807/*", nil), ("bytes 0-99999999999999999999/*", nil),
    ] as [(String?, ContentRange?)])
  func `a content range has the first and the last byte and a total length`(
    text: String?, range: ContentRange?
  ) {
    #expect(HeaderField.contentRange(text) == range)
  }

  @Test(
    arguments: [
      ("\"1\"", "\"1\""), (" \t\"1\"\t ", "\"1\""), ("W/\"1\"", "W/\"1\""), ("\"\"", "\"\""),
      ("\"é!~#\"", "\"é!~#\""), (nil, nil), ("", nil), ("1", nil), ("\"", nil), ("\"1", nil),
      ("w/\"1\"", nil), ("W/", nil), ("\"1\t2\"", nil), ("\"1 2\"", nil), ("\"\u{7F}\"", nil),
      ("\"\0\"", nil), ("\"1\"2\"", nil), ("\"1\", \"2\"", nil), ("*", nil), ("\"\u{FFFD}\"", nil),
      ("\"\r\nHost: a\"", nil),
      ("\"\(String(repeating: "1", count: 1022))\"", "\"\(String(repeating: "1", count: 1022))\""),
      ("\"\(String(repeating: "1", count: 1023))\"", nil),
    ] as [(String?, String?)])
  func `an entity tag that a request cannot contain is dropped`(text: String?, tag: String?) {
    #expect(HeaderField.entityTag(text) == tag)
  }

  @Test(
    arguments: [
      ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sun, 6 Nov 1994 08:49:37 GMT", nil),
      ("Sunday, 06-Nov-94 08:49:37 GMT", nil), ("Sun Nov  6 08:49:37 1994", nil),
      ("Sun, 06 Nov 1994 08:49:37 UTC", nil), ("Sun, 06 Nov 1994 25:49:37 GMT", nil),
      ("Sun, 06 Nov 1994 08:49:37 GMT\tx", nil), ("Sun, 31 Feb 1994 08:49:37 GMT", nil), ("", nil),
    ] as [(String, Double?)])
  func `a date that is not in the form of HTTP is dropped`(text: String, seconds: Double?) {
    #expect(HeaderField.date(text)?.timeIntervalSince1970 == seconds)
    #expect(HeaderField.lastModified("\t\(text) ") == seconds.map { _ in text })
  }
}
