import Foundation
import Mediator
import Testing

@testable import Documents

/// An item with a field of each type.
private struct Wish: EditableItem {
  enum Size: String, Codable, CaseIterable { case small, large }

  static let noun = "wish"
  static let derivedFields = ["daysLeft"]
  var id = 0
  var title: String
  var note: String?
  var count: Int?
  var price: Decimal?
  var fee: Money?
  var size: Size?
  var isUrgent = false
  var until: CalendarDate?
  var at: TimeExpression?
  var seen: Date?
  var shop: URL?
  var daysLeft: Int?
}

extension Wish: SchemaDescribing {
  static var fieldDescriptions: FieldDescriptions {
    ["title": "what is wished for", "isUrgent": .flag("it cannot wait"), "daysLeft": "the days"]
  }
}

/// An item with fields that earlier versions did not have.
private struct Recipe: EditableItem {
  static let noun = "recipe"
  static let defaults: [String: JSONValue] = ["servings": .integer(2), "course": .text("main")]
  var id = 0
  var title: String
  var servings: Int
  var course: String
}

extension Recipe: SchemaDescribing {
  static var fieldDescriptions: FieldDescriptions { ["servings": "the servings"] }
}

private enum Wishes: Interface {
  static let add = Action<NewItem<Wish>, Wish>(Wishes.self, "add", .adds)
  static let change = Action<ItemChange<Wish>, Wish>(Wishes.self, "change", .sets)
}

struct EditableItemTests {
  /// 2026-11-20 at noon, a Friday.
  private static let now = Date(timeIntervalSince1970: 1_795_176_000)

  private func added(_ texts: Parameters) throws -> Wish {
    try texts.decode(NewItem<Wish>.self).item(at: Self.now)
  }

  private func changed(_ wish: Wish, _ texts: Parameters) throws -> Wish {
    var wish = wish
    try texts.decode(ItemChange<Wish>.self).apply(to: &wish, at: Self.now)
    return wish
  }

