import Foundation
import Mediator
import Testing

private struct Trip: Codable {
  enum Class: String, Codable, CaseIterable { case first, second }
  enum Level: Int, Codable, CaseIterable { case low = 1, high }
  struct Stop: Codable {
    let name: String
    let at: Date
  }

  let line: String
  let seats: UInt8
  let price: Double
  let decimal: Decimal
  let isNight: Bool
  let level: Level
  let id: UUID
  let link: URL
  let photo: Data
  let stops: [Stop]
  let tags: Set<String>
  let fares: [String: Double]
  var `class`: Class?
  var changes: [Int]?
  var code: Code?
}

/// Rejects texts that do not start with a letter.
private struct Code: Codable, Equatable {
  let text: String

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    text = try container.decode(String.self)
    guard text.first?.isLetter ?? false else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no letter")
    }
  }

  func encode(to encoder: any Encoder) throws {}
}

/// Accepts texts and numbers, and writes numbers.
private struct Hour: Codable, SchemaProviding {
  let minutes: Int

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    minutes = try (try? container.decode(Int.self)) ?? container.decode(String.self).count
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(minutes)
  }

  static func schema(for use: Schema.Use) -> Schema {
    use == .input ? .anyOf([.text(nil), .integer]) : .integer
  }
}

/// Its cases have different fields.
private enum Vehicle: Decodable, SchemaProviding {
  struct Car: Decodable { let doors: Int }
  struct Train: Decodable { let leaves: Hour }

  case car(Car)
  case train(Train)

  init(from decoder: any Decoder) throws { self = .car(try Car(from: decoder)) }

  static func schema(for use: Schema.Use) throws(SchemaError) -> Schema {
    .anyOf([
      try Schema(of: Car.self, for: use).with(Schema.Field("kind", .choice(["car"]))),
      try Schema(of: Train.self, for: use).with(Schema.Field("kind", .choice(["train"]))),
    ])
  }
}

/// Writes null where it reads an optional field.
private struct Tour: Decodable, SchemaProviding {
  let vehicles: [Vehicle]
  let end: Hour?

  static func schema(for use: Schema.Use) throws(SchemaError) -> Schema {
    let schema = try Schema(decoding: Tour.self, for: use)
    return use == .input
      ? schema
      : schema.with(Schema.Field("end", .nullable(try Schema(of: Hour.self, for: use))))
  }
}

/// Rejects an end before the start.
private struct Span: Codable, ExampleProviding {
  static let example = Span(start: 1, end: 2)
  let start: Int
  let end: Int

  init(start: Int, end: Int) { (self.start, self.end) = (start, end) }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    start = try container.decode(Int.self, forKey: .start)
    end = try container.decode(Int.self, forKey: .end)
    guard start < end else { throw ClockFailed() }
  }
}

private struct Tree: Codable {
  let name: String
  let children: [Tree]
}

private struct Chicken: Codable { let eggs: [Egg] }

private struct Egg: Codable { let chicken: Chicken? }

private struct Needs<Value: Codable & Sendable>: Codable, Sendable { let value: Value }

private struct Manual: Decodable {
  enum Key: CodingKey { case maybe, inner, deep, list }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    if container.contains(.maybe) { _ = try container.decode(Int.self, forKey: .maybe) }
    let inner = try container.nestedContainer(keyedBy: Key.self, forKey: .inner)
    _ = try inner.decode(Bool.self, forKey: .deep)
    var list = try container.nestedUnkeyedContainer(forKey: .list)
    while !list.isAtEnd { _ = try list.decode(String.self) }
  }
}

private enum Fixed: String, Codable { case only }

private typealias Describable = Decodable & Sendable

