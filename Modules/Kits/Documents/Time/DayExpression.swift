public import Mediator

/// A day as a person types it: `today`, `tomorrow`, `fri`, `next fri`, `22 Nov`, `22/11`,
/// `2026-11-22` or `+3`.
///
/// An expression has no date of its own until it is resolved on a day:
///
/// ```swift
/// let friday = DayExpression("fri")?.date(today: CalendarDate(of: now, in: timeZone))
/// ```
public enum DayExpression: Hashable, Sendable {
  /// A number of days after today.
  case relative(RelativeDay)
  /// The next day with that weekday, 0 for Monday to 6 for Sunday, or today if it is one.
  case weekday(Int)
  /// The first day after today with that weekday, 0 for Monday to 6 for Sunday.
  case nextWeekday(Int)
  /// The next day with that month and day of the month, or today if it is one.
  case dayOfMonth(Int, month: Int)
  /// A date.
  case date(CalendarDate)

  /// What `init(_:)` accepts, in words.
  public static let accepted =
    "today, tomorrow, yesterday, a weekday such as fri, next fri for the first one after today, a "
    + "date such as 22 Nov, 22/11 (day/month) or 2026-11-22, or +3 for in 3 days"

  /// Parses a text in upper or lower case; nil if it is not a day.
  public init?(_ text: String) {
    let text = text.trimmed.lowercased()
    if let day = RelativeDay(text) ?? RelativeDay(afterPlus: text) {
      self = .relative(day)
    } else if let weekday = CalendarNames.weekdays.index(ofAbbreviation: text) {
      self = .weekday(weekday)
    } else if text.hasPrefix("next "),
      let weekday = CalendarNames.weekdays.index(ofAbbreviation: String(text.dropFirst(5)).trimmed)
    {
      self = .nextWeekday(weekday)
    } else if let date = CalendarDate(text) {
      self = .date(date)
    } else if let day = Self(words: text) ?? Self(numbers: text) {
      self = day
    } else {
      return nil
    }
  }

  /// Parses `22 nov`, `nov 22`, `22nov` or `22 november 2026`, in lower case.
  private init?(words text: String) {
    var parts = text.digitAndLetterRuns
    if parts.count > 1, parts[0].first?.isLetter == true { parts.swapAt(0, 1) }
    guard (2...3).contains(parts.count),
      let month = CalendarNames.months.index(ofAbbreviation: String(parts[1]))
    else { return nil }
    self.init(parts[0], month: month + 1, year: parts.dropFirst(2).first)
  }

  /// Parses `22/11`, `22/11/2026` or `22.11.2026`: the day, the month and perhaps the year.
  private init?(numbers text: String) {
    let separator: Unicode.Scalar = text.unicodeScalars.contains("/") ? "/" : "."
    var parts = text.split(at: separator, omittingEmptySubsequences: false)
    // A full stop follows every ordinal number.
    if separator == ".", parts.count == 3, parts[2].isEmpty { parts.removeLast() }
    guard (2...3).contains(parts.count), parts[1].count <= 2, let month = parts[1].wholeNumber
    else { return nil }
    self.init(parts[0], month: month, year: parts.dropFirst(2).first)
  }

  private init?(_ dayOfMonth: Substring, month: Int, year: Substring?) {
    guard dayOfMonth.count <= 2, let dayOfMonth = dayOfMonth.wholeNumber else { return nil }
    guard let year else {
      // Every day of a leap year exists in some year.
      guard CalendarDate(year: 2024, month: month, dayOfMonth: dayOfMonth) != nil else {
        return nil
      }
      self = .dayOfMonth(dayOfMonth, month: month)
      return
    }
    guard year.count == 4, let year = year.wholeNumber,
      let date = CalendarDate(year: year, month: month, dayOfMonth: dayOfMonth)
    else { return nil }
    self = .date(date)
  }

  /// Returns the date that the expression means on a day.
  public func date(today: CalendarDate) -> CalendarDate {
    switch self {
    case .relative(let day): return CalendarDate(day: today.day + day.days)
    case .weekday(let weekday):
      return CalendarDate(day: today.day + (weekday - today.weekday + 7) % 7)
    case .nextWeekday(let weekday):
      return CalendarDate(day: today.day + 1 + (weekday - today.weekday + 6) % 7)
    case .dayOfMonth(let dayOfMonth, let month):
      let year = today.components.year
      // Two leap years are at most eight years apart.
      return (year...year + 8).lazy
        .compactMap { CalendarDate(year: $0, month: month, dayOfMonth: dayOfMonth) }
        .first { $0 >= today } ?? today
    case .date(let date): return date
    }
  }
}

extension DayExpression: CustomStringConvertible {
  /// A text from which the expression can be parsed.
  public var description: String {
    switch self {
    case .relative(let day): day.description
    case .weekday(let weekday): CalendarNames.weekdays[weekday].lowercased()
    case .nextWeekday(let weekday): "next \(CalendarNames.weekdays[weekday].lowercased())"
    case .dayOfMonth(let day, let month): "\(day) \(CalendarNames.months[month - 1].lowercased())"
    case .date(let date): date.description
    }
  }
}

extension DayExpression: TextCodable, ParameterTextConvertible {
  /// What is expected, in words.
  public static var expectation: String { "a day; expected \(accepted)" }

  /// The text from which the expression can be parsed.
  public var parameterText: String { description }
}

extension DayExpression: SchemaProviding {
  /// A text of the format `day`.
  public static func schema(for use: Schema.Use) -> Schema { .text(.day) }
}

extension DayExpression: ExampleProviding {
  /// 2026-11-20, a Friday.
  public static var example: DayExpression { .date(.example) }
}

extension RelativeDay {
  /// Parses `+3`.
  fileprivate init?(afterPlus text: String) {
    guard text.first == "+", let days = Int(text.dropFirst()), (0...3650).contains(days),
      text.dropFirst().allSatisfy(\.isNumber)
    else { return nil }
    self.init(days: days)
  }
}

extension [String] {
  /// The index of the name that begins with `text`, which has at least three letters in lower case.
  fileprivate func index(ofAbbreviation text: String) -> Int? {
    guard text.count >= 3 else { return nil }
    return firstIndex { $0.lowercased().hasPrefix(text) }
  }
}

extension String {
  /// The longest runs of digits and of letters; spaces, commas and full stops separate them. Empty
  /// if the text has any other character.
  fileprivate var digitAndLetterRuns: [Substring] {
    guard allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || " ,.".contains($0)) }) else {
      return []
    }
    var runs: [Substring] = []
    for word in split(whereSeparator: { " ,.".contains($0) }) {
      var rest = word
      while let first = rest.first {
        let run = rest.prefix { $0.isLetter == first.isLetter }
        runs.append(run)
        rest = rest.dropFirst(run.count)
      }
    }
    return runs
  }
}
