public import Foundation
public import Mediator

/// The input of an action that adds an item: the fields that people enter.
///
/// Days and times may be relative, such as `tomorrow`. A field that is omitted has the value of
/// `EditableItem.defaults`; a Boolean field without one is false.
public struct NewItem<Item: EditableItem>: Hashable, Sendable {
  private let values: ItemValues<Item>

  /// Creates the input that adds an item, whose number and derived fields are ignored.
  /// - Throws: `EncodingError` when a value of the item has no JSON form.
  public init(_ item: Item) throws {
    values = try ItemValues(of: item)
  }

  /// The item to add.
  /// - Parameter now: The date from which days such as `tomorrow` are counted, in the time zone of
  ///   this machine.
  /// - Throws: `ItemError`
  public func item(at now: Date) throws(ItemError) -> Item {
    try ItemValues<Item>(members: Item.defaults).applying(values, to: 0, at: now)
  }
}

extension NewItem: Codable, SchemaProviding, SchemaDescribing {
  /// - Throws: `DecodingError` naming the field that is missing or does not fit.
  public init(from decoder: any Decoder) throws {
    values = try ItemValues(from: decoder, as: Self.schema(for: .input).fields)
  }

  /// Encodes the fields.
  public func encode(to encoder: any Encoder) throws { try values.encode(to: encoder) }

  /// The fields of the item without its number, as people enter them.
  public static func schema(for use: Schema.Use) throws(SchemaError) -> Schema {
    .object(
      name: "New\(Item.self)",
      try Item.enteredFields().map { field in
        Schema.Field(
          name: field.name, schema: field.schema.entered,
          isOptional: field.isOptional || field.schema == .boolean
            || Item.defaults[field.name] != nil,
          description: field.description)
      })
  }

  /// The descriptions that the item has for its fields; a flag without a default is false.
  public static var fieldDescriptions: FieldDescriptions {
    Item.enteredDescriptions.mapValues { name, description in
      guard description.isFlag else { return description }
      return description.withDefault(Item.defaults[name] == .boolean(true) ? "yes" : "no")
    }
  }
}

/// The input of an action that changes an item: its number, and new values of at least one field.
///
/// On a command line and in JSON, `none` or the empty text removes an optional value; only the empty
/// text removes a text. A member that is `null` is ignored.
public struct ItemChange<Item: EditableItem>: Hashable, Sendable {
  /// The number of the item.
  public let id: Int
  private let values: ItemValues<Item>

  /// Creates the input that changes an item as `body` does.
  ///
  /// ```swift
  /// try await mediator.perform(Wishes.change, ItemChange(lamp) { $0.price = nil })
  /// ```
  /// - Throws: `EncodingError` when a value of the item has no JSON form.
  public init(_ item: Item, _ body: (inout Item) -> Void) throws {
    var changed = item
    body(&changed)
    id = item.id
    values = try ItemValues(of: changed).changes(from: ItemValues(of: item))
  }

  /// Creates the input that negates a field of an item that is true or false.
  /// - Throws: `EncodingError` when a value of the item has no JSON form.
  package init(toggling field: String, of item: Item) throws {
    id = item.id
    let isSet = try ItemValues(of: item).members[field] == .boolean(true)
    values = ItemValues(members: [field: .boolean(!isSet)])
  }

  /// Changes an item.
  /// - Parameter now: The date from which days such as `tomorrow` are counted, in the time zone of
  ///   this machine.
  /// - Throws: `ItemError`
  public func apply(to item: inout Item, at now: Date) throws {
    guard !values.members.isEmpty else {
      throw ItemError.nothingToChange(id, noun: Item.noun)
    }
    item = try ItemValues(of: item).applying(values, to: item.id, at: now)
  }
}

extension ItemChange: Codable, SchemaProviding, SchemaDescribing {
  /// - Throws: `DecodingError` naming the field that is missing or does not fit.
  public init(from decoder: any Decoder) throws {
    let fields = try Self.schema(for: .input).fields
    id = try ItemReference<Item>(from: decoder).id
    values = try ItemValues(from: decoder, as: fields.filter { $0.name != "id" })
  }

  /// Encodes the number and the new values.
  public func encode(to encoder: any Encoder) throws {
    try ItemReference<Item>(id: id).encode(to: encoder)
    try values.encode(to: encoder)
  }

