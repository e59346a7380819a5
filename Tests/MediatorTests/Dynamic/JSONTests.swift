import Foundation
import Testing

@testable import Mediator

@Suite struct JSONTests {
  @Test(arguments: [
    ("1970-01-01T00:01:00Z", 60), ("1970-01-01T01:00:00+01:00", 0),
    ("1969-12-31T23:59:59-00:00", -1), ("1970-01-01T00:00:01.500Z", 1.5),
  ])
  func `a date and time in ISO 8601 is parsed`(text: String, seconds: Double) {
    #expect(Date(iso8601: text) == Date(timeIntervalSince1970: seconds))
  }

  @Test(arguments: [
    "", "today", "1970-01-01", "19700101T000000Z", "1970-01-01T00:00:00", "1970-01-01T00:00:00Zulu",
    "1970-01-01T00:00:00Z ", " 1970-01-01T00:00:00Z", "1970-01-01T25:00:00Z",
    "1970-02-31T00:00:00Z", "1970-02-29T00:00:00Z", "1970-04-31T00:00:00+02:00",
    "1970-01-01T00:61:00Z", "1970-13-01T00:00:00Z", "1970-01-32T00:00:00Z",
  ])
  func `any other text is not a date`(text: String) {
    #expect(Date(iso8601: text) == nil)
  }

  @Test func `an encoded value decodes to the same value`() throws {
    let value = ["b": Date(timeIntervalSince1970: 60), "a/c": Date(timeIntervalSince1970: -60)]
    let json = #"{"a/c":"1969-12-31T23:59:00Z","b":"1970-01-01T00:01:00Z"}"#
    #expect(String(decoding: try JSON.encode(value), as: UTF8.self) == json)
    #expect(try JSON.decode([String: Date].self, from: JSON.encode(value)) == value)
    #expect(try JSON.decode([String: Date].self, from: JSON.encodePrettyPrinted(value)) == value)
  }

  private struct Search: Decodable {
    struct Place: Decodable { let row: Int }

    let limit: Int?
    let small: Int8?
    let places: [Place]?
  }

  @Test(arguments: [
    (#"{"limit":2.5}"#, "'limit': expected a whole number, not 2.5"),
    (#"{"limit":1e19}"#, "'limit': 1e+19 is too large or too small"),
    (#"{"limit":10000000000000000000}"#, "'limit': 1e+19 is too large or too small"),
    (
      #"{"places":[{"row":1},{"row":0.5}]}"#, "'places[1].row': expected a whole number, not 0.5"
    ),
    (#"{"small":300}"#, "'small': 300 is too large or too small"),
    (#"{"limit":}"#, "the given data was not valid JSON"),
  ])
  func `a number that does not fit is named with what was expected`(json: String, text: String) {
    let error = #expect(throws: DecodingError.self) {
      try JSON.decode(Search.self, from: Data(json.utf8))
    }
    #expect(error?.plainText == text)
  }

  @Test func `pretty-printed JSON has a line for each value`() throws {
    let json = String(decoding: try JSON.encodePrettyPrinted(["b": 1, "a": 2]), as: UTF8.self)
    #expect(json == "{\n  \"a\" : 2,\n  \"b\" : 1\n}")
  }
}
