import Documents
import Foundation
import ModuleManager
public import ReminderInterface
public import Store

// fields: stored
extension ReminderItem: StoredItem {}
// end

// if day
/// Keeps the items in a database, and says when they are due.
// else
// /// Keeps the items in a database.
// end
struct ReminderManager: Sendable {
  let list: StoredList<ReminderItem>
  private let now: @Sendable () -> Date

  init(_ context: ModuleContext) {
    list = StoredList(context)
    now = context.now
  }

  // if day
  // if nothing done
  // if optional day
  /// All items by date, those without one last.
  // else
  // /// All items by date.
  // end
  // else
  // /// All items by date, those that are done last.
  // end
  // else
  // /// All items, in the order in which they were added.
  // end
  var items: [ReminderItem] {
    // if day
    get async throws {
      try await list.items.map(dated).sorted { ($0.order, $0.id) < ($1.order, $1.id) }
    }
    // else
    // get async throws { try await list.items }
    // end
  }

  func add(_ new: NewItem<ReminderItem>) async throws -> ReminderItem {
    // if day
    dated(try await list.add(new.item(at: now())))
    // else
    // try await list.add(new.item(at: now()))
    // end
  }

  func change(_ change: ItemChange<ReminderItem>) async throws -> ReminderItem {
    // if day
    dated(try await list.change(change.id) { [now] in try change.apply(to: &$0, at: now()) })
    // else
    // try await list.change(change.id) { [now] in try change.apply(to: &$0, at: now()) }
    // end
  }

  // if day
  func remove(_ id: Int) async throws -> ReminderItem { dated(try await list.remove(id)) }
  // else
  // func remove(_ id: Int) async throws -> ReminderItem { try await list.remove(id) }
  // end
  // if day

  /// The item with the number of days from today.
  private func dated(_ item: ReminderItem) -> ReminderItem {
    var item = item
    // if optional day
    item.daysLeft = item.date.map { $0.day - CalendarDate(of: now(), in: .current).day }
    // else
    // item.daysLeft = item.date.day - CalendarDate(of: now(), in: .current).day
    // end
    return item
  }
  // end
}
// if day

extension ReminderItem {
  // if nothing done
  fileprivate var order: Int { daysLeft ?? .max }
  // else
  // fileprivate var order: Int { isDone ? .max : daysLeft ?? .max - 1 }
  // end
}
// end
