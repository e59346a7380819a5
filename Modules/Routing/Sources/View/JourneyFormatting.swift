import Console
import DataSourceInterface
import RoutingInterface

extension Journey {
  /// `08:00–08:14`, without spaces, so that a line break cannot separate the times.
  var timeRange: String { "\(departure.clock)–\(arrival.clock)" }

  /// `08:00–08:14 · 14 min · 1 change`
  var summary: String { "\(timeRange) · \(duration.formattedInMinutes) · \(changesDescription)" }
}

extension ServiceDate {
  /// `Fri 2026-11-20`
  var withWeekday: String {
    ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][weekday] + " \(self)"
  }
}

extension Page {
  /// The heading of an answer: a title, the city and the day, such as
  /// `porto, Fri 2026-11-20, tomorrow`.
  /// - Parameter now: The current moment; nil to leave out the relation of the day to today.
  func heading(
    _ title: String, _ city: CityID, _ date: ServiceDate, at now: LocalDateTime? = nil
  ) -> String {
    let relativeDay = now.map { RelativeDay(days: date.day - $0.date.day) }
    let suffix = relativeDay.flatMap { $0.days == 0 ? nil : ", \($0)" } ?? ""
    let day = "\(city), \(date.withWeekday)\(suffix)"
    let fits = title.printable.columns + 4 + day.columns <= columns
    return paragraph(title, .title) + (fits ? "    " : "\n") + paint(day, .faint)
  }

  /// A paragraph with a capital letter at the start and a full stop at the end.
  func sentence(_ text: String) -> String {
    paragraph(text.prefix(1).uppercased() + text.dropFirst() + ".")
  }
}
