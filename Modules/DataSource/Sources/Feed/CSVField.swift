import Console
import DataSourceInterface
import Documents
import Foundation

/// One value of a table: a view of bytes that the field does not own.
struct CSVField {
  static var empty: CSVField { CSVField(UnsafeBufferPointer(start: nil, count: 0)) }
  /// The latest accepted time: one week.
  static let latestTime = 7 * 86400
  /// The number of bytes to which a text is truncated.
  private static let longestText = 250

  let bytes: UnsafeBufferPointer<UInt8>

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  var isEmpty: Bool { bytes.isEmpty }

  /// Returns whether both fields have the same bytes.
  func equals(_ other: CSVField) -> Bool {
    guard bytes.count == other.bytes.count, let first = bytes.baseAddress,
      let second = other.bytes.baseAddress
    else { return bytes.count == other.bytes.count }
    return memcmp(first, second, bytes.count) == 0
  }

  /// Returns whether the field precedes another in the order of bytes.
  func precedes(_ other: CSVField) -> Bool {
    guard let first = bytes.baseAddress, let second = other.bytes.baseAddress else {
      return bytes.count < other.bytes.count
    }
    let order = memcmp(first, second, min(bytes.count, other.bytes.count))
    return order == 0 ? bytes.count < other.bytes.count : order < 0
  }

  /// The field as a whole number of up to nine digits.
  var integer: Int? {
    let isNegative = bytes.first == UInt8(ascii: "-")
    let digits = isNegative ? UnsafeBufferPointer(rebasing: bytes.dropFirst()) : bytes
    guard let number = CSVField(digits).digits, digits.count <= 9 else { return nil }
    return isNegative ? -number : number
  }

  /// The field as a whole number of any size that fits, such as a `stop_sequence`.
  var largeInteger: Int? {
    if let integer { return integer }
    guard !bytes.isEmpty else { return nil }
    var number = 0
    for byte in bytes {
      guard let digit = byte.digit else { return nil }
      let (tens, isTooLarge) = number.multipliedReportingOverflow(by: 10)
      let (sum, overflows) = tens.addingReportingOverflow(digit)
      guard !isTooLarge, !overflows else { return nil }
      number = sum
    }
    return number
  }

  /// The field as a time such as `8:05:00` or `25:10:30`, in seconds after midnight of the service
  /// day.
  var time: Int32? {
    if let time = eightByteTime { return time }
    var parts: [3 of Int] = [0, 0, 0]
    var part = 0
    var digits = 0
    for byte in bytes {
      if byte == UInt8(ascii: ":") {
        guard part < 2, digits > 0 else { return nil }
        part += 1
        digits = 0
      } else {
        guard let digit = byte.digit, digits < 3 else { return nil }
        parts[part] = parts[part] * 10 + digit
        digits += 1
      }
    }
    let seconds = parts[0] * 3600 + parts[1] * 60 + parts[2]
    guard part > 0, digits > 0, parts[1] < 60, parts[2] < 60, seconds <= Self.latestTime else {
      return nil
    }
    return Int32(seconds)
  }

  /// The field as a time with two digits in each part, the form of nearly all times; nil for all
  /// other fields.
  private var eightByteTime: Int32? {
    guard bytes.count == 8, let start = bytes.baseAddress else { return nil }
    let text = UInt64(littleEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt64.self))
    // A digit becomes 0 to 9 and a colon 0. With a larger byte, one of the sums exceeds 127.
    let digits = text ^ 0x3030_3A30_303A_3030
    guard (digits | (digits &+ 0x7676_7F76_767F_7676)) & 0x8080_8080_8080_8080 == 0 else {
      return nil
    }
    func number(at byte: UInt64) -> Int32 {
      let pair = UInt32(truncatingIfNeeded: digits >> (8 * byte))
      return Int32(pair & 0xF) * 10 + Int32(pair >> 8 & 0xF)
    }
    let (minutes, seconds) = (number(at: 3), number(at: 6))
    guard minutes < 60, seconds < 60 else { return nil }
    return number(at: 0) * 3600 + minutes * 60 + seconds
  }

  /// The field as a date such as `20261120`.
  var date: CalendarDate? {
    guard bytes.count == 8, let number = digits else { return nil }
    return CalendarDate(year: number / 10000, month: number / 100 % 100, dayOfMonth: number % 100)
  }

  /// The field as a number such as `-8.6109`.
  var decimal: Double? { Double(text) }

  /// The field as an amount of money such as `2.75` or `-1`, in units of its last decimal: 275 with
  /// two decimals. Nil when it has another decimal that is not zero, or more than nine digits
  /// before the point.
  func amount(decimals: Int) -> Int64? {
    let isNegative = bytes.first == UInt8(ascii: "-")
    let parts = bytes.dropFirst(isNegative ? 1 : 0).split(
      separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    let (whole, fraction) = (parts[0], parts.dropFirst().first?[...])
    guard !whole.isEmpty, whole.count <= 9, fraction?.isEmpty != true else { return nil }
    let padding = repeatElement(UInt8(ascii: "0"), count: decimals)
    let digits = (fraction.map(Array.init) ?? []) + padding
    guard digits.dropFirst(decimals).allSatisfy({ $0 == UInt8(ascii: "0") }) else { return nil }
    var amount: Int64 = 0
    for byte in Array(whole) + digits.prefix(decimals) {
      guard let digit = byte.digit else { return nil }
      amount = amount * 10 + Int64(digit)
    }
    return isNegative ? -amount : amount
  }

  /// The field as text for people: bytes that are not UTF-8 are replaced, and control characters,
  /// which could change the state of a terminal, become spaces.
  var text: String {
    let prefix = self.prefix
    let text = String(decoding: prefix, as: UTF8.self)
    guard prefix.contains(where: { $0 < 0x20 || $0 >= 0x7F }) else { return text }
    return String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
  }

  /// The bytes, or the first of them up to a whole character.
  private var prefix: UnsafeBufferPointer<UInt8> {
    guard bytes.count > Self.longestText else { return bytes }
    // A character has at most four bytes; only the first one is not a continuation byte.
    let ends = Self.longestText - 3...Self.longestText
    let end = ends.last { bytes[$0] & 0xC0 != 0x80 } ?? Self.longestText
    return UnsafeBufferPointer(rebasing: bytes[..<end])
  }

  private var digits: Int? {
    guard !bytes.isEmpty, bytes.count <= 18 else { return nil }
    var number = 0
    for byte in bytes {
      guard let digit = byte.digit else { return nil }
      number = number * 10 + digit
    }
    return number
  }
}

extension UInt8 {
  fileprivate var digit: Int? {
    self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") ? Int(self - UInt8(ascii: "0")) : nil
  }
}
