public import Foundation
public import Mediator

/// A day relative to another day: `today`, `tomorrow`, `in 3 days`, `2 days ago`.
public struct RelativeDay: Hashable, Sendable, CustomStringConvertible {
  /// The number of days after the other day; negative for earlier days.
  public let days: Int

  /// Creates the day that is `days` days later.
  public init(days: Int) {
    self.days = days
  }

  /// The day of `date` relative to the day of `now`, in the time zone of `calendar`.
  public init(of date: Date, at now: Date, in calendar: Calendar) {
    let days = calendar.dateComponents(
      [.day], from: calendar.startOfDay(for: now), to: calendar.startOfDay(for: date))
    self.init(days: days.day ?? 0)
  }

  /// Parses a text such as `tomorrow` or `in 3 days`, in upper or lower case; nil for any other
  /// text.
  init?(_ text: String) {
    let words = text.lowercased().split(at: " ")
    switch (words.first, words.count) {
    case ("today", 1): self.init(days: 0)
    case ("tomorrow", 1): self.init(days: 1)
    case ("yesterday", 1): self.init(days: -1)
    case ("in", 3):
      guard let days = Self.count(words[1]), ["day", "days"].contains(words[2]) else { return nil }
      self.init(days: days)
    case (let number?, 3):
      guard let days = Self.count(number), ["day", "days"].contains(words[1]), words[2] == "ago"
      else {
        return nil
      }
      self.init(days: -days)
    default: return nil
    }
  }

  /// The day in words, such as `tomorrow`.
  public var description: String { "\(inWords)" }

  /// The day in words, such as `tomorrow`.
  public var inWords: LocalizedText {
    switch days {
    case 0: "today"
    case 1: "tomorrow"
    case -1: "yesterday"
    case 2...: "in \(days) days"
    default: "\(-days) days ago"
    }
  }

  private static func count(_ text: Substring) -> Int? {
    Int(text).flatMap { (0...100_000).contains($0) ? $0 : nil }
  }
}

extension Date {
  /// The time of day by the calendar of this machine, and the day if it is not that of `now`:
  /// `10:42` or `yesterday 23:10`.
  public func inWords(at now: Date) -> LocalizedText {
    let calendar = Calendar.current
    let time = calendar.dateComponents([.hour, .minute], from: self)
    let seconds = (time.hour ?? 0) * 3600 + (time.minute ?? 0) * 60
    let day = RelativeDay(of: self, at: now, in: calendar)
    let clock = TimeExpression.clock(seconds: seconds)
    return day.days == 0 ? "\(clock)" : "\(day.inWords) \(clock)"
  }
}
