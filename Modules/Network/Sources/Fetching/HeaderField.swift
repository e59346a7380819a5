import Foundation
import Mediator

/// Parsers for the values of HTTP header fields.
enum HeaderField {
  /// The pause that a `Retry-After` asks for, in seconds or until a date.
  ///
  /// Source: RFC 9110, section 10.2.3.
  static func retryAfter(_ text: String, now: Date) -> Duration? {
    if let seconds = number(text[...]) { return .seconds(seconds) }
    return date(text).map { .seconds(max(0, $0.timeIntervalSince(now).rounded(.up))) }
  }

  /// A date such as `Sun, 06 Nov 1994 08:49:37 GMT`; nil for other text, also for the two obsolete
  /// forms of a date.
  ///
  /// Source: RFC 9110, section 5.6.7.
  static func date(_ text: String) -> Date? {
    guard text.wholeMatch(of: /[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9:]{8} GMT/) != nil
    else { return nil }
    let format = Date.VerbatimFormatStyle(
      format:
        "\(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .defaultDigits) \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits) GMT",
      locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt,
      calendar: Calendar(identifier: .gregorian))
    return try? format.parseStrategy.parse(text)
  }

  /// The value of an `ETag` that can be sent back; nil if it is not valid, or longer than many
  /// servers accept in a request.
  ///
  /// Source: RFC 9110, section 8.8.3.
  static func entityTag(_ text: String?) -> String? {
    guard let tag = text?.withoutOuterSpace, tag.utf8.count <= 1024, !tag.contains("\u{FFFD}")
    else {
      return nil
    }
    let quoted = (tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...]).utf8
    let quote = UInt8(ascii: "\"")
    guard quoted.count >= 2, quoted.first == quote, quoted.last == quote,
      quoted.dropFirst().dropLast().allSatisfy({ $0 > 32 && $0 != quote && $0 != 127 })
    else { return nil }
    return tag
  }

  /// The value of a `Last-Modified` that can be sent back; nil if it is not a date.
  ///
  /// Source: RFC 9110, section 8.8.2.
  static func lastModified(_ text: String?) -> String? {
    (text?.withoutOuterSpace).flatMap { date($0) == nil ? nil : $0 }
  }

  /// How long a response is fresh according to `Cache-Control` and `Age`, in seconds; nil if it may
  /// not be stored. Of several values the one that makes it fresh for the shortest time counts.
  ///
  /// Source: RFC 9111, sections 4.2.3 and 5.2.2.
  static func freshnessLifetime(_ text: String?, age: String? = nil) -> Int? {
    let directives = (text ?? "").lowercased().filter { $0 != " " && $0 != "\t" }
      .split(at: ",").map { $0.split(at: "=", maxSplits: 1) }
    guard !directives.contains(where: { $0.first == "no-store" }) else { return nil }
    guard !directives.contains(where: { $0.first == "no-cache" }) else { return 0 }
    let ages = directives.filter { $0.first == "max-age" }.map { number($0.dropFirst().first) ?? 0 }
    let passed = (age ?? "").split(at: ",").map {
      number(String($0).withoutOuterSpace[...]) ?? 0
    }
    return min(max(0, (ages.min() ?? 0) - (passed.max() ?? 0)), 31_536_000)
  }

  /// The bytes of a `Content-Range`; nil if it is not valid.
  ///
  /// Source: RFC 9110, section 14.4.
  static func contentRange(_ text: String?) -> ContentRange? {
    guard let match = text?.lowercased().wholeMatch(of: /bytes +([0-9]+)-([0-9]+)\/([0-9]+|\*)/),
      let first = Int(match.1), let last = Int(match.2), first <= last, last < .max
    else { return nil }
    guard match.3 != "*" else { return ContentRange(first: first, last: last, total: nil) }
    guard let total = Int(match.3), last < total else { return nil }
    return ContentRange(first: first, last: last, total: total)
  }

  /// The value of a text of digits, at most `Int.max`; nil for other text.
  private static func number(_ text: Substring?) -> Int? {
    guard let text, !text.isEmpty,
      text.utf8.allSatisfy(isDigit)
    else { return nil }
    return Int(text) ?? .max
  }
}

/// The part of a file that a response contains.
struct ContentRange: Equatable {
  let first: Int
  let last: Int
  /// The length of the whole file; nil if it is not known.
  let total: Int?

  var count: Int { last - first + 1 }
}
