public import Mediator

/// A time of day as a person types it: `8`, `8:05`, `8.05`, `8h05`, `0805`, `8am`, `noon`,
/// `midnight`, `now` or `+30` for in 30 minutes.
public enum TimeExpression: Hashable, Sendable {
  /// A time on the clock, in seconds after midnight of the asked day; 24:15 is 00:15 of the day
  /// after it.
  case clock(seconds: Int)
  /// The current time.
  case now
  /// A number of minutes after the current time.
  case minutesFromNow(Int)

  /// What `init(_:)` accepts, in words.
  public static let accepted =
    "a time such as 8, 8:05, 8.05, 8h05, 0805, 8am or 20:15, noon, midnight (00:00), now, or +30 "
    + "for in 30 minutes"

  /// Parses a text in upper or lower case; nil if it is not a time. Times up to 47:59:59 are
  /// accepted.
  public init?(_ text: String) {
    let text = text.trimmed.lowercased()
    if text == "now" {
      self = .now
    } else if text.first == "+" {
      guard let minutes = text.dropFirst().wholeNumber, minutes <= 24 * 60 else { return nil }
      self = .minutesFromNow(minutes)
    } else {
      guard let seconds = Self.seconds(ofClock: text) else { return nil }
      self = .clock(seconds: seconds)
    }
  }

  private static func seconds(ofClock text: String) -> Int? {
    switch text {
    case "noon": return 12 * 3600
    case "midnight": return 0
    default: break
    }
    let digits = text.prefix(through: text.lastIndex(where: \.isNumber))
    let suffix = text.dropFirst(digits.count).filter { !" .".contains($0) }
    let parts = parts(ofClock: digits)
    guard (1...3).contains(parts.count), (1...2).contains(parts[0].count),
      parts.dropFirst().allSatisfy({ $0.count == 2 })
    else { return nil }
    let numbers = parts.compactMap(\.wholeNumber)
    guard numbers.count == parts.count, var hours = numbers.first,
      numbers.dropFirst().allSatisfy({ $0 < 60 })
    else { return nil }
    switch suffix {
    case "":
      guard hours < 48, digits.count == text.count else { return nil }
    case "h":
      guard hours < 48 else { return nil }
    case "am", "pm":
      guard (1...12).contains(hours) else { return nil }
      hours = hours % 12 + (suffix == "pm" ? 12 : 0)
    default: return nil
    }
    return numbers.dropFirst().enumerated().reduce(hours * 3600) { sum, part in
      sum + part.element * (part.offset == 0 ? 60 : 1)
    }
  }

  /// The hours, the minutes and perhaps the seconds, which only a text with colons can have.
  private static func parts(ofClock digits: Substring) -> [Substring] {
    if digits.contains(":") { return digits.split(at: ":", omittingEmptySubsequences: false) }
    let scalars = digits.unicodeScalars
    if let separator = scalars.firstIndex(where: { [".", "h"].contains($0) }) {
      return [digits[..<separator], digits[scalars.index(after: separator)...]]
    }
    return (3...4).contains(digits.count) ? [digits.dropLast(2), digits.suffix(2)] : [digits]
  }
}

extension TimeExpression: CustomStringConvertible {
  /// A text from which the expression can be parsed, such as `08:05` or `+30`.
  public var description: String {
    switch self {
    case .clock(let seconds):
      let parts = [seconds / 3600, seconds / 60 % 60] + (seconds % 60 == 0 ? [] : [seconds % 60])
      return parts.map { ($0 < 10 ? "0" : "") + "\($0)" }.joined(separator: ":")
    case .now: return "now"
    case .minutesFromNow(let minutes): return "+\(minutes)"
    }
  }
}

extension TimeExpression: Codable, ParameterTextConvertible {
  /// Decodes a text such as `8:05`.
  /// - Throws: `DecodingError.dataCorrupted` for other texts, and for numbers, which could mean
  ///   hours or seconds; its description says what is accepted.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let text = try? container.decode(String.self) else {
      let value = (try? container.decode(Int.self)).map { "'\($0)' is not a time; " } ?? ""
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: value + "expected a text such as \"08:00\"")
    }
    guard let time = TimeExpression(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "'\(text)' is not a time; expected \(Self.accepted)")
    }
    self = time
  }

  /// Encodes the text from which the expression can be parsed.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }

  /// The text from which the expression can be parsed.
  public var parameterText: String { description }
}

extension TimeExpression: SchemaProviding {
  /// A text of the format `time-of-day`.
  public static func schema(for use: Schema.Use) -> Schema { .text(.timeOfDay) }
}

extension TimeExpression: ExampleProviding {
  /// 08:00.
  public static var example: TimeExpression { .clock(seconds: 8 * 3600) }
}

extension String {
  /// The text up to a character and with it; empty for nil.
  fileprivate func prefix(through last: Index?) -> Substring {
    last.map { self[...$0] } ?? ""
  }
}

extension Substring {
  /// The value of a text that has digits only.
  var wholeNumber: Int? {
    !isEmpty && utf8.allSatisfy { 48...57 ~= $0 } ? Int(self) : nil
  }
}
