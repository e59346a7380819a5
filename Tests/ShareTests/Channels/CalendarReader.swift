import Foundation

/// A reader of calendars, written from RFC 5545 and from nothing of the module's.
struct CalendarReader {
  struct Malformed: Error {
    let line: String
  }

  /// The properties of each event.
  private(set) var events: [[String: String]] = []

  init(_ data: Data) throws {
    var open: [String] = []
    for line in try Self.unfolded(data) {
      guard let colon = line.firstIndex(of: ":") else { throw Malformed(line: line) }
      let (name, value) = (String(line[..<colon]), String(line[line.index(after: colon)...]))
      switch name {
      case "BEGIN":
        open.append(value)
        if value == "VEVENT" { events.append([:]) }
      case "END":
        guard open.popLast() == value else { throw Malformed(line: line) }
      default:
        guard !open.isEmpty else { throw Malformed(line: line) }
        guard open.last == "VEVENT" else { continue }
        let former = events[events.count - 1].updateValue(value, forKey: name)
        guard former == nil else { throw Malformed(line: line) }
      }
    }
    guard open.isEmpty else { throw Malformed(line: "no END") }
  }

  /// 3.1: lines of at most 75 octets end in CRLF, and go on in one that begins with a space.
  private static func unfolded(_ data: Data) throws -> [String] {
    var lines: [Data] = []
    var rest = data[...]
    while let end = rest.range(of: Data("\r\n".utf8)) {
      let line = rest[..<end.lowerBound]
      guard line.count <= 75, !line.contains(10), !line.contains(13),
        String(validating: line, as: UTF8.self) != nil
      else { throw Malformed(line: String(decoding: line, as: UTF8.self)) }
      if line.first == UInt8(ascii: " "), !lines.isEmpty {
        lines[lines.count - 1] += line.dropFirst()
      } else {
        lines.append(Data(line))
      }
      rest = rest[end.upperBound...]
    }
    guard rest.isEmpty else { throw Malformed(line: "no CRLF at the end") }
    return lines.map { String(decoding: $0, as: UTF8.self) }
  }

  /// 3.3.11: the value of a text.
  static func text(_ value: String) throws -> String {
    var text = ""
    var letters = value.makeIterator()
    while let letter = letters.next() {
      switch letter {
      case "\\":
        switch letters.next() {
        case "n", "N": text += "\n"
        case let escaped? where ["\\", ";", ","].contains(escaped): text.append(escaped)
        default: throw Malformed(line: value)
        }
      case ";", ",": throw Malformed(line: value)
      default: text.append(letter)
      }
    }
    return text
  }

  /// 3.3.5: a date with UTC time.
  static func date(_ value: String) throws -> Date {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "yyyyMMdd'T'HHmmss'Z'"
    guard value.count == 16, let date = formatter.date(from: value) else {
      throw Malformed(line: value)
    }
    return date
  }
}
