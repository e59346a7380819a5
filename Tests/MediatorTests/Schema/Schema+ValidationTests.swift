import Foundation
import Mediator
import Testing

private let tree = Schema.object(
  name: "Tree",
  [
    .field("name", .text(nil)),
    .field("parent", .recursive(name: "Tree"), isOptional: true),
    .field("children", .list(.recursive(name: "Tree")), isOptional: true),
  ])

private let order = Schema.object(
  name: "Order",
  [
    .field(
      "items",
      .list(
        .object(
          name: "Item",
          [.field("name", .text(nil)), .field("count", .integer, isOptional: true)]))),
    .field("prices", .dictionary(.number), isOptional: true),
  ])

private let payment = Schema.anyOf([
  .object(name: "Card", [.field("kind", .choice(["card"])), .field("number", .text(nil))]),
  .object(name: "Cash", [.field("kind", .choice(["cash"])), .field("tip", .nullable(.integer))]),
])

@Suite struct SchemaValidationTests {
  private func reason(_ result: Result<JSONValue, any Error>) -> String? {
    if case .failure(let error as DecodingError) = result { error.problem.reason } else { nil }
  }

  private func value(_ json: String) throws -> JSONValue {
    try JSON.decode(JSONValue.self, from: Data(json.utf8))
  }

