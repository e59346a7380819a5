public import Documents
// if no foundation
// else
// public import Foundation
// end
public import Mediator
// fields: imports
// end

/// An item of the list. What is written here about a field holds for commands, forms and JSON, too.
public struct ReminderItem: EditableItem {
  /// What people call an item.
  public static let noun = "reminder item"
  // fields: plural
  // end
  // if day
  /// The fields that the module fills in.
  public static let derivedFields = ["daysLeft"]
  // end
  // fields: defaults
  // end

  /// The number by which commands select the item.
  public var id: Int
  // fields: properties
  /// The title.
  public var title: String
  /// The date; nil for none.
  public var date: CalendarDate?
  // end
  // if day
  /// The number of days from today to `date`; negative if it is overdue.
  public var daysLeft: Int?
  // end

  // fields: init
  /// Creates an item.
  public init(id: Int = 0, title: String, date: CalendarDate? = nil) {
    self.id = id
    self.title = title
    self.date = date
  }
  // end
}

extension ReminderItem: SchemaDescribing {
  public static var fieldDescriptions: FieldDescriptions {
    [
      "id": .init(
        "the number of the item",
        suggestions: .results(of: Reminder.list) { $0.map { "\($0.id)" } }),
      // fields: descriptions
      "title": "the title",
      "date": .init("the date, such as tomorrow or 2026-12-24", valueName: "day"),
      // end
      // if day
      "daysLeft": "the number of days that are left; negative if it is overdue",
        // end
    ]
  }
}
