import Console
import Documents
import Foundation
import ModuleManager
import ReminderInterface
import Store

/// An item as it is stored. A field that is added later must be optional.
struct ReminderEntry: StoredItem {
  static let noun = "reminder item"

  var id = 0
  var title: String
  var date: CalendarDate?
}

/// Keeps the items in a database, and says when they are due.
struct ReminderManager: Sendable {
  let list: StoredList<ReminderEntry>
  private let now: @Sendable () -> Date

  init(_ context: ModuleContext) {
    list = StoredList(context)
    now = context.now
  }

  /// All items by day, those without a day last.
  var items: [ReminderItem] {
    get async throws {
      try await list.items.map(item).sorted { ($0.order, $0.id) < ($1.order, $1.id) }
    }
  }

  func add(_ request: AddReminderItem) async throws -> ReminderItem {
    let date = request.date?.date(today: today)
    return item(try await list.add(ReminderEntry(title: request.title.validTitle, date: date)))
  }

  func change(_ request: ChangeReminderItem) async throws -> ReminderItem {
    let entry = try await list.change(request.id) { entry in
      guard request.isChange else { throw ReminderError.nothingToChange(request.id) }
      if let title = request.title { entry.title = try title.validTitle }
      switch request.date {
      case .day(let day): entry.date = day.date(today: today)
      case .noDay: entry.date = nil
      case nil: break
      }
    }
    return item(entry)
  }

  func remove(_ id: Int) async throws -> ReminderItem { item(try await list.remove(id)) }

  private var today: CalendarDate { CalendarDate(of: now(), in: .current) }

  private func item(_ entry: ReminderEntry) -> ReminderItem {
    ReminderItem(id: entry.id, title: entry.title, date: entry.date, today: today)
  }
}

extension ChangeReminderItem {
  fileprivate var isChange: Bool { title != nil || date != nil }
}

extension ReminderItem {
  fileprivate var order: Int { date?.day ?? .max }
}

extension String {
  /// The title in one line and without surrounding white space.
  /// - Throws: `ReminderError.emptyTitle` and `ReminderError.longTitle`
  fileprivate var validTitle: String {
    get throws(ReminderError) {
      let title = printable.trimmingCharacters(in: .whitespaces)
      guard title.count <= ReminderError.maximumTitleLength else {
        throw .longTitle(String(title.prefix(20)), count: title.count)
      }
      guard !title.isEmpty else { throw .emptyTitle }
      return title
    }
  }
}
