import Documents
import Mediator
import ReminderInterface
import Scenes

/// The layout of the list.
enum ReminderView {
  static let rows = ListLayout<ReminderItem>.table(
    .init("no.", .right) { .init("\($0.id)", .faint) },
    // fields: columns
    .field("title", \.title),
    .field("date", minimumPageWidth: 40, \.date)
    // end
  )
  // if day

  /// The heading above an item: when it is due.
  static func group(of item: ReminderItem) -> ListGroup {
    // if nothing done
    // else
    // guard !item.isDone else { return ListGroup("Done") }
    // end
    // if optional day
    guard let date = item.date, let daysLeft = item.daysLeft else {
      return ListGroup("Without a day")
    }
    // else
    // guard let daysLeft = item.daysLeft else { return ListGroup("Without a day") }
    // let date = item.date
    // end
    guard daysLeft >= 0 else { return ListGroup("Overdue", urgency: .critical) }
    let today = CalendarDate(day: date.day - daysLeft)
    return ListGroup(
      date.inWords(relativeTo: today), urgency: daysLeft == 0 ? .warning : .normal)
  }
  // end
}
