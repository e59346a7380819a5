import Foundation
import Testing

@testable import Channel

struct JSONMembersTests {
  @Test(arguments: [
    (#"{"a":1}"#, "1"), (#" { "b" : [ 2 ] , "a" : 1.10e+2 } "#, "1.10e+2"),
    (#"{"a":{"a":"}"}}"#, #"{"a":"}"}"#),
    (#"{"a":12345678901234567890.50}"#, "12345678901234567890.50"),
    (#"{"\u0061":null}"#, "null"), (#"{"x":1,"a":"ü\n"}"#, #""ü\n""#), ("{}", nil),
    (#"{"b":1}"#, nil),
  ])
  func `a value is as it was spelled`(object: String, value: String?) throws {
    let members = try #require(JSONMembers(Data(object)))
    #expect(members["a"]?.text == value)
    // Also in a part of other data.
    #expect(JSONMembers(Data("xx" + object)[2...])?["a"]?.text == value)
  }

  @Test func `the names are in the order of the object`() {
    #expect(JSONMembers(Data(#"{"b":1,"\u0061":{"z":2},"c":3}"#))?.names == ["b", "a", "c"])
  }

  @Test(arguments: [
    ("[]", []), (#" [ 1.0 , {"a":[2]},"]" ] "#, ["1.0", #"{"a":[2]}"#, #""]""#]), ("[1,]", nil),
    ("{}", nil), ("[1", nil), ("[] 1", nil), ("", nil),
  ])
  func `the elements of a list are as they were spelled`(list: String, elements: [String]?) {
    #expect(JSONMembers.elements(ofList: Data(list))?.map(\.text) == elements)
  }

  @Test(arguments: [
    "", "[]", "1", "{", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, #"{"a":1} 2"#, #"{"a":1,"a":1}"#,
    #"{"a":1,"\u0061":1}"#, #"{"\ud800":1}"#,
  ])
  func `other JSON has no members`(json: String) {
    #expect(JSONMembers(Data(json)) == nil)
  }

  @Test func `a text is decoded`() throws {
    let members = try #require(JSONMembers(Data(#"{"a":"x","b":"\"\u00fc\/","c":3,"d":null}"#)))
    #expect(members.text("a") == "x")
    #expect(members.text("b") == "\"ü/")
    #expect(["c", "d", "e"].map { members.text($0) } == [nil, nil, nil])
  }
}
