public import Mediator

/// An item of a list whose fields people enter and change. Its type declares each field once: the
/// inputs that add and change items, and so options, forms and JSON, follow from it.
///
/// ```swift
/// public struct Wish: EditableItem {
///   public static let (noun, plural) = ("wish", "wishes")
///   public var id = 0
///   public var title: String
///   public var price: Decimal?
///   public var until: CalendarDate?
///   public var isUrgent = false
/// }
///
/// extension Wish: SchemaDescribing {
///   public static var fieldDescriptions: FieldDescriptions {
///     [
///       "title": "what is wished for", "price": "the price", "until": "the last day",
///       "isUrgent": .flag("it cannot wait"),
///     ]
///   }
/// }
///
/// public static let add = Action<NewItem<Wish>, Wish>(Wishes.self, "add", .adds)
/// public static let change = Action<ItemChange<Wish>, Wish>(Wishes.self, "change", .sets)
/// public static let remove = Action<ItemReference<Wish>, Wish>(Wishes.self, "remove", .removes)
/// ```
///
/// A field is a text, a number, a `Bool`, a `CalendarDate`, a `TimeExpression`, a `Date`, a `URL`,
/// or a `CaseIterable` enum of texts, none of which is `none`; all but a `Bool` may be optional. People enter a day
/// and a time of day in their own words, such as `tomorrow`.
public protocol EditableItem: Codable, Hashable, Sendable, SchemaDescribing {
  /// What people call an item, such as `wish`.
  static var noun: String { get }
  /// What people call several items, such as `wishes`; the noun with an `s` unless stated.
  static var plural: String { get }
  /// The fields that nobody enters, because the module derives them, such as the number of days
  /// until another field. They are optional, and nil in a stored item.
  static var derivedFields: [String] { get }
  /// The values of fields that need not be given when an item is added, because commands and links
  /// were written before the item had them: `["servings": .integer(2)]`.
  static var defaults: [String: JSONValue] { get }
  /// The number of the item, which is never changed; 0 until it is added.
  var id: Int { get set }
  /// What sentences call the item, in one line, such as `Buy milk`.
  var title: String { get }
}

extension EditableItem {
  /// The noun with an `s`.
  public static var plural: String { "\(noun)s" }

  /// None.
  public static var derivedFields: [String] { [] }

  /// None.
  public static var defaults: [String: JSONValue] { [:] }

  /// The fields that people enter, as the item encodes them.
  /// - Throws: `SchemaError` naming the field that has no schema.
  static func enteredFields() throws(SchemaError) -> [Schema.Field] {
    try Schema(of: Self.self).fields.filter { $0.name != "id" && !derivedFields.contains($0.name) }
  }

  /// The descriptions of the fields that people enter.
  static var enteredDescriptions: FieldDescriptions {
    let names = fieldDescriptions.names.filter { $0 != "id" && !derivedFields.contains($0) }
    return fieldDescriptions.only(names)
  }
}

/// Names an item by its number, for an action that needs no more.
public struct ItemReference<Item: EditableItem>: Codable, Hashable, Sendable {
  /// The number of the item.
  public let id: Int

  /// Creates a reference to the item with a number.
  public init(id: Int) {
    self.id = id
  }
}

extension ItemReference: SchemaDescribing {
  /// The description that the item has for its number.
  public static var fieldDescriptions: FieldDescriptions { Item.idDescription }
}

extension EditableItem {
  static var idDescription: FieldDescriptions {
    guard fieldDescriptions.names.contains("id") else {
      return ["id": "the number of the \(noun)"]
    }
    return fieldDescriptions.only(["id"])
  }
}

/// The output of an action that undoes the last change of some items.
public struct UndoneItemChange: Codable, Hashable, Sendable {
  /// What was undone, such as `removing 'Milk'`.
  public let change: String

  /// Creates the output.
  public init(_ change: String) {
    self.change = change
  }
}
