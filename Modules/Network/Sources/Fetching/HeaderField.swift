import Foundation

/// Parsers for the values of HTTP header fields.
enum HeaderField {
  /// The pause that a `Retry-After` asks for, in seconds or until a date.
  ///
  /// Source: RFC 9110, section 10.2.3.
  static func retryAfter(_ text: String, now: Date) -> Duration? {
    if !text.isEmpty, text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) {
      return .seconds(Int64(text) ?? .max)
    }
    let format = Date.VerbatimFormatStyle(
      format:
        "\(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .defaultDigits) \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits) GMT",
      locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt,
      calendar: Calendar(identifier: .gregorian))
    guard let date = try? format.parseStrategy.parse(text) else { return nil }
    return .seconds(max(0, date.timeIntervalSince(now).rounded(.up)))
  }

  /// How long a response is fresh according to `Cache-Control`, in seconds; nil if it may not be
  /// stored.
  ///
  /// Source: RFC 9111, section 5.2.2.
  static func freshnessLifetime(_ text: String?) -> Int? {
    let directives = (text ?? "").lowercased().filter { $0 != " " && $0 != "\t" }
      .split(separator: ",").map { $0.split(separator: "=") }
    guard !directives.contains(["no-store"]) else { return nil }
    guard !directives.contains(where: { $0.first == "no-cache" }) else { return 0 }
    let age = directives.last { $0.first == "max-age" }?.dropFirst().first.flatMap { Int($0) }
    return min(max(age ?? 0, 0), 31_536_000)
  }

  /// The first byte and the total length from a `Content-Range`; nil for what it does not contain.
  ///
  /// Source: RFC 9110, section 14.4.
  static func contentRange(_ text: String?) -> (first: Int?, total: Int?) {
    guard let text, text.lowercased().hasPrefix("bytes ") else { return (nil, nil) }
    let parts = text.dropFirst("bytes ".count).split(separator: "/", maxSplits: 1)
    guard parts.count == 2 else { return (nil, nil) }
    return (parts[0].split(separator: "-").first.flatMap { Int($0) }, Int(parts[1]))
  }
}
