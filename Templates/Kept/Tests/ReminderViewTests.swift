import Console
import Documents
import ReminderInterface
import Scenes
import Testing

@testable import Reminder

struct ReminderViewTests {
  private static let today = ReminderFixture.today

  @Test(
    arguments: [
      (-1, "Overdue", .critical), (0, "today", .warning), (1, "tomorrow", .normal),
      (3, "on Monday", .normal), (10, "in 10 days", .normal), (34, "Thu 24 Dec", .normal),
      (nil, "Without a date", .normal),
    ] as [(Int?, String, Urgency)])
  func `an item belongs to the group of its day`(days: Int?, title: String, urgency: Urgency) {
    let date = days.map { CalendarDate(day: Self.today.day + $0) }
    let item = ReminderItem(id: 1, title: "Milk", date: date, today: Self.today)
    let group = ReminderView.group(of: item)
    #expect("\(group.title)" == title && group.urgency == urgency)
  }

  @Test func `long titles are truncated, and wide characters aligned`() {
    let items = ["牛奶", String(repeating: "x", count: 60)].enumerated().map { index, title in
      ReminderItem(id: index, title: title, date: Self.today, today: Self.today)
    }
    let text = Page(columns: 40).text(of: ReminderView.list.document(of: items))
    let lines = text.split(separator: "\n")
    #expect(lines.allSatisfy { String($0).columns <= 40 })
    #expect(lines[1].contains("牛奶") && lines[2].contains("…"))
  }
}
