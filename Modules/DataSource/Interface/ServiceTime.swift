/// A time on a service day: seconds after 00:00 local time, possibly beyond 24 hours.
public struct ServiceTime: Hashable, Sendable, Comparable {
  private static let range = -14 * 86400...14 * 86400

  /// Seconds after midnight of the service day.
  public let seconds: Int

  /// A time `seconds` after midnight; one beyond two weeks before or after is taken to be two weeks.
  public init(seconds: Int) {
    self.seconds = min(max(seconds, Self.range.lowerBound), Self.range.upperBound)
  }

  /// Reads `8:00`, `08:00`, `08:00:30` or `25:10`, up to 47:59:59; nil for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), (1...2).contains(parts[0].count),
      parts.dropFirst().allSatisfy({ $0.utf8.count == 2 }),
      parts.allSatisfy({ $0.utf8.allSatisfy { 48...57 ~= $0 } })
    else { return nil }
    let numbers = parts.compactMap { Int($0) }
    let (hours, minutes, seconds) = (numbers[0], numbers[1], numbers.count > 2 ? numbers[2] : 0)
    guard hours < 48, minutes < 60, seconds < 60 else { return nil }
    self.init(seconds: hours * 3600 + minutes * 60 + seconds)
  }

  /// The time as people write it, such as `08:00` or `08:00:30`; after midnight `25:10`, since the
  /// service day has not ended.
  public var clock: String {
    let (sign, seconds) = (seconds < 0 ? "-" : "", abs(seconds))
    let base = "\(sign)\(twoDigits(seconds / 3600)):\(twoDigits(seconds / 60 % 60))"
    return seconds % 60 == 0 ? base : base + ":\(twoDigits(seconds % 60))"
  }

  /// Orders times within one service day.
  public static func < (earlier: ServiceTime, later: ServiceTime) -> Bool {
    earlier.seconds < later.seconds
  }

  /// The time between two times.
  public static func - (later: ServiceTime, earlier: ServiceTime) -> Duration {
    .seconds(later.seconds - earlier.seconds)
  }
}

extension ServiceTime: Codable {
  /// Reads a whole number of seconds, or a text such as `08:00`.
  /// - Throws: `DecodingError.dataCorrupted` when a text is not a time, or a number is beyond two
  ///   weeks.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let text = try? container.decode(String.self) else {
      let seconds = try container.decode(Int.self)
      guard Self.range.contains(seconds) else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "'\(seconds)' is no time; expected up to two weeks")
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

  /// Writes a whole number of seconds.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(seconds)
  }
}

private func twoDigits(_ number: Int) -> String {
  number < 10 ? "0\(number)" : "\(number)"
}
