import Foundation
import ShareInterface

extension ShareItem {
  /// A calendar of the item's events, with times in UTC, which every calendar shows in its own zone.
  ///
  /// Source: RFC 5545, 3.4 and 3.6.1.
  func calendarDocument(madeAt moment: Date) throws -> ShareDocument {
    guard !events.isEmpty else {
      throw ShareError.missing("times", title: title, channel: "ics")
    }
    let components = try events.flatMap { try $0.lines(madeAt: moment, link: link) }
    let lines =
      ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Interchange//metro//EN"] + components
      + ["END:VCALENDAR"]
    return ShareDocument(
      content: Data(lines.map(\.folded).joined().utf8),
      fileName: fileName("ics"))
  }
}

extension ShareEvent {
  /// What a calendar can write: the years 1 to 9999, in seconds since 1970.
  private static let years = -62_135_596_800.0..<253_402_300_800

  fileprivate func lines(madeAt moment: Date, link: String?) throws(ShareError) -> [String] {
    guard start <= end, [start, end].allSatisfy({ Self.years ~= $0.timeIntervalSince1970 }) else {
      throw .badEvent(title)
    }
    let (start, end) = (start.basic, end.basic)
    return [
      "BEGIN:VEVENT", "UID:\(start)-\(end)-\(title.fingerprint)@metro",
      "DTSTAMP:\(moment.basic)", "DTSTART:\(start)",
    ] + (start < end ? ["DTEND:\(end)"] : []) + ["SUMMARY:\(title.escaped)"]
      + (place.map { ["LOCATION:\($0.escaped)"] } ?? [])
      + (notes.map { ["DESCRIPTION:\($0.escaped)"] } ?? [])
      + (link.map { ["URL:\($0.printableLines.joined())"] } ?? [])
      + ["END:VEVENT"]
  }
}

extension Date {
  /// `20261120T080000Z`
  fileprivate var basic: String {
    formatted(
      .iso8601.year().month().day().time(includingFractionalSeconds: false)
        .dateSeparator(.omitted).timeSeparator(.omitted).timeZone(separator: .omitted))
  }
}

extension String {
  /// The value of a text property (RFC 5545, 3.3.11).
  fileprivate var escaped: String {
    printableLines.map { line in
      line.replacing("\\", with: "\\\\").replacing(";", with: "\\;").replacing(",", with: "\\,")
    }.joined(separator: "\\n")
  }

  /// The line in pieces of at most 75 bytes that break no character, each ended (RFC 5545, 3.1).
  fileprivate var folded: String {
    var folded = ""
    var room = 75
    for scalar in unicodeScalars {
      let count = UTF8.width(scalar)
      if count > room {
        folded += "\r\n "
        room = 74
      }
      folded.unicodeScalars.append(scalar)
      room -= count
    }
    return folded + "\r\n"
  }

  /// The same for the same text, so that an event shared twice is one in the calendar.
  ///
  /// Source: G. Fowler, L. C. Noll, K.-P. Vo, FNV-1a of 64 bits.
  fileprivate var fingerprint: String {
    let hash = utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return String(hash, radix: 16)
  }
}