  @Test(
    arguments: [
      (.boolean, "true"), (.integer, "-7"), (.number, "7"), (.number, "7.5"), (.text(nil), #""""#),
      (.text(.dateTime), #""2026-11-20T08:00:00Z""#), (.text(.uri), #""https://example.org/""#),
      (.text(.uuid), #""E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#), (.text(.base64), #""AA==""#),
      (.choice(["a", "b"]), #""b""#), (.list(.integer), "[]"), (.list(.integer), "[1,2]"),
      (.list(.list(.boolean)), "[[],[true]]"), (.dictionary(.number), #"{"a":1,"b":2.5}"#),
      (.object(name: "Empty", []), "{}"), (order, #"{"items":[{"count":2,"name":"a"}]}"#),
      (order, #"{"items":[],"prices":{}}"#),
      (tree, #"{"children":[{"children":[],"name":"b"}],"name":"a","parent":{"name":"c"}}"#),
      (.nullable(.integer), "null"), (.nullable(.integer), "7"), (.nullable(.any), "null"),
      (.anyOf([.integer, .text(nil)]), "7"), (.anyOf([.integer, .text(nil)]), #""7""#),
      (.list(payment), #"[{"kind":"cash","tip":null},{"kind":"card","number":"1"}]"#),
      (.any, "null"), (.any, "7.5"), (.any, #"{"a":[null,{"b":1}]}"#), (.list(.any), "[null]"),
    ] as [(Schema, String)])
  func `a value that fits is returned as it is`(schema: Schema, json: String) throws {
    #expect(String(decoding: try JSON.encode(schema.validated(value(json))), as: UTF8.self) == json)
  }

  @Test(
    arguments: [
      (.object(name: "Empty", []), #"{"a":1}"#, "{}"),
      (
        order, #"{"items":[{"name":"a","count":null,"x":{}}],"prices":null}"#,
        #"{"items":[{"name":"a"}]}"#
      ),
      (
        tree, #"{"name":"a","parent":{"name":"b","x":[1]}}"#, #"{"name":"a","parent":{"name":"b"}}"#
      ),
      (payment, #"{"kind":"cash","number":"1","tip":2}"#, #"{"kind":"cash","tip":2}"#),
    ] as [(Schema, String, String)])
  func `unknown fields and optional fields that are null are removed`(
    schema: Schema, json: String, expected: String
  ) throws {
    #expect(try schema.validated(value(json)) == value(expected))
  }

  @Test(
    arguments: [
      (.boolean, "1", nil, "expected true or false"), (.boolean, "null", nil, "a value is missing"),
      (.integer, #""1""#, nil, "expected a whole number"),
      (.integer, "true", nil, "expected a whole number"),
      (.integer, "1.5", nil, "expected a whole number, not 1.5"),
      (
        .integer, "9223372036854775808", nil,
        "expected a whole number that fits in 64 bits, not 9.223372036854776e+18"
      ),
      (.number, #""1""#, nil, "expected a number"), (.text(nil), "1", nil, "expected a text"),
      (
        .text(.dateTime), #""today""#, nil,
        "expected a date and time, as in '2026-11-20T08:00:00Z', not 'today'"
      ),
      (.text(.uri), #""""#, nil, "expected a URL, not ''"),
      (.text(.uuid), #""a""#, nil, "expected a UUID, not 'a'"),
      (.text(.base64), #""%""#, nil, "expected Base64, not '%'"),
      (.text(.base64), "7", nil, "expected a text"),
      (.choice(["a", "b"]), #""c""#, nil, "expected one of a, b, not 'c'"),
      (.list(.integer), "{}", nil, "expected a list"),
      (.list(.integer), "[1, null]", "[1]", "a value is missing"),
      (.list(.list(.integer)), #"[[], [1, "a"]]"#, "[1][1]", "expected a whole number"),
      (.dictionary(.number), "[]", nil, "expected an object"),
      (.dictionary(.number), #"{"a": 1, "c": true, "b": null}"#, "b", "a value is missing"),
      (order, "7", nil, "expected an object"), (order, "{}", "items", "a value is missing"),
      (order, #"{"items": null}"#, "items", "a value is missing"),
      (
        order, #"{"items": [{"name": "a"}, {"name": "b"}, {"name": 7}]}"#, "items[2].name",
        "expected a text"
      ),
      (order, #"{"items": [{}]}"#, "items[0].name", "a value is missing"),
      (order, #"{"items": [], "prices": {"a": "b"}}"#, "prices.a", "expected a number"),
      (
        tree, #"{"name": "a", "children": [{"name": "b", "parent": {}}]}"#,
        "children[0].parent.name", "a value is missing"
      ),
      (
        .list(.recursive(name: "Tree")), "[{}]", "[0]",
        "its schema has no enclosing object 'Tree'"
      ),
      (.nullable(.integer), #""a""#, nil, "expected a whole number"),
      (.anyOf([.integer, .boolean]), #""a""#, nil, "expected a whole number or true or false"),
      (.anyOf([.integer, .boolean]), "null", nil, "expected a whole number or true or false"),
      (payment, #"{"kind":"card","tip":2}"#, "number", "a value is missing"),
      (payment, #"{"kind":"coin"}"#, nil, "expected a Card or a Cash"),
      (payment, "{}", nil, "expected a Card or a Cash"),
    ] as [(Schema, String, String?, String)])
  func `an error names the field that does not fit and says what was expected`(
    schema: Schema, json: String, field: String?, reason: String
  ) throws {
    let value = try value(json)
    let problem = #expect(throws: DecodingError.self) { try schema.validated(value) }?.problem
    #expect(problem?.field == field)
    #expect(problem?.reason == reason)
  }

  @Test(arguments: [.number, .any] as [Schema], [.nan, -.infinity] as [Double])
  func `a number must be finite`(schema: Schema, number: Double) {
    let error = #expect(throws: DecodingError.self) { try schema.validated(.number(number)) }
    #expect(error?.problem.reason == "expected a number, not \(number)")
  }

  @Test(arguments: [.integer, .number] as [Schema])
  func `a whole number is an integer`(schema: Schema) throws {
    #expect(try schema.validated(.number(7)) == .integer(7))
  }

  @Test func `the nearest enclosing object of a name is repeated`() throws {
    let inner = Schema.object(
      name: "Node", [.field("a", .recursive(name: "Node"), isOptional: true)])
    let outer = Schema.object(name: "Node", [.field("inner", inner), .field("b", .boolean)])
    #expect(throws: Never.self) {
      try outer.validated(value(#"{"b": true, "inner": {"a": {"a": {}}}}"#))
    }
  }

  @Test(arguments: [64, 65, 2000])
  func `a value with more than 64 levels does not fit`(depth: Int) async {
    let lists = (0..<depth).reduce(JSONValue.null) { value, _ in .list([value]) }
    let branch = (1..<depth).reduce(JSONValue.object(["name": .text("a")])) { value, _ in
      .object(["name": .text("a"), "parent": value])
    }
    // In a task, whose stack may be smaller than that of the main thread.
    let reasons = await Task.detached {
      [Result { try Schema.any.validated(lists) }, Result { try tree.validated(branch) }]
    }.value.map(reason)
    let expected = depth > 64 ? "it has more than 64 levels" : nil
    #expect(reasons == [expected, expected])
  }

  @Test func `nested alternatives cannot take exponential time`() throws {
    let schema = Schema.object(
      name: "Node",
      [
        .field(
          "next",
          .anyOf(
            ["a", "b"].map { name in
              .object(
                name: name, [.field("inner", .recursive(name: "Node")), .field(name, .integer)])
            } + [.boolean]))
      ])
    let value = (1...30).reduce(JSONValue.object([:])) { value, _ in
      .object(["next": .object(["inner": value])])
    }
    #expect(throws: DecodingError.self) { try schema.validated(value) }
  }

  @Test func `the schema of a type with any JSON has any value`() throws {
    struct Note: Decodable {
      let content: JSONValue
      let more: JSONValue?
    }
    let schema = try Schema(of: Note.self)
    #expect(
      schema
        == .object(
          name: "Note", [.field("content", .any), .field("more", .any, isOptional: true)]))
    #expect(schema.fields.map { "\($0.schema)" } == ["any value", "any value"])
  }
}
