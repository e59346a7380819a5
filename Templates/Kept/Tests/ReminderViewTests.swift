// if day
import Documents
import Foundation
import ReminderInterface
import Scenes
import Testing

@testable import Reminder

struct ReminderViewTests {
  private static let today = CalendarDate(of: ReminderFixture.now, in: .current)

  @Test(
    arguments: [
      (-1, "Overdue", .critical), (0, "today", .warning), (1, "tomorrow", .normal),
      (3, "on Monday", .normal), (10, "in 10 days", .normal), (34, "Thu 24 Dec", .normal),
    ] as [(Int, String, Urgency)])
  func `an item belongs to the group of its day`(days: Int, title: String, urgency: Urgency) {
    // fields: sample
    var item = ReminderItem(title: title)
    // end
    (item.date, item.daysLeft) = (CalendarDate(day: Self.today.day + days), days)
    let group = ReminderView.group(of: item)
    #expect("\(group.title)" == title && group.urgency == urgency)
    // if nothing done
    // else
    // item.isDone = true
    // let done = ReminderView.group(of: item)
    // #expect("\(done.title)" == "Done" && done.urgency == .normal)
    // end
  }
  // if optional day

  @Test func `an item without a day has a group of its own`() {
    let title = "Milk"
    // fields: sample
    var item = ReminderItem(title: title)
    // end
    item.date = nil
    #expect("\(ReminderView.group(of: item).title)" == "Without a day")
  }
  // end
}
// end
