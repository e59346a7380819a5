import Console
import Documents
import Mediator
import ReminderInterface
import Scenes

/// The layout of the list, and the sentences about changes.
enum ReminderView {
  static let list = ListLayout<ReminderItem>.table(
    .init("no.", .right) { .init("\($0.id)", .faint) },
    .init("title", isFlexible: true) { .init(verbatim: $0.title) },
    .init("date", minimumPageWidth: 40) { .init(verbatim: $0.date?.description ?? "", .faint) })

  /// The heading above an item: when it is due.
  static func group(of item: ReminderItem) -> ListGroup {
    guard let date = item.date, let daysLeft = item.daysLeft else {
      return ListGroup("Without a date")
    }
    guard daysLeft >= 0 else { return ListGroup("Overdue", urgency: .critical) }
    let today = CalendarDate(day: date.day - daysLeft)
    return ListGroup(
      date.inWords(relativeTo: today), urgency: daysLeft == 0 ? .warning : .normal)
  }

  static func added(_ item: ReminderItem) -> LocalizedText {
    "Added '\(item.title)' as number \(item.id)."
  }

  static func changed(_ item: ReminderItem) -> LocalizedText { "Changed '\(item.title)'." }

  static func removed(_ item: ReminderItem) -> LocalizedText { "Removed '\(item.title)'." }

  static func undone(_ undone: UndoneReminderChange) -> LocalizedText {
    "Undone: \(undone.change)."
  }
}
