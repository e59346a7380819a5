import Foundation
import Mediator
import Testing

/// A time in its own unit.
private struct Minutes: Codable, SchemaDescribing {
  static var valueDescription: FieldDescription? { "in minutes" }
  let count: Int

  init(from decoder: any Decoder) throws {
    count = try decoder.singleValueContainer().decode(Int.self)
  }
}

private struct Parcel: Codable, SchemaDescribing {
  static var fieldDescriptions: FieldDescriptions {
    ["weight": "in grams", "limit": "the latest delivery, in minutes"]
  }
  let weight: Int
  let wait: Minutes
  let limit: Minutes?
  let number: Int
}

private struct Box: Codable, SchemaDescribing {
  static var fieldDescriptions: FieldDescriptions { ["wieght": "in grams"] }
  let weight: Int
}

/// States its schema, and describes a field that the schema does not have.
private struct Crate: Codable, SchemaProviding, SchemaDescribing {
  static var fieldDescriptions: FieldDescriptions { ["wieght": "in grams"] }
  let weight: Int

  static func schema(for use: Schema.Use) -> Schema {
    .object(name: "Crate", [Schema.Field("weight", .integer)])
  }
}

/// States another type for a field than its decoding shows.
private struct Letter: Codable, SchemaProviding, SchemaDescribing {
  static var fieldDescriptions: FieldDescriptions { ["weight": "in grams"] }
  let weight: Int

  static func schema(for use: Schema.Use) throws(SchemaError) -> Schema {
    try Schema(decoding: Letter.self, for: use).with(Schema.Field("weight", .nullable(.integer)))
  }
}

private struct Delivery: Codable {
  let parcels: [Parcel]
  let letter: Letter?
}

@Suite struct SchemaDescribingTests {
  private func descriptions(of type: any Decodable.Type) throws -> [String: String?] {
    let fields = try Schema(of: type, for: .output).fields
    return Dictionary(
      uniqueKeysWithValues: fields.map { ($0.name, $0.description.map { "\($0.text)" }) })
  }

  @Test func `a type describes its fields, and the fields of its own type`() throws {
    #expect(
      try descriptions(of: Parcel.self) == [
        "weight": "in grams", "wait": "in minutes", "limit": "the latest delivery, in minutes",
        "number": nil,
      ])
  }

  @Test func `a description of a field that does not exist is an error that names it`() {
    let error = SchemaError.noSuchField("wieght", type: "Box", nearest: "weight")
    #expect(throws: error) { try Schema(of: [Box].self) }
    #expect(
      "\(error)" == "the fieldDescriptions of Box have 'wieght', which is not one of its fields; "
        + "did you mean 'weight'?")
  }

  @Test func `a flag that is no Boolean is an error that names it`() {
    struct Lamp: Codable, SchemaDescribing {
      static var fieldDescriptions: FieldDescriptions { ["colour": .flag("in colour")] }
      let colour: String?
    }
    let error = SchemaError.flagNotBoolean("colour", type: "Lamp")
    #expect(throws: error) { try Schema(of: Lamp.self) }
    #expect(
      "\(error)"
        == "the fieldDescriptions of Lamp say that 'colour' is a flag, but its type is not "
        + "Bool; describe it without 'flag'")
  }

  @Test func `the words of a field say what a missing value means, and which values there are`()
    throws
  {
    enum Size: String, Codable, CaseIterable { case small, large }
    struct Lamp: Codable, SchemaDescribing {
      static var fieldDescriptions: FieldDescriptions {
        [
          "day": .init("the day", default: "today", example: "fri"), "size": "how large",
          "rooms": .init("the rooms", default: "all"),
        ]
      }
      let day: String?
      let size: Size
      let rooms: [String]?
      let watts: Int
    }
    let schema = try Schema(of: Lamp.self)
    #expect(
      schema.fields.map { $0.hint() } == [
        "the day (default: today)", "how large: small or large",
        "the rooms (default: all); may be given several times", "a whole number",
      ])
    let json = String(decoding: try schema.jsonSchema, as: UTF8.self)
    #expect(json.contains(#""description":"the day (default: today)","examples":["fri"]"#))
  }

  @Test func `an example in JSON Schema has the type of its field`() throws {
    struct Lamp: Codable, SchemaDescribing {
      static var fieldDescriptions: FieldDescriptions {
        [
          "watts": .init("how strong", example: "40"), "volume": .init("in litres", example: "1.5"),
          "rooms": .init("the rooms", example: "hall"), "name": .init("the name", example: "7"),
        ]
      }
      let watts: Int?
      let volume: Double
      let rooms: [String]
      let name: String
    }
    let json = String(decoding: try Schema(of: Lamp.self).jsonSchema, as: UTF8.self)
    for examples in ["[40]", "[1.5]", #"[["hall"]]"#, #"["7"]"#] {
      #expect(json.contains("\"examples\":\(examples)"), "\(json)")
    }
  }

  @Test func `a stated schema has the described fields, too`() {
    #expect(throws: SchemaError.noSuchField("wieght", type: "Crate", nearest: "weight")) {
      try Schema(of: Crate.self)
    }
  }

  @Test func `a field keeps its description in a stated schema`() throws {
    #expect(try descriptions(of: Letter.self) == ["weight": "in grams"])
  }

  @Test func `JSON Schema contains the descriptions at every depth`() throws {
    struct Found: Decodable {
      struct Items: Decodable { let items: Properties }
      struct Properties: Decodable { let properties: [String: Text] }
      struct Text: Decodable { let description: String? }
      struct Fields: Decodable {
        let parcels: Items
        let letter: Properties
      }
      let properties: Fields
    }
    let schema = try JSON.decode(Found.self, from: Schema(of: Delivery.self).jsonSchema)
    #expect(schema.properties.parcels.items.properties["weight"]?.description == "in grams")
    #expect(schema.properties.parcels.items.properties["number"]?.description == nil)
    #expect(schema.properties.letter.properties["weight"]?.description == "in grams")
  }
}
