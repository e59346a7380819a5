import Foundation
import Testing

@testable import Mediator

@Suite struct DateISO8601Tests {
  @Test(arguments: [
    ("1970-01-01T00:01:00Z", 60), ("1970-01-01T01:00:00+01:00", 0),
    ("1969-12-31T23:59:59-00:00", -1), ("1970-01-01T00:00:01.500Z", 1.5),
  ])
  func `a date and time is read to its end`(text: String, seconds: Double) {
    #expect(Date(iso8601: text) == Date(timeIntervalSince1970: seconds))
  }

  @Test(arguments: [
    "", "today", "1970-01-01", "19700101T000000Z", "1970-01-01T00:00:00", "1970-01-01T00:00:00Zulu",
    "1970-01-01T00:00:00Z ", " 1970-01-01T00:00:00Z", "1970-01-01T25:00:00Z",
    "1970-01-01T00:61:00Z", "1970-13-01T00:00:00Z", "1970-01-32T00:00:00Z",
  ])
  func `anything else is no date`(text: String) {
    #expect(Date(iso8601: text) == nil)
  }
}