  @Test func `a new item is made of the texts that a person enters`() throws {
    let wish = try added([
      "title": " A\n lamp\u{7} ", "note": "", "count": "2", "price": "12.95", "fee": "EUR 2",
      "size": "large", "isUrgent": "true", "until": "tomorrow", "at": "8:05",
      "seen": "2026-11-20T08:00:00.25Z",
      "shop": "https://example.org",
    ])
    #expect(
      wish
        == Wish(
          title: "A  lamp", count: 2, price: Decimal(string: "12.95"), fee: Money(200, .example),
          size: .large, isUrgent: true, until: CalendarDate("2026-11-21"),
          at: .clock(seconds: 29_100),
          seen: Date(timeIntervalSince1970: 1_795_161_600.25),
          shop: URL(string: "https://example.org")))
  }

  @Test func `what is not given is missing, and a flag is false`() throws {
    #expect(try added(["title": "Lamp"]) == Wish(title: "Lamp"))
    #expect(throws: DecodingError.self) { try added(["count": "1"]) }
  }

  @Test func `a required field with a default may be omitted`() throws {
    func added(_ texts: Parameters) throws -> Recipe {
      try texts.decode(NewItem<Recipe>.self).item(at: Self.now)
    }
    let soup = Recipe(title: "Soup", servings: 2, course: "main")
    #expect(try added(["title": "Soup"]) == soup)
    #expect(try added(["title": "Soup", "servings": "8"]).servings == 8)
    let fields = try NewItem<Recipe>.schema(for: .input).fields
    #expect(fields.filter { !$0.isOptional }.map(\.name) == ["title"])
  }

  @Test func `JSON and typed calls make the same item`() throws {
    let wish = Wish(title: "Lamp", count: 2, until: CalendarDate("2026-11-21"))
    let json = Data(#"{"title": "Lamp", "count": 2, "until": "tomorrow", "id": 9}"#.utf8)
    #expect(try JSON.decode(NewItem<Wish>.self, from: json).item(at: Self.now) == wish)
    var numbered = wish
    (numbered.id, numbered.daysLeft) = (7, 1)
    let input = try NewItem(numbered)
    #expect(try input.item(at: Self.now) == wish)
    let coded = try JSON.decode(NewItem<Wish>.self, from: JSON.encode(input))
    #expect(try coded.item(at: Self.now) == wish)
  }

  @Test(arguments: [
    ("count", "x", "expected a whole number"), ("size", "huge", "expected one of small, large"),
    ("until", "someday", "'someday' is not a day"), ("at", "25 o'clock", "a time"),
    ("shop", "ht tp://x", "expected a URL"), ("price", "0.1234567890123456789", "15 digits"),
    ("fee", "2.50", "not an amount with its currency"),
    ("seen", "2026-02-30T08:00:00Z", "expected a date and time"),
  ])
  func `a value that does not fit is refused by the name of its field`(
    field: String, text: String, reason: String
  ) throws {
    var texts: Parameters = ["title": "Lamp"]
    texts.append(text, for: field)
    let error = #expect(throws: DecodingError.self) { try added(texts) }
    #expect(error?.problem.field == field)
    #expect(error?.problem.reason.contains(reason) == true, "\(error?.problem.reason ?? "")")
  }

  @Test func `a text must be seen, and not too long`() throws {
    for title in ["", " \n\t", "\u{1B}", "\u{200B}\u{202E}"] {
      #expect(throws: ItemError.emptyText(field: "title")) { try added(["title": title]) }
    }
    let long = String(repeating: "x", count: 201)
    let error = ItemError.longText(
      field: "title", beginning: String(repeating: "x", count: 20), count: 201)
    #expect(throws: error) { try added(["title": long]) }
    #expect(throws: error) { try NewItem(Wish(title: long)).item(at: Self.now) }
  }

  @Test func `a change keeps the fields that it does not name`() throws {
    let wish = Wish(
      id: 3, title: "Lamp", note: "blue", count: 2, size: .small, isUrgent: true,
      until: CalendarDate("2026-11-21"))
    var expected = wish
    (expected.title, expected.until) = ("Table", CalendarDate("2026-11-23"))
    let change: Parameters = ["id": "3", "title": "Table", "until": "mon"]
    #expect(try changed(wish, change) == expected)
    #expect(try changed(wish, ["id": "3", "isUrgent": "false"]).isUrgent == false)
  }

  @Test(arguments: ["none", ""])
  func `an optional value is removed`(text: String) throws {
    let wish = Wish(
      title: "Lamp", note: "none", count: 2, fee: Money(1, .example), size: .small,
      until: CalendarDate("2026-11-21"), shop: URL(string: "https://example.org"))
    var texts: Parameters = ["id": "3", "count": text, "until": text, "shop": text, "note": ""]
    texts.append(text, for: "fee")
    texts.append("none", for: "size")
    #expect(try changed(wish, texts) == Wish(title: "Lamp"))
  }

  @Test func `a change of nothing is refused`() throws {
    #expect(throws: ItemError.nothingToChange(3, noun: "wish")) {
      try changed(Wish(title: "Lamp"), ["id": "3"])
    }
    #expect(throws: ItemError.emptyText(field: "title")) {
      try changed(Wish(title: "Lamp"), ["id": "3", "title": " "])
    }
  }

  @Test func `a typed change has what differs`() throws {
    let wish = Wish(id: 3, title: "Lamp", count: 2, price: 5)
    let change = try ItemChange(wish) {
      ($0.count, $0.price, $0.fee) = (nil, 6, Money(250, .example))
    }
    let expected = Wish(id: 3, title: "Table", price: 6, fee: Money(250, .example))
    let json = try JSON.encode(change)
    #expect(
      String(decoding: json, as: UTF8.self)
        == #"{"count":"","fee":"EUR 2.50","id":3,"price":6}"#)
    for change in [change, try JSON.decode(ItemChange<Wish>.self, from: json)] {
      var other = Wish(id: 3, title: "Table", count: 1)
      try change.apply(to: &other, at: Self.now)
      #expect(other == expected)
    }
  }

  @Test func `the inputs have the fields that people enter, with their words`() throws {
    let new = try Schema(of: NewItem<Wish>.self)
    #expect(
      new.fields.map(\.name) == [
        "title", "note", "count", "price", "fee", "size", "isUrgent", "until", "at", "seen", "shop",
      ])
    #expect(new.fields.filter { !$0.isOptional }.map(\.name) == ["title"])
    #expect(new.fields[7].schema == .text(.day))
    #expect(new.fields[0].description == "what is wished for")
    let change = try Schema(of: ItemChange<Wish>.self)
    #expect(change.fields.map(\.name) == ["id"] + new.fields.map(\.name))
    #expect(change.fields.filter { !$0.isOptional }.map(\.name) == ["id"])
    #expect(change.fields[0].description == "the number of the wish")
  }

  @Test func `a form begins with the texts of an item`() throws {
    let wish = Wish(
      id: 3, title: "Lamp", price: Decimal(string: "12.95"), fee: Money(250, .example),
      isUrgent: true, until: CalendarDate("2026-11-21"), daysLeft: 1)
    let texts: Parameters = [
      "title": "Lamp", "price": "12.95", "fee": "EUR 2.50", "isUrgent": "true",
      "until": "2026-11-21",
    ]
    #expect(wish.enteredTexts == texts)
  }

  @Test(
    arguments: [
      (.emptyText(field: "name"), "'' is no text for 'name'; expected at least one character"),
      (.nothingToChange(1, noun: "wish"), "wish '1' would not change; give a new value of a field"),
      (.badValue(field: "size", reason: "expected x"), "bad value for 'size': expected x"),
      (
        .longText(field: "name", beginning: "x", count: 201),
        "the text 'x…' for 'name' has 201 characters, expected at most 200; choose a shorter one"
      ),
    ] as [(ItemError, String)])
  func `each error says what to do`(error: ItemError, text: String) {
    #expect(error.kind == .badInput && error.description == text)
  }
}
