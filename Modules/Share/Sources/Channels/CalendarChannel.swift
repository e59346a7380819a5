import Console
import Foundation
import Mediator
import ShareInterface

extension ShareItem {
  /// A calendar of the item's events. Times are in UTC; calendars show them in their own time zone.
  ///
  /// Source: RFC 5545, 3.4 and 3.6.1.
  func calendarDocument(createdAt creation: Date) throws -> ShareDocument {
    guard !events.isEmpty else {
      throw ShareError.missing("times", title: title, channel: "ics")
    }
    let components = try events.flatMap { try $0.calendarLines(createdAt: creation, link: link) }
    let lines =
      ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Interchange//metro//EN"] + components
      + ["END:VCALENDAR"]
    return ShareDocument(
      content: Data(lines.map(\.folded).joined().utf8), fileName: fileName("ics"))
  }
}

extension ShareEvent {
  /// The years 1 to 9999, which a calendar can contain, in seconds since 1970.
  private static let validTimes = -62_135_596_800.0..<253_402_300_800

  fileprivate func calendarLines(
    createdAt creation: Date, link: String?
  ) throws(ShareError) -> [String] {
    guard start <= end,
      [start, end].allSatisfy({ Self.validTimes ~= $0.timeIntervalSince1970 })
    else { throw .badEvent(title) }
    let (start, end) = (start.calendarTime, end.calendarTime)
    // The same event always has the same UID, so that importing it twice gives one event.
    return [
      "BEGIN:VEVENT", "UID:\(start)-\(end)-\(title.fnv1aHash)@metro",
      "DTSTAMP:\(creation.calendarTime)", "DTSTART:\(start)",
    ] + (start < end ? ["DTEND:\(end)"] : []) + ["SUMMARY:\(title.calendarText)"]
      + (place.map { ["LOCATION:\($0.calendarText)"] } ?? [])
      + (notes.map { ["DESCRIPTION:\($0.calendarText)"] } ?? [])
      + (link.map { ["URL:\($0.printableLines.joined())"] } ?? [])
      + ["END:VEVENT"]
  }
}

extension Date {
  /// The UTC time as in `20261120T080000Z`.
  fileprivate var calendarTime: String {
    formatted(
      .iso8601.year().month().day().time(includingFractionalSeconds: false)
        .dateSeparator(.omitted).timeSeparator(.omitted).timeZone(separator: .omitted))
  }
}

extension String {
  /// The escaped value of a text property (RFC 5545, 3.3.11).
  fileprivate var calendarText: String {
    printableLines.map { line in
      line.replacingScalars { ["\\", ";", ","].contains($0) ? "\\\($0)" : nil }
    }.joined(separator: "\\n")
  }

  /// The line, broken between characters into lines of at most 75 bytes (RFC 5545, 3.1).
  fileprivate var folded: String {
    var folded = ""
    var free = 75
    for scalar in unicodeScalars {
      let count = UTF8.width(scalar)
      if count > free {
        folded += "\r\n "
        free = 74
      }
      folded.unicodeScalars.append(scalar)
      free -= count
    }
    return folded + "\r\n"
  }

  /// The FNV-1a hash of the text (64 bits, in hexadecimal).
  ///
  /// Source: G. Fowler, L. C. Noll, K.-P. Vo.
  fileprivate var fnv1aHash: String {
    let hash = utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return String(hash, radix: 16)
  }
}
