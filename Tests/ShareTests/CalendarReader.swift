import Foundation

/// An independent reader of calendars, written from RFC 5545.
struct CalendarReader {
  struct MalformedCalendar: Error {
    let line: String
  }

  /// The properties of each event.
  private(set) var events: [[String: String]] = []

  init(_ data: Data) throws {
    var open: [String] = []
    for line in try Self.unfolded(data) {
      let parts = line.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1).map {
        String(decoding: $0, as: UTF8.self)
      }
      guard parts.count == 2 else { throw MalformedCalendar(line: line) }
      let (name, value) = (parts[0], parts[1])
      switch name {
      case "BEGIN":
        open.append(value)
        if value == "VEVENT" { events.append([:]) }
      case "END":
        guard open.popLast() == value else { throw MalformedCalendar(line: line) }
      default:
        guard !open.isEmpty else { throw MalformedCalendar(line: line) }
        guard open.last == "VEVENT" else { continue }
        let previous = events[events.count - 1].updateValue(value, forKey: name)
        guard previous == nil else { throw MalformedCalendar(line: line) }
      }
    }
    guard open.isEmpty else { throw MalformedCalendar(line: "no END") }
  }

  /// RFC 5545, 3.1: lines have at most 75 octets, end with CRLF, and are continued by lines that
  /// start with a space.
  private static func unfolded(_ data: Data) throws -> [String] {
    var lines: [Data] = []
    var rest = data[...]
    while let end = rest.range(of: Data("\r\n".utf8)) {
      let line = rest[..<end.lowerBound]
      guard line.count <= 75, !line.contains(10), !line.contains(13),
        String(validating: line, as: UTF8.self) != nil
      else { throw MalformedCalendar(line: String(decoding: line, as: UTF8.self)) }
      if line.first == UInt8(ascii: " "), !lines.isEmpty {
        lines[lines.count - 1] += line.dropFirst()
      } else {
        lines.append(Data(line))
      }
      rest = rest[end.upperBound...]
    }
    guard rest.isEmpty else { throw MalformedCalendar(line: "no CRLF at the end") }
    return lines.map { String(decoding: $0, as: UTF8.self) }
  }

  /// RFC 5545, 3.3.11: the value of a text property.
  static func text(_ value: String) throws -> String {
    var text = String.UnicodeScalarView()
    var letters = value.unicodeScalars.makeIterator()
    while let letter = letters.next() {
      switch letter {
      case "\\":
        switch letters.next() {
        case "n", "N": text.append("\n")
        case let escaped? where ["\\", ";", ","].contains(escaped): text.append(escaped)
        default: throw MalformedCalendar(line: value)
        }
      case ";", ",": throw MalformedCalendar(line: value)
      default: text.append(letter)
      }
    }
    return String(text)
  }

  /// RFC 5545, 3.3.5: a date with UTC time.
  static func date(_ value: String) throws -> Date {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "yyyyMMdd'T'HHmmss'Z'"
    guard value.count == 16, let date = formatter.date(from: value) else {
      throw MalformedCalendar(line: value)
    }
    return date
  }
}
