import Foundation

/// Reads the values of header fields.
enum HeaderField {
  /// How long a `Retry-After` asks to wait: seconds, or a date.
  ///
  /// Source: RFC 9110, section 10.2.3.
  static func delay(_ text: String, now: Date) -> Duration? {
    if let seconds = UInt32(text) { return .seconds(Int(seconds)) }
    let format = Date.VerbatimFormatStyle(
      format:
        "\(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .defaultDigits) \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits) GMT",
      locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt,
      calendar: Calendar(identifier: .gregorian))
    guard let date = try? format.parseStrategy.parse(text) else { return nil }
    return .seconds(max(0, date.timeIntervalSince(now).rounded(.up)))
  }

  /// How long an answer holds by its `Cache-Control`, in seconds; nil when it may not be kept.
  ///
  /// Source: RFC 9111, section 5.2.2.
  static func freshness(_ text: String?) -> Int? {
    var age = 0
    for directive in (text ?? "").lowercased().split(separator: ",") {
      let parts = directive.split(separator: "=").map { $0.trimmingPrefix { $0 == " " } }
      switch parts.first?.trimmingCharacters(in: .whitespaces) {
      case "no-store": return nil
      case "no-cache": return 0
      case "max-age": age = parts.dropFirst().first.flatMap { Int($0) } ?? 0
      default: break
      }
    }
    return min(max(age, 0), 31_536_000)
  }

  /// The address that a `Link` calls the next.
  ///
  /// Source: RFC 8288, section 3.
  static func next(_ text: String?) -> String? {
    for link in (text ?? "").split(separator: ",") {
      let parts = link.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
      guard let target = parts.first, target.hasPrefix("<"), target.hasSuffix(">") else { continue }
      let relations = parts.dropFirst().map { $0.lowercased().replacing("\"", with: "") }
      if relations.contains("rel=next") { return String(target.dropFirst().dropLast()) }
    }
    return nil
  }

  /// The first byte and the whole length that a `Content-Range` tells; either nil where it does not.
  ///
  /// Source: RFC 9110, section 14.4.
  static func range(_ text: String?) -> (first: Int?, total: Int?) {
    guard let text, text.lowercased().hasPrefix("bytes ") else { return (nil, nil) }
    let parts = text.dropFirst("bytes ".count).split(separator: "/", maxSplits: 1)
    guard parts.count == 2 else { return (nil, nil) }
    return (parts[0].split(separator: "-").first.flatMap { Int($0) }, Int(parts[1]))
  }
}
