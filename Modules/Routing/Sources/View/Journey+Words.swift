import Console
import DataSourceInterface
import RoutingInterface

extension Journey {
  /// The times without spaces, so that they stay together where a line breaks.
  var span: String { "\(departure.clock)–\(arrival.clock)" }

  /// `08:00–08:14 · 14 min · 1 change`
  var summary: String { "\(span) · \(duration.inMinutes) · \(changesInWords)" }

  /// `direct`, or how many changes.
  var changesInWords: String {
    switch changes {
    case 0: "direct"
    case 1: "1 change"
    default: "\(changes) changes"
    }
  }
}

extension Duration {
  /// Whole minutes, rounded up, as `14 min` or `1 h 05 min`.
  var inMinutes: String {
    let minutes = (components.seconds + 59) / 60
    guard minutes >= 60 else { return "\(minutes) min" }
    let rest = minutes % 60
    return "\(minutes / 60) h \(rest < 10 ? "0" : "")\(rest) min"
  }
}

extension ServiceDate {
  /// `Fri 2026-11-20`
  var withWeekday: String {
    ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][weekday] + " \(self)"
  }
}

extension Page {
  /// What an answer is about, and the city and day it holds for; another day than that of `now` is
  /// told of in relation to it.
  func heading(
    _ title: String, _ city: CityID, _ date: ServiceDate, at now: ServiceMoment? = nil
  ) -> String {
    let relation = now.map { RelativeDay(days: date.day - $0.date.day) }
    let other = relation.flatMap { $0.days == 0 ? nil : ", \($0)" } ?? ""
    let day = "\(city), \(date.withWeekday)\(other)"
    let fits = title.printable.columns + 4 + day.columns <= columns
    return paragraph(title, .bold) + (fits ? "    " : "\n") + paint(day, .dim)
  }

  /// A sentence that begins with a capital letter.
  func sentence(_ text: String) -> String {
    paragraph(text.prefix(1).uppercased() + text.dropFirst() + ".")
  }
}
