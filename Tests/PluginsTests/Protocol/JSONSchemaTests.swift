import Foundation
import Mediator
import Testing

@testable import Plugins

@Suite struct JSONSchemaTests {
  private func schema(_ text: String, for use: Schema.Use = .input) -> Schema {
    JSONSchemaDocument(text, for: use).schema
  }

  @Test(arguments: [
    (#"{"type":"boolean"}"#, Schema.boolean), (#"{"type":"integer"}"#, .integer),
    (#"{"type":"number"}"#, .number), (#"{"type":"string"}"#, .text(nil)),
    (#"{"type":"string","format":"date-time"}"#, .text(.dateTime)),
    (#"{"type":"string","format":"uri"}"#, .text(.uri)),
    (#"{"type":"string","format":"uuid"}"#, .text(.uuid)),
    (#"{"type":"string","format":"date"}"#, .text(.date)),
    (#"{"type":"string","format":"time"}"#, .text(nil)),
    (#"{"type":"string","format":"password"}"#, .text(.password)),
    (#"{"type":"string","contentEncoding":"base64"}"#, .text(.base64)),
    (#"{"enum":["a","b"]}"#, .choice(["a", "b"])), (#"{"const":"a"}"#, .choice(["a"])),
    (#"{"enum":["a",null]}"#, .nullable(.choice(["a"]))),
    (#"{"type":"integer","enum":[1,2]}"#, .integer), (#"{"enum":[1,null]}"#, .nullable(.integer)),
    (#"{"enum":[1,"a"]}"#, .anyOf([.integer, .choice(["a"])])), (#"{"enum":[1,2.5]}"#, .number),
    (#"{"oneOf":[{"const":"a","title":"A"},{"const":"b"}]}"#, .choice(["a", "b"])),
    (#"{"enum":[[1]]}"#, .any),
    (#"{"type":["string","null"]}"#, .nullable(.text(nil))),
    (#"{"type":["string","integer"]}"#, .anyOf([.text(nil), .integer])),
    (#"{"anyOf":[{"type":"integer"},{"type":"null"}]}"#, .nullable(.integer)),
    (#"{"oneOf":[{"type":"integer"},{"type":"boolean"}]}"#, .anyOf([.integer, .boolean])),
    (#"{"anyOf":[{"type":"integer"},{}]}"#, .any),
    (#"{"anyOf":[{"type":"integer"},{"type":"integer"}]}"#, .integer),
    (#"{"allOf":[{"type":"integer"}]}"#, .integer), (#"{"type":"null"}"#, .any),
    (#"{"type":"array","items":{"type":"number"}}"#, .list(.number)),
    (#"{"type":"array"}"#, .list(.any)), (#"{"type":"object"}"#, .dictionary(.any)),
    (#"{"type":"object","additionalProperties":{"type":"integer"}}"#, .dictionary(.integer)),
    (#"{"type":"object","additionalProperties":false}"#, .object(name: "object", [])),
    (#"{"type":"object","properties":{}}"#, .object(name: "object", [])),
    ("{}", .any), ("true", .any), ("false", .any), ("[]", .any), ("garbage", .any), ("", .any),
    (#"{"type":"thing"}"#, .any), (#"{"type":3}"#, .any), (#"{"$ref":"other.json"}"#, .any),
    (#"{"allOf":[{"type":"integer"},{"minimum":1}]}"#, .any),
  ])
  func `a JSON Schema becomes a schema`(text: String, expected: Schema) {
    #expect(schema(text) == expected)
  }

  @Test func `the fields keep their order`() {
    let text = """
      {"title": "Place", "properties": {"b": {"type": "string"}, "a": {"type": "integer"}, "c": {}},
       "required": ["a", "unknown", 3]}
      """
    #expect(
      schema(text)
        == .object(
          name: "Place",
          [
            Schema.Field(name: "b", schema: .text(nil), isOptional: true),
            Schema.Field(name: "a", schema: .integer, isOptional: false),
            Schema.Field(name: "c", schema: .any, isOptional: true),
          ]))
  }

  @Test func `definitions may be recursive`() throws {
    let text = """
      {"title": "Tree", "type": "object",
       "properties": {"name": {"type": "string"},
                      "children": {"type": "array", "items": {"$ref": "#/$defs/Tree"}}},
       "required": ["name"],
       "$defs": {"Tree": {"type": "object",
         "properties": {"name": {"type": "string"},
                        "children": {"type": "array", "items": {"$ref": "#/$defs/Tree"}}},
         "required": ["name"]}}}
      """
    let schema = schema(text)
    let tree = try JSON.decode(
      JSONValue.self,
      from: Data(#"{"name":"a","children":[{"name":"b","children":[{"name":"c"}]}]}"#.utf8))
    #expect(try schema.validated(tree) == tree)
    let wrong = try JSON.decode(
      JSONValue.self, from: Data(#"{"name":"a","children":[{"name":"b","children":[3]}]}"#.utf8))
    #expect(throws: DecodingError.self) { try schema.validated(wrong) }

    let whole = ##"{"properties":{"next":{"anyOf":[{"$ref":"#"},{"type":"null"}]}}}"##
    #expect(
      self.schema(whole)
        == .object(
          name: "object",
          [
            Schema.Field(
              name: "next", schema: .nullable(.recursive(name: "object")), isOptional: true)
          ]))
  }

  @Test func `a name of an object refers to one object only`() {
    let text = """
      {"$ref": "#/$defs/A", "$defs": {"A": {"type": "object", "properties": {
        "inner": {"title": "A", "type": "object", "properties": {"x": {"$ref": "#/$defs/A"}}}}}}}
      """
    let inner = Schema.object(
      name: "A'", [Schema.Field(name: "x", schema: .recursive(name: "A"), isOptional: true)])
    #expect(
      schema(text)
        == .object(name: "A", [Schema.Field(name: "inner", schema: inner, isOptional: true)]))
  }

  @Test(arguments: [
    ##"{"$ref":"#"}"##, ##"{"$ref":"#/$defs/A","$defs":{"A":{"$ref":"#/$defs/A"}}}"##,
    ##"{"$ref":"#/$defs/A","$defs":{"A":{"anyOf":[{"$ref":"#/$defs/A"}]}}}"##,
  ])
  func `a definition of nothing is any value`(text: String) {
    #expect(schema(text) == .any)
  }

  @Test func `depth, size and the use of definitions are limited`() {
    let deep =
      String(repeating: #"{"type":"array","items":"#, count: 100) + "{}"
      + String(repeating: "}", count: 100)
    #expect("\(schema(deep))".count < 1000)

    let definitions = (0..<20).map { number in
      ##""d\##(number)":{"type":"object","properties":{"a":{"$ref":"#/$defs/d\##(number + 1)"},"##
        + ##""b":{"$ref":"#/$defs/d\##(number + 1)"}}}"##
    }
    let wide = ##"{"$ref":"#/$defs/d0","$defs":{\##(definitions.joined(separator: ","))}}"##
    #expect(schema(wide).partCount < 5000)

    let long = #"{"type":"integer","title":"\#(String(repeating: "x", count: 1 << 16))"}"#
    #expect(schema(long) == .any)
  }

  @Test(arguments: [
    (#"{"type":"string"}"#, 16_384), (#"{"type":"string","maxLength":10}"#, 16_384),
    (#"{"type":"string","maxLength":5000}"#, 20_000), (#"{"maxLength":100000}"#, 400_000),
    (#"{"type":"string","maxLength":-1}"#, 16_384), (#"{"type":"string","maxLength":"1"}"#, 16_384),
    (#"{"type":"string","maxLength":9223372036854775807}"#, 64 << 20),
  ])
  func `a text may have as many bytes as its characters need`(field: String, limit: Int) {
    let fields = schema(#"{"properties":{"a":\#(field)}}"#).fields
    #expect(fields.map(\.textLimit) == [limit])
  }

  @Test func `formats of results are not checked`() throws {
    let text = #"{"type":"string","format":"date-time"}"#
    #expect(schema(text, for: .output) == .text(nil))
  }

  @Test func `notes about the fields are kept`() {
    let text = """
      {"type": "object", "properties": {
        "place": {"type": "string", "description": "the\\nplace\\u001b[1m", "examples": ["Porto"]},
        "days": {"type": "integer", "default": 3}, "kind": {"enum": ["rain", "sun"]}, "x": true}}
      """
    let document = JSONSchemaDocument(text, for: .input)
    let descriptions = document.schema.fields.map { $0.description.map { "\($0.text)" } }
    #expect(descriptions == ["the place", nil, nil, nil])
    #expect(document.notes["place"] == .init(defaultValue: nil, example: .text("Porto")))
    #expect(document.notes["days"] == .init(defaultValue: .integer(3), example: nil))
    #expect(document.notes["kind"] == .init(defaultValue: nil, example: .text("rain")))
    #expect(document.notes["x"] == nil)
  }

  @Test(arguments: [
    (#"{"enum":[1,2,3]}"#, "9", "one of 1, 2, 3"), (#"{"enum":[1,"auto"]}"#, "2", "one of 1, auto"),
    (##"{"$ref":"#/$defs/Level"}"##, "3", "one of 1, 2"),
    (##"{"allOf":[{"$ref":"#/$defs/Level"}],"default":1}"##, "3", "one of 1, 2"),
    (#"{"anyOf":[{"type":"integer","minimum":1},{"type":"null"}]}"#, "0", "at least 1"),
    (#"{"type":"array","items":{"enum":[1,2]}}"#, "[1,3]", "one of 1, 2"),
    (#"{"oneOf":[{"const":1,"title":"low"},{"const":2}]}"#, "3", "one of 1, 2"),
  ])
  func `a value is checked against what the schema of its field lists`(
    field: String, value: String, limits: String
  ) throws {
    let text = #"{"properties":{"a":\#(field)},"$defs":{"Level":{"type":"integer","enum":[1,2]}}}"#
    let notes = try #require(JSONSchemaDocument(text, for: .input).notes["a"])
    #expect(notes.limits == limits)
    let value = try JSON.decode(JSONValue.self, from: Data(value.utf8))
    let shown = if case .list(let list) = value { list[1] } else { value }
    #expect(notes.reason(against: value) == "expected \(limits), not '\(shown.scalarText ?? "")'")
    for allowed in [JSONValue.integer(1), .list([.integer(1)]), .null, .list([])] {
      #expect(notes.reason(against: allowed) == nil)
    }
  }

  @Test func `the fields of an input stay, whatever must be given together`() {
    let text = #"""
      {"properties":{"a":{"type":"string"},"b":{"type":"string"}},
       "anyOf":[{"required":["a"]},{"required":["b"]}]}
      """#
    #expect(schema(text).fields.map(\.name) == ["a", "b"])
    #expect(schema(text, for: .output) == .any)
  }

  @Test func `what the package itself writes is read again`() throws {
    struct Place: Codable {
      let name: String
      let days: Int?
      let tags: [String]
    }
    let own = try Schema(of: Place.self)
    let text = String(decoding: try own.jsonSchema, as: UTF8.self)
    #expect(Set(schema(text).fields) == Set(own.fields))
  }
}

extension Schema {
  /// The number of fields, also within other fields.
  fileprivate var partCount: Int { fields.reduce(0) { $0 + 1 + $1.schema.partCount } }
}
