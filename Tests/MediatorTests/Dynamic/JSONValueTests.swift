import Foundation
import Mediator
import Testing

@Suite struct JSONValueTests {
  @Test(
    arguments: [
      ("null", .null), ("true", .boolean(true)), ("7", .integer(7)), ("-0.0", .integer(0)),
      ("7.0", .integer(7)), ("7e1", .integer(70)), ("7.5", .number(7.5)),
      ("9223372036854775807", .integer(.max)), ("9223372036854775808", .number(0x1p63)),
      ("\"\"", .text("")), ("\"7\"", .text("7")), ("[]", .list([])), ("{}", .object([:])),
      (
        #"{"a": [1, null, {"b": false}], "c": {}}"#,
        .object([
          "a": .list([.integer(1), .null, .object(["b": .boolean(false)])]), "c": .object([:]),
        ])
      ),
    ] as [(String, JSONValue)])
  func `any JSON is decoded`(json: String, value: JSONValue) throws {
    #expect(try JSON.decode(JSONValue.self, from: Data(json.utf8)) == value)
  }

  @Test(arguments: [
    "null", "false", "7", "7.5", #""a/b""#, "[]", "{}", #"[[1],{"a":null,"b":[true,{}]}]"#,
  ])
  func `an encoded value is the JSON that it was decoded from`(json: String) throws {
    let value = try JSON.decode(JSONValue.self, from: Data(json.utf8))
    #expect(String(decoding: try JSON.encode(value), as: UTF8.self) == json)
  }

  @Test func `the keys of an object are encoded in alphabetical order`() throws {
    let members = ["c", "a", "d", "b"].map { ($0, JSONValue.integer(1)) }
    let value = JSONValue.object(Dictionary(uniqueKeysWithValues: members))
    let json = String(decoding: try JSON.encode(value), as: UTF8.self)
    #expect(json == #"{"a":1,"b":1,"c":1,"d":1}"#)
    // `JSON` sorts the keys itself. A URL has the order in which the value encodes them.
    let action = Action(target: "keys", name: "show", .reads, .remote, input: .any, output: .any)
    #expect(try action.url(for: value, scheme: "app") == "app://keys/show?a=1&b=1&c=1&d=1")
  }

  @Test(arguments: ["[1, 1e999]", #"{"a": -1e999}"#, "", "[", "nul"])
  func `a number that is too large for any type and malformed JSON are errors`(json: String) {
    let error = #expect(throws: DecodingError.self) {
      try JSON.decode(JSONValue.self, from: Data(json.utf8))
    }
    #expect(error?.problem.reason == "the given data was not valid JSON")
  }

  @Test(arguments: [.nan, .infinity] as [Double])
  func `a number that is not finite cannot be encoded`(number: Double) {
    #expect(throws: EncodingError.self) { try JSON.encode(JSONValue.number(number)) }
  }

  @Test(arguments: [("[", "]"), (#"{"a":"#, "}")])
  func `up to 64 levels are decoded`(start: String, end: String) throws {
    func json(levels: Int) -> Data {
      let (starts, ends) = (
        Array(repeating: start, count: levels), Array(repeating: end, count: levels)
      )
      return Data((starts + ["1"] + ends).joined().utf8)
    }
    let value = try JSON.decode(JSONValue.self, from: json(levels: 64))
    #expect(try JSON.encode(value) == json(levels: 64))
    for (levels, reason) in [
      (65, "it has more than 64 levels"), (500, "it has more than 64 levels"),
      (100_000, "the given data was not valid JSON"),
    ] {
      let error = #expect(throws: DecodingError.self) {
        try JSON.decode(JSONValue.self, from: json(levels: levels))
      }
      #expect(error?.problem.reason == reason)
    }
  }
}