  /// The number of the item, and its fields as people enter them, all of which may be omitted.
  public static func schema(for use: Schema.Use) throws(SchemaError) -> Schema {
    let fields = try Item.enteredFields().map { field in
      Schema.Field(
        name: field.name,
        schema: field.isOptional ? field.schema.entered.removable : field.schema.entered,
        isOptional: true, description: field.description)
    }
    return .object(name: "\(Item.self)Change", [Schema.Field("id", .integer)] + fields)
  }

  /// The descriptions that the item has for its number and its fields; a flag that is omitted keeps
  /// its value.
  public static var fieldDescriptions: FieldDescriptions {
    Item.idDescription + Item.enteredDescriptions.mapValues { $1.negatable }
  }
}

extension EditableItem {
  /// The values of the fields that people enter, as texts of a form or a command line.
  package var enteredTexts: Parameters {
    let members = (try? ItemValues(of: self).members) ?? [:]
    return members.reduce(into: [:]) { texts, member in
      member.value.text.map { texts.append($0, for: member.key) }
    }
  }
}

extension Schema {
  /// The schema of a value as people enter it.
  fileprivate var entered: Schema { self == .text(.date) ? .text(.day) : self }

  /// The schema of a value that can also be removed.
  fileprivate var removable: Schema {
    switch self {
    case .text(nil): self  // the empty text
    case .choice(let choices): .choice(choices + ["none"])
    case .any, .boolean, .integer, .number, .text, .list, .dictionary, .object, .recursive, .anyOf,
      .nullable:
      .anyOf([self, .choice(["none", ""])])
    }
  }
}

/// The values of some fields of an item, by their names, as people enter them. An empty text stands
/// for a value that is removed.
private struct ItemValues<Item: EditableItem>: Hashable {
  let members: [String: JSONValue]

  init(members: [String: JSONValue]) {
    self.members = members
  }

  init(of item: Item) throws {
    guard
      case .object(var members) = try JSON.decode(JSONValue.self, from: JSON.encodeExactly(item))
    else {
      self.init(members: [:])
      return
    }
    for name in ["id"] + Item.derivedFields { members[name] = nil }
    for field in try Item.enteredFields() where field.schema == .text(.money) {
      members[field.name] = try members[field.name].map { value in
        .text(try JSON.decode(Money.self, from: JSON.encode(value)).description)
      }
    }
    self.init(members: members)
  }

  /// Decodes the fields that are given.
  init(from decoder: any Decoder, as fields: [Schema.Field]) throws {
    let container = try decoder.container(keyedBy: FieldName.self)
    var members: [String: JSONValue] = [:]
    for field in fields {
      let key = FieldName(stringValue: field.name)
      if field.isOptional {
        guard container.contains(key), try !container.decodeNil(forKey: key) else { continue }
      }
      members[field.name] = try container.value(forKey: key, as: field.schema)
    }
    self.init(members: members)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: FieldName.self)
    for (name, value) in members.sorted(by: { $0.key < $1.key }) {
      try container.encode(value, forKey: FieldName(stringValue: name))
    }
  }

  /// The values that differ from others, and the empty text for those that are missing.
  func changes(from old: ItemValues) -> ItemValues {
    var changes = members.filter { old.members[$0.key] != $0.value }
    for name in old.members.keys where members[name] == nil { changes[name] = .text("") }
    return ItemValues(members: changes)
  }

  /// The item with these values and those of some fields.
  func applying(_ changes: ItemValues, to id: Int, at now: Date) throws(ItemError) -> Item {
    var members = members
    do {
      for field in try Item.enteredFields() {
        if let value = changes.members[field.name] {
          members[field.name] = try value.resolved(as: field, at: now)
        } else if field.schema == .boolean, members[field.name] == nil {
          members[field.name] = .boolean(false)
        }
      }
      members["id"] = .integer(id)
      return try JSON.decode(Item.self, from: JSON.encode(JSONValue.object(members)))
    } catch let error as ItemError {
      throw error
    } catch {
      let problem = (error as? DecodingError)?.problem
      throw .badValue(
        field: problem?.field ?? Item.noun, reason: problem?.reason ?? error.plainText)
    }
  }
}

