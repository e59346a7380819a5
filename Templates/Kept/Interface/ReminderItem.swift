public import Documents

/// An item of the list.
public struct ReminderItem: Codable, Hashable, Sendable {
  /// The number by which commands select the item.
  public let id: Int
  /// The title, in one line.
  public let title: String
  /// The day on which it is due; nil for none.
  public let date: CalendarDate?
  /// The number of days from today to `date`; negative if it is overdue.
  public let daysLeft: Int?

  /// Creates an item.
  /// - Parameter today: The day from which `daysLeft` is counted.
  public init(id: Int, title: String, date: CalendarDate?, today: CalendarDate) {
    self.id = id
    self.title = title
    self.date = date
    daysLeft = date.map { $0.day - today.day }
  }
}
