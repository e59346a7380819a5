import Documents
public import Mediator

/// A time of a service day: seconds after noon minus 12 hours, possibly more than 24 hours.
///
/// Noon minus 12 hours is 00:00 on the clock, unless the clocks change on that day. So the
/// difference of two times is the time that passes between them, and `Timeline` tells what clocks
/// show.
public struct ServiceTime: Sendable, Comparable {
  private static let range = -14 * 86400...14 * 86400

  /// The number of seconds after noon minus 12 hours of the service day.
  public let seconds: Int
  /// What clocks show minus `seconds`, in seconds: 0 except around a change of daylight saving
  /// time. It only serves to show the time: two times with equal `seconds` are equal.
  public let clockShift: Int

  /// Creates the time `seconds` after noon minus 12 hours, limited to two weeks before and after
  /// it.
  public init(seconds: Int, clockShift: Int = 0) {
    self.seconds = min(max(seconds, Self.range.lowerBound), Self.range.upperBound)
    self.clockShift = clockShift
  }

  /// Creates a time from `8:00`, `08:00`, `08:00:30` or `25:10`, up to 47:59:59; nil for other
  /// texts.
  public init?(_ text: String) {
    let parts = text.split(at: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), (1...2).contains(parts[0].count),
      parts.dropFirst().allSatisfy({ $0.utf8.count == 2 }),
      parts.allSatisfy({ $0.utf8.allSatisfy { 48...57 ~= $0 } })
    else { return nil }
    let numbers = parts.compactMap { Int($0) }
    let (hours, minutes, seconds) = (numbers[0], numbers[1], numbers.count > 2 ? numbers[2] : 0)
    guard hours < 48, minutes < 60, seconds < 60 else { return nil }
    self.init(seconds: hours * 3600 + minutes * 60 + seconds)
  }

  /// The time as a passenger reads it, without seconds: `08:00`, or `00:38⁺¹` on the next day.
  public var clock: String {
    let minutes = Int((Double(seconds + clockShift) / 60).rounded(.down))
    let day = Int((Double(minutes) / 1440).rounded(.down))
    let minute = minutes - day * 1440
    let clock = "\(twoDigits(minute / 60)):\(twoDigits(minute % 60))"
    return day == 0 ? clock : clock + "\(day > 0 ? "+" : "")\(day)".superscript
  }

  /// Orders times of one service day.
  public static func < (earlier: ServiceTime, later: ServiceTime) -> Bool {
    earlier.seconds < later.seconds
  }

  /// Returns the time from `earlier` to `later`.
  public static func - (later: ServiceTime, earlier: ServiceTime) -> Duration {
    .seconds(later.seconds - earlier.seconds)
  }

  /// Returns the time that is a number of whole seconds after `time`.
  public static func + (time: ServiceTime, duration: Duration) -> ServiceTime {
    ServiceTime(
      seconds: time.seconds + Int(duration.components.seconds), clockShift: time.clockShift)
  }
}

extension ServiceTime: Hashable {
  public static func == (one: ServiceTime, other: ServiceTime) -> Bool {
    one.seconds == other.seconds
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(seconds) }
}

extension ServiceTime: Codable {
  /// Decodes a whole number of seconds, or a text such as `08:00`.
  /// - Throws: `DecodingError.dataCorrupted` when a text is not a time, or when a number is more
  ///   than two weeks before or after midnight.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let text = try? container.decode(String.self) else {
      let seconds = try container.decode(Int.self)
      guard Self.range.contains(seconds) else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "'\(seconds)' is not a time; expected at most two weeks")
      }
      self.init(seconds: seconds)
      return
    }
    guard let time = ServiceTime(text) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription:
          "'\(text)' is not a time; expected hours and minutes up to 47:59, as in '08:00'")
    }
    self = time
  }

  /// Encodes a whole number of seconds.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(seconds)
  }
}

extension ServiceTime: ParameterTextConvertible {
  /// The time in URLs, such as `08:00`, `24:38` or `08:00:30`; JSON contains the number of seconds.
  public var parameterText: String {
    let (sign, seconds) = (seconds < 0 ? "-" : "", abs(seconds))
    let base = "\(sign)\(twoDigits(seconds / 3600)):\(twoDigits(seconds / 60 % 60))"
    return seconds % 60 == 0 ? base : base + ":\(twoDigits(seconds % 60))"
  }
}

extension ServiceTime: SchemaProviding {
  /// A number of seconds; input may also be a text such as `08:00`.
  public static func schema(for use: Schema.Use) -> Schema {
    switch use {
    case .input: .anyOf([.text(.timeOfDay), .integer])
    case .output: .integer
    }
  }
}

extension ServiceTime: SchemaDescribing {
  public static var valueDescription: FieldDescription? {
    "in seconds after midnight of the service day; 86400 and more on the next day"
  }
}

extension ServiceTime: ExampleProviding {
  /// 08:00.
  public static var example: ServiceTime { ServiceTime(seconds: 8 * 3600) }
}

private func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