extension KeyedDecodingContainer<FieldName> {
  /// Decodes a value as JSON, from JSON or from the text of a command line.
  fileprivate func value(forKey key: FieldName, as schema: Schema) throws -> JSONValue {
    switch schema {
    case .boolean: return .boolean(try decode(Bool.self, forKey: key))
    case .integer: return .integer(try decode(Int.self, forKey: key))
    case .number: return try number(forKey: key)
    case .text(.day): return .text(try decode(DayExpression.self, forKey: key).description)
    case .text(.timeOfDay): return .text(try decode(TimeExpression.self, forKey: key).description)
    case .text(.money): return .text(try decode(Money.self, forKey: key).description)
    case .anyOf(let schemas):
      if let text = try? decode(String.self, forKey: key), ["none", ""].contains(text) {
        return .text("")
      }
      return try value(forKey: key, as: schemas.first ?? .any)
    case .choice(let choices) where choices.contains("none"):
      let text = try validText(forKey: key, as: schema)
      return .text(text == "none" ? "" : text)
    case .text, .choice: return .text(try validText(forKey: key, as: schema))
    case .any, .list, .dictionary, .object, .recursive, .nullable:
      return try decode(JSONValue.self, forKey: key)
    }
  }

  private func validText(forKey key: FieldName, as schema: Schema) throws -> String {
    let text = try decode(String.self, forKey: key)
    do {
      _ = try schema.validated(.text(text))
    } catch {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: self, debugDescription: error.problem.reason)
    }
    return text
  }

  /// A number that a `Double` keeps: a longer one would be rounded without a word.
  private func number(forKey key: FieldName) throws -> JSONValue {
    let number = try decode(Decimal.self, forKey: key)
    let nearest = (number as NSDecimalNumber).doubleValue
    guard Decimal(string: "\(nearest)") == number else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: self, debugDescription: "'\(number)' has more than 15 digits")
    }
    return Int(exactly: nearest).map { .integer($0) } ?? .number(nearest)
  }
}

extension JSONValue {
  /// The value as it is stored; nil for one that is removed.
  fileprivate func resolved(as field: Schema.Field, at now: Date) throws(ItemError) -> JSONValue? {
    guard case .text(let text) = self else { return self }
    guard field.schema != .text(nil) else {
      let line = text.inOneLine
      guard line.count <= ItemError.maximumTextLength,
        line.unicodeScalars.count <= 4 * ItemError.maximumTextLength
      else {
        throw .longText(field: field.name, beginning: String(line.prefix(20)), count: line.count)
      }
      guard line.isEmpty else { return .text(line) }
      guard field.isOptional else { throw .emptyText(field: field.name) }
      return nil
    }
    guard !text.isEmpty || !field.isOptional else { return nil }
    switch field.schema {
    case .text(.date):
      let day = DayExpression(text)?.date(today: CalendarDate(of: now, in: .current))
      return .text(day?.description ?? text)
    case .text(.timeOfDay): return .text(TimeExpression(text)?.clock(at: now) ?? text)
    case .any, .boolean, .integer, .number, .text, .choice, .list, .dictionary, .object, .recursive,
      .anyOf, .nullable:
      return self
    }
  }

  /// The value in a form or on a command line; nil for a value that needs JSON.
  fileprivate var text: String? {
    switch self {
    case .boolean(let value): "\(value)"
    case .integer(let number): "\(number)"
    case .number(let number): "\(number)"
    case .text(let text): text
    case .null, .list, .object: nil
    }
  }
}

extension TimeExpression {
  /// The time on the clock of this machine.
  fileprivate func clock(at now: Date) -> String {
    let time = Calendar.current.dateComponents([.hour, .minute], from: now)
    let minutes = (time.hour ?? 0) * 60 + (time.minute ?? 0)
    let expression: TimeExpression =
      switch self {
      case .clock(let seconds): .clock(seconds: seconds)
      case .now: .clock(seconds: minutes * 60)
      case .minutesFromNow(let later): .clock(seconds: (minutes + later) % (24 * 60) * 60)
      }
    return expression.description
  }
}

extension String {
  /// The text without control and invisible characters, with a space for each line break or tab, and without
  /// surrounding spaces.
  fileprivate var inOneLine: String {
    let scalars = unicodeScalars.compactMap { scalar in
      if scalar.properties.isWhitespace {
        " " as Unicode.Scalar?
      } else {
        [.control, .format].contains(scalar.properties.generalCategory) && scalar != "\u{200D}"
          ? nil : scalar
      }
    }
    return String(String.UnicodeScalarView(scalars)).trimmed
  }
}

/// The name of any field.
private struct FieldName: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) {
    self.stringValue = stringValue
  }

  init?(intValue: Int) { nil }
}
