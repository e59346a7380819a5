public import Foundation
public import Mediator

/// A day of the proleptic Gregorian calendar, without a time zone.
///
/// ```swift
/// if let today = CalendarDate("2026-11-18"), let friday = DayExpression("fri") {
///   print(friday.date(today: today).inWords(relativeTo: today))  // on Friday
/// }
/// ```
public struct CalendarDate: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The number of days after 1970-01-01; negative for earlier days.
  public let day: Int

  /// Creates the day `day` days after 1970-01-01, limited to the years 1 to 9999.
  public init(day: Int) {
    self.day = min(max(day, -719_162), 2_932_896)
  }

  /// Creates the day on which an instant is in a time zone.
  public init(of instant: Date, in timeZone: TimeZone) {
    let seconds = instant.timeIntervalSince1970 + Double(timeZone.secondsFromGMT(for: instant))
    self.init(day: Int((seconds / 86_400).rounded(.down)))
  }

  /// Creates a day from a year, month (1–12) and day of the month; nil when no such day exists.
  ///
  /// Source: H. Hinnant, "chrono-compatible low-level date algorithms", `days_from_civil`.
  public init?(year: Int, month: Int, dayOfMonth: Int) {
    guard (1...9999).contains(year), (1...12).contains(month),
      (1...Self.days(inMonth: month, of: year)).contains(dayOfMonth)
    else { return nil }
    let shifted = month > 2 ? year : year - 1
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + dayOfMonth - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    self.init(day: era * 146_097 + dayOfEra - 719_468)
  }

  /// Creates a day from `2026-11-20` or `20261120`; nil for other texts.
  ///
  /// Source: ISO 8601-1, extended and basic format of a calendar date.
  public init?(_ text: String) {
    let pieces = text.split(at: "-", omittingEmptySubsequences: false)
    guard [[8], [4, 2, 2]].contains(pieces.map(\.utf8.count)),
      pieces.allSatisfy({ $0.utf8.allSatisfy { 48...57 ~= $0 } }),
      let number = Int(text.filter { $0 != "-" })
    else { return nil }
    self.init(year: number / 10000, month: number / 100 % 100, dayOfMonth: number % 100)
  }

  /// The day of the week, 0 for Monday to 6 for Sunday.
  public var weekday: Int { ((day + 3) % 7 + 7) % 7 }

  /// The year, month (1–12) and day of the month.
  ///
  /// Source: H. Hinnant, "chrono-compatible low-level date algorithms", `civil_from_days`.
  var components: (year: Int, month: Int, dayOfMonth: Int) {
    let shifted = day + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month,
      dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    )
  }

  /// The day as `2026-11-20`.
  public var description: String {
    let (year, month, dayOfMonth) = components
    return "\(padded(year, to: 4))-\(padded(month, to: 2))-\(padded(dayOfMonth, to: 2))"
  }

  /// Orders days by time.
  public static func < (earlier: CalendarDate, later: CalendarDate) -> Bool {
    earlier.day < later.day
  }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension CalendarDate {
  /// The day of the week in three letters, such as `Fri`.
  public var weekdayName: String { String(CalendarNames.weekdays[weekday].prefix(3)) }

  /// The day as people write it, such as `Fri 20 Nov`.
  /// - Parameter today: Today; the year is left out if it is the same. Nil to give the year always.
  public func inWords(today: CalendarDate? = nil) -> LocalizedText {
    let (year, month, dayOfMonth) = components
    let day = "\(weekdayName) \(dayOfMonth) \(CalendarNames.months[month - 1].prefix(3))"
    return year == today?.components.year ? "\(day)" : "\(day) \(year)"
  }

  /// The day as people say it: `yesterday`, `today`, `tomorrow`, `on Friday` within the next six
  /// days, `3 days ago` or `in 8 days` within two weeks, otherwise the date, such as `Fri 20 Nov`.
  public func inWords(relativeTo today: CalendarDate) -> LocalizedText {
    let days = day - today.day
    return switch days {
    case 2...6: "on \(CalendarNames.weekdays[weekday])"
    case -13...13: RelativeDay(days: days).inWords
    default: inWords(today: today)
    }
  }
}

extension CalendarDate: TextCodable {
  /// What is expected, in words.
  public static var expectation: String {
    "a date; expected year, month and day, as in '2026-11-20'"
  }
}

extension CalendarDate: SchemaProviding {
  /// A text of the format `date`.
  public static func schema(for use: Schema.Use) -> Schema { .text(.date) }
}

extension CalendarDate: ExampleProviding {
  /// 2026-11-20, a Friday.
  public static var example: CalendarDate { CalendarDate(day: 20_777) }
}

/// The English names of days and months.
enum CalendarNames {
  static let weekdays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]
  static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
}

private func padded(_ number: Int, to width: Int) -> String {
  let digits = "\(number)"
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