@Suite struct SchemaTests {
  @Test func `the schema of a type has its fields, with types, optionality and cases`() throws {
    let fields = try Schema(of: Trip.self).fields
    #expect(
      fields.map { "\($0.name)\($0.isOptional ? "?" : "") \($0.schema)" } == [
        "line a text", "seats a whole number", "price a number", "decimal a number",
        "isNight true or false", "level a whole number", "id a UUID", "link a URL",
        "photo Base64", "stops a list, each a Stop", "tags a list, each a text",
        "fares values by name, each a number", "class? one of first, second",
        "changes? a list, each a whole number", "code? a text",
      ])
    #expect(
      fields[9].schema
        == .list(
          .object(
            name: "Stop",
            [
              .init(name: "name", schema: .text(nil), isOptional: false),
              .init(name: "at", schema: .text(.dateTime), isOptional: false),
            ])))
  }

  @Test(
    arguments: [
      (Int.self, .integer), ([Int].self, .list(.integer)), (Int?.self, .nullable(.integer)),
      (Empty.self, .object(name: "Empty", [])), (Code.self, .text(nil)),
      (Trip.Class.self, .choice(["first", "second"])),
      (Span.self, .object(name: "Span", [.field("start", .integer), .field("end", .integer)])),
      (
        Needs<Span>.self,
        .object(
          name: "Needs<Span>",
          [
            .field(
              "value",
              .object(name: "Span", [.field("start", .integer), .field("end", .integer)]))
          ])
      ),
      (
        Tree.self,
        .object(
          name: "Tree",
          [.field("name", .text(nil)), .field("children", .list(.recursive(name: "Tree")))])
      ),
      (
        Chicken.self,
        .object(
          name: "Chicken",
          [
            .field(
              "eggs",
              .list(
                .object(
                  name: "Egg",
                  [.field("chicken", .recursive(name: "Chicken"), isOptional: true)])))
          ])
      ),
    ] as [(any Describable.Type, Schema)])
  fileprivate func `each type has its schema`(type: any Describable.Type, schema: Schema) throws {
    #expect(try Schema(of: type) == schema)
  }

  @Test func `the schema of a hand-written init(from:) has what it decodes`() throws {
    #expect(
      try Schema(of: Manual.self)
        == .object(
          name: "Manual",
          [
            .field("maybe", .integer, isOptional: true),
            .field("inner", .object(name: "inner", [.field("deep", .boolean)])),
            .field("list", .list(.text(nil))),
          ]))
  }

  @Test func `a type states its schemas for each use, also inside other types`() throws {
    func vehicles(_ clock: Schema) -> Schema {
      .list(
        .anyOf([
          .object(name: "Car", [.field("doors", .integer), .field("kind", .choice(["car"]))]),
          .object(name: "Train", [.field("leaves", clock), .field("kind", .choice(["train"]))]),
        ]))
    }
    let input = Schema.anyOf([.text(nil), .integer])
    #expect(
      try Schema(of: Tour.self)
        == .object(
          name: "Tour",
          [.field("vehicles", vehicles(input)), .field("end", input, isOptional: true)]))
    #expect(
      try Schema(of: Tour.self, for: .output)
        == .object(
          name: "Tour",
          [.field("vehicles", vehicles(.integer)), .field("end", .nullable(.integer))]))
    #expect(
      try Schema(of: Needs<Hour>.self, for: .output)
        == .object(name: "Needs<Hour>", [.field("value", .integer)]))
    #expect(try Schema(of: [Hour?].self, for: .output) == .list(.nullable(.integer)))
  }

  @Test func `alternatives and null are anyOf in JSON Schema`() throws {
    let schema = Schema.list(.nullable(.anyOf([.boolean, .list(.nullable(.integer))])))
    #expect(
      String(decoding: try schema.jsonSchema, as: UTF8.self)
        == #"{"$schema":"https://json-schema.org/draft/2020-12/schema","items":{"anyOf":["#
        + #"{"type":"boolean"},{"items":{"anyOf":[{"type":"integer"},{"type":"null"}]},"#
        + #""type":"array"},{"type":"null"}]},"type":"array"}"#)
    #expect(
      "\(schema)" == "a list, each true or false or a list, each a whole number or null or null")
  }

  @Test(
    arguments: [
      (
        Needs<Code>.self,
        "cannot describe Code of 'value': it rejects the value that was tried; "
          + "conform it to ExampleProviding or SchemaProviding"
      ),
      (
        [Needs<Fixed>].self,
        "cannot describe Fixed of '[].value': it does not list its values; conform it to CaseIterable "
          + "or, if it is no enum, to ExampleProviding"
      ),
      (
        Needs<[UInt8: Int]>.self,
        "cannot describe Dictionary<UInt8, Int> of 'value': its keys are not texts; "
          + "conform it to ExampleProviding or SchemaProviding"
      ),
    ] as [(any Describable.Type, String)])
  fileprivate func `an error names the type and field without a schema`(
    type: any Describable.Type, message: String
  ) {
    let error = #expect(throws: SchemaError.self) { try Schema(of: type) }
    #expect(error?.description == message)
  }

  @Test func `an action has the schema of its input`() throws {
    #expect(try Clock.add.inputSchema?.fields.map(\.name) == ["first", "second", "more"])
    #expect(try Clock.tick.inputSchema == nil)
  }

  @Test func `a schema is written as JSON Schema`() throws {
    let schema = String(decoding: try Schema(of: Needs<[Tree]>.self).jsonSchema, as: UTF8.self)
    let tree =
      ##"{"properties":{"children":{"items":{"$ref":"#/$defs/Tree"},"type":"array"},"##
      + #""name":{"type":"string"}},"required":["name","children"],"title":"Tree","type":"object"}"#
    #expect(
      schema == #"{"$defs":{"Tree":"# + tree
        + #"},"$schema":"https://json-schema.org/draft/2020-12/schema","properties":{"value":{"#
        + #""items":"# + tree
        + #","type":"array"}},"required":["value"],"title":"Needs<Array<Tree>>","type":"object"}"#)
  }

  @Test(
    arguments: [
      (.text(.dateTime), #""format":"date-time","type":"string""#),
      (.text(.base64), #""contentEncoding":"base64","type":"string""#),
      (.text(.date), #""format":"date","type":"string""#), (.text(.day), #""type":"string""#),
      (.text(.timeOfDay), #""type":"string""#), (.text(.money), #""type":"string""#),
      (.text(.password), #""type":"string""#),
      (.choice(["a", "b"]), #""enum":["a","b"],"type":"string""#),
      (.list(.any), #""items":{},"type":"array""#),
      (.dictionary(.boolean), #""additionalProperties":{"type":"boolean"},"type":"object""#),
    ] as [(Schema, String)])
  func `each schema has its keywords`(schema: Schema, keywords: String) throws {
    let json = String(decoding: try schema.jsonSchema, as: UTF8.self)
    #expect(
      json == #"{"$schema":"https://json-schema.org/draft/2020-12/schema","# + keywords + "}")
  }

  @Test func `the fields of a schema are parameters of URLs and commands`() throws {
    struct Question: Decodable {
      let from: String
      let changeTime: Int?
      let lines: [String]
    }
    let parameters = try Schema(of: Question.self).parameters()
    #expect(parameters.map(\.name) == ["from", "changeTime", "lines"])
    #expect(parameters.map(\.valueSchema) == [.text(nil), .integer, .text(nil)])
    #expect(parameters.map(\.isOptional) == [false, true, false])
    #expect(parameters.map(\.isRepeated) == [false, false, true])
  }

  @Test(
    arguments: [
      (Needs<Span>.self, .needsJSON(type: "a Span", field: "value")),
      (Int.self, .needsJSON(type: "a whole number", field: nil)),
    ] as [(any Describable.Type, SchemaError)])
  fileprivate func `objects within objects cannot be parameters`(
    type: any Describable.Type, error: SchemaError
  ) throws {
    let schema = try Schema(of: type)
    #expect(throws: error) { try schema.parameters() }
  }
}
