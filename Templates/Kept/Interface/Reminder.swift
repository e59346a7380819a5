public import Documents
public import Mediator

/// Keeps reminder items.
public enum Reminder: Interface {
  // if day
  /// Returns all items by date.
  public static let list = Action<Empty, [ReminderItem]>(
    Reminder.self, "list", .reads)
  // else
  // /// Returns all items, in the order in which they were added.
  // public static let list = Action<Empty, [ReminderItem]>(
  //   Reminder.self, "list", .reads)
  // end
  /// Adds an item. Assistants and plug-ins ask the person first.
  public static let add = Action<NewItem<ReminderItem>, ReminderItem>(
    Reminder.self, "add", .adds, [.assistants, .programs, .plugins])
  /// Changes the fields of an item that are given, at least one.
  public static let change = Action<ItemChange<ReminderItem>, ReminderItem>(
    Reminder.self, "change", .sets)
  /// Removes an item, and returns it.
  public static let remove = Action<ItemReference<ReminderItem>, ReminderItem>(
    Reminder.self, "remove", .removes, [.assistants, .programs, .plugins])
  /// Undoes the last change; repeated, earlier ones.
  public static let undo = Action<Empty, UndoneItemChange>(
    Reminder.self, "undo", .changes, [.assistants, .programs, .plugins])
}

/// Items were added, changed or removed.
public struct ReminderChanged: SharedEvent, Hashable {
  /// Creates the event.
  public init() {}
}
