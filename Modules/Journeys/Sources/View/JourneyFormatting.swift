import Console
import DataSourceInterface
import Documents
import RoutingInterface

extension Journey {
  /// `08:00–08:14 · 14 min · 1 change · EUR 1.40`
  var summary: String {
    "\(timeRange) · \(clockDuration.formattedInMinutes) · \(changesDescription)"
      + (fare.map { " · \($0)" } ?? "")
  }
}

extension [Journey] {
  /// `08:00–08:14, 08:10–08:24`, with one `about` if all first trains run by their headways. Journeys
  /// that differ only in seconds are written once.
  var timeRanges: String {
    let areApproximate = allSatisfy(\.hasHeadway)
    let ranges = map {
      areApproximate ? "\($0.departure.clock)–\($0.arrival.clock)" : $0.timeRange
    }
    let distinct = ranges.indices.filter { !ranges[..<$0].contains(ranges[$0]) }
      .map { ranges[$0] }
    return (areApproximate ? "about " : "") + distinct.joined(separator: ", ")
  }
}

extension Leg {
  /// The ride; nil for another kind of leg.
  var ride: Ride? { if case .ride(let ride) = self { ride } else { nil } }
}

extension Page {
  /// The heading of an answer: a title, the city, the day and a note on an expired timetable, such
  /// as `Porto, Sat 21 Nov, tomorrow`.
  /// - Parameters:
  ///   - now: The current time; nil to leave out the relation of the day to today.
  ///   - time: The time on the day that was asked for, such as `from 07:00`; nil to leave it out.
  func heading(
    _ title: String, in city: City, _ date: CalendarDate, at now: LocalDateTime?,
    time: String? = nil
  ) -> String {
    let day = [date.inWords(today: now?.date), now.flatMap(date.relation)]
    let parts = [city.name] + day + [time, city.expiryNote]
    let text = parts.compactMap(\.self).joined(separator: ", ")
    let fits = title.printable.columns + 4 + text.printable.columns <= columns
    return paragraph(title, .title) + (fits ? "    " : "\n") + paragraph(text, .faint)
  }
}

extension CalendarDate {
  /// How the day relates to now in words, such as `tomorrow` or `tonight`; nil for today, unless it
  /// is before 03:00, when a passenger may mean another day.
  func relation(to now: LocalDateTime) -> String? {
    let isNight = now.nightDate != now.date
    if isNight, self == now.nightDate { return "tonight" }
    let days = day - now.date.day
    // Nobody counts a greater number of days.
    guard abs(days) <= 30, self != now.date || isNight else { return nil }
    return "\(RelativeDay(days: days))"
  }
}
