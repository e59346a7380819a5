public import Documents
public import Mediator

/// Keeps reminder items, each with a title and the day on which it is due.
public enum Reminder: Interface {
  /// Returns all items: those with a day first, by day.
  public static let list = Action<Empty, [ReminderItem]>(
    Reminder.self, "list", .reads)
  /// Adds an item. Assistants and plug-ins ask the person first.
  public static let add = Action<AddReminderItem, ReminderItem>(
    Reminder.self, "add", .adds, [.assistants, .programs, .plugins])
  /// Changes the fields of an item that are given, at least one.
  public static let change = Action<ChangeReminderItem, ReminderItem>(
    Reminder.self, "change", .sets)
  /// Removes an item, and returns it.
  public static let remove = Action<ReminderReference, ReminderItem>(
    Reminder.self, "remove", .removes, [.assistants, .programs, .plugins])
  /// Undoes the last change; repeated, earlier ones.
  public static let undo = Action<Empty, UndoneReminderChange>(
    Reminder.self, "undo", .changes, [.assistants, .programs, .plugins])
}

/// Items were added, changed or removed.
public struct ReminderChanged: SharedEvent, Hashable {
  /// Creates the event.
  public init() {}
}

/// The input of `Reminder.add`.
public struct AddReminderItem: Codable, Hashable, Sendable {
  /// The title, at most 200 characters.
  public let title: String
  /// The day on which it is due; nil for none.
  public let date: DayExpression?

  /// Creates the input for a title and a day.
  public init(title: String, date: DayExpression? = nil) {
    self.title = title
    self.date = date
  }
}

extension AddReminderItem: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    [
      "title": "what is due",
      "date": .init(
        "the day on which it is due, such as tomorrow, fri or 2026-12-24", valueName: "day"),
    ]
  }
}

extension FieldDescription {
  static let item = FieldDescription(
    "the number of the item", suggestions: .results(of: Reminder.list) { $0.map { "\($0.id)" } })
}

/// The input of `Reminder.change`.
public struct ChangeReminderItem: Codable, Hashable, Sendable {
  /// The id of the item.
  public let id: Int
  /// The new title; nil to keep the old one.
  public let title: String?
  /// The new day, or none; nil to keep the old one.
  public let date: ReminderDay?

  /// Creates the input that changes the item with `id`.
  public init(id: Int, title: String? = nil, date: ReminderDay? = nil) {
    self.id = id
    self.title = title
    self.date = date
  }
}

extension ChangeReminderItem: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    [
      "id": .item, "title": .init("the new title", valueName: "text"),
      "date": .init(
        "the day on which it is due, such as tomorrow or 2026-12-24, or none", valueName: "day"),
    ]
  }
}

/// The day that an item gets by a change; as a text, a day, or `none` for an item without a day.
public enum ReminderDay: Hashable, Sendable {
  /// The item is due on a day.
  case day(DayExpression)
  /// The item has no day.
  case noDay
}

extension ReminderDay: Codable {
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    self = Self.textsForNoDay.contains(text) ? .noDay : .day(try DayExpression(from: decoder))
  }

  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .day(let day): try day.encode(to: encoder)
    case .noDay: try Self.textsForNoDay[0].encode(to: encoder)
    }
  }
}

extension ReminderDay: SchemaProviding, ExampleProviding {
  /// A person who clears the field of a form sends the empty text.
  private static let textsForNoDay = ["none", ""]

  /// A text of the format `day`, `none` or an empty text.
  public static func schema(for use: Schema.Use) -> Schema {
    .anyOf([DayExpression.schema(for: use), .choice(textsForNoDay)])
  }

  /// An example for documentation.
  public static var example: ReminderDay { .day(.example) }
}

/// Names an item.
public struct ReminderReference: Codable, Hashable, Sendable {
  /// The id of the item.
  public let id: Int

  /// Creates a reference to the item with `id`.
  public init(id: Int) {
    self.id = id
  }
}

extension ReminderReference: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    [
      "id": .item
    ]
  }
}

/// The result of `Reminder.undo`.
public struct UndoneReminderChange: Codable, Hashable, Sendable {
  /// The change that was undone, such as `removing 'Milk'`.
  public let change: String

  /// Creates a result.
  public init(change: String) {
    self.change = change
  }
}
