import DataSourceInterface
import Foundation
import Mediator
import RoutingInterface
import Testing

@testable import Routing

@Suite struct SearchTimeTests {
  private typealias Row = (clock: String, words: String, constraint: String, instant: String)

  private static func constraint(
    _ words: String, at clock: String, in timeZone: String
  ) throws -> (text: String, instant: String) {
    var parameters: Parameters = ["from": "A", "to": "B"]
    for option in words.split(separator: "--") {
      let parts = option.split(separator: " ", maxSplits: 1)
      let value = parts.dropFirst().joined().trimmingCharacters(in: .whitespaces)
      parameters.append(value.isEmpty ? "true" : value, for: String(parts[0]))
    }
    let query = try parameters.decode(Question.self)
    let clock = CityClock(try Date(clock, strategy: .iso8601), in: timeZone)
    let found = try query.searchTime(at: clock)
    let start = Timeline(found.date, in: timeZone).instant(of: found.constraint.start)
    return ("\(found.date) \(found.constraint.text)", start.formatted(.iso8601))
  }

  /// Lisbon has UTC in winter. 2026-11-22 is a Sunday.
  private static let lisbon: [Row] = [
    ("2026-11-22T10:00:00Z", "", "2026-11-22 depart 10:00", "2026-11-22T10:00:00Z"),
    ("2026-11-22T10:01:00Z", "--depart 10:00", "2026-11-22 depart 10:00", "2026-11-22T10:00:00Z"),
    ("2026-11-22T10:30:00Z", "--depart 10:00", "2026-11-22 depart 10:00", "2026-11-22T10:00:00Z"),
    ("2026-11-22T10:31:00Z", "--depart 10:00", "2026-11-23 depart 10:00", "2026-11-23T10:00:00Z"),
    ("2026-11-22T22:00:00Z", "--depart 00:30", "2026-11-23 depart 00:30", "2026-11-23T00:30:00Z"),
    ("2026-11-22T22:00:00Z", "--depart 8", "2026-11-23 depart 08:00", "2026-11-23T08:00:00Z"),
    ("2026-11-22T22:00:00Z", "--depart 24:15", "2026-11-22 depart 24:15", "2026-11-23T00:15:00Z"),
    ("2026-11-22T00:10:00Z", "--depart 24:15", "2026-11-21 depart 24:15", "2026-11-22T00:15:00Z"),
    ("2026-11-22T00:50:00Z", "--depart 24:15", "2026-11-22 depart 24:15", "2026-11-23T00:15:00Z"),
    ("2026-11-22T00:10:00Z", "--depart 23:50", "2026-11-21 depart 23:50", "2026-11-21T23:50:00Z"),
    ("2026-11-22T00:30:00Z", "", "2026-11-22 depart 00:30", "2026-11-22T00:30:00Z"),
    ("2026-11-22T22:00:00Z", "--arrive 00:30", "2026-11-22 arrive 24:30", "2026-11-23T00:30:00Z"),
    ("2026-11-22T22:00:00Z", "--arrive 8am", "2026-11-23 arrive 08:00", "2026-11-23T08:00:00Z"),
    ("2026-11-22T10:00:00Z", "--arrive 10:00", "2026-11-23 arrive 10:00", "2026-11-23T10:00:00Z"),
    ("2026-11-22T00:10:00Z", "--arrive 02:00", "2026-11-21 arrive 26:00", "2026-11-22T02:00:00Z"),
    (
      "2026-11-22T10:00:00Z", "--arrive 00:30 --date 24 Nov", "2026-11-23 arrive 24:30",
      "2026-11-24T00:30:00Z"
    ),
    ("2026-11-22T02:50:00Z", "--date tomorrow", "2026-11-23 depart 03:00", "2026-11-23T03:00:00Z"),
    (
      "2026-11-22T02:50:00Z", "--date today --depart 08:00", "2026-11-22 depart 08:00",
      "2026-11-22T08:00:00Z"
    ),
    ("2026-11-22T02:50:00Z", "--date today", "2026-11-22 depart 02:50", "2026-11-22T02:50:00Z"),
    ("2026-11-22T10:00:00Z", "--date +3", "2026-11-25 depart 03:00", "2026-11-25T03:00:00Z"),
    (
      "2026-11-22T10:00:00Z", "--date fri --depart 8pm", "2026-11-27 depart 20:00",
      "2026-11-27T20:00:00Z"
    ),
    (
      "2026-11-22T10:00:00Z", "--date 2018-11-22 --depart 05:26:14", "2018-11-22 depart 05:26:14",
      "2018-11-22T05:26:14Z"
    ),
    ("2026-11-22T00:15:00Z", "--first", "2026-11-22 first", "2026-11-22T03:00:00Z"),
    ("2026-11-22T00:15:00Z", "--last", "2026-11-21 last", "2026-11-21T03:00:00Z"),
    ("2026-11-22T03:00:00Z", "--last", "2026-11-22 last", "2026-11-22T03:00:00Z"),
    ("2026-11-22T00:15:00Z", "--last --date today", "2026-11-22 last", "2026-11-22T03:00:00Z"),
    ("2026-11-22T10:00:00Z", "--depart now", "2026-11-22 depart 10:00", "2026-11-22T10:00:00Z"),
    ("2026-11-22T23:50:00Z", "--depart +30", "2026-11-23 depart 00:20", "2026-11-23T00:20:00Z"),
    ("2026-11-22T23:50:00Z", "--arrive +30", "2026-11-22 arrive 24:20", "2026-11-23T00:20:00Z"),
    (
      "2026-11-22T23:50:00Z", "--date tomorrow --depart +30", "2026-11-23 depart 24:20",
      "2026-11-24T00:20:00Z"
    ),
    (
      "2026-11-22T22:00:00Z", "--depart 23:00 --until 1:00", "2026-11-22 depart 23:00 to 25:00",
      "2026-11-22T23:00:00Z"
    ),
    (
      "2026-11-22T22:00:00Z", "--until 27:00", "2026-11-22 depart 22:00 to 27:00",
      "2026-11-22T22:00:00Z"
    ),
    (
      "2026-11-22T00:30:00Z", "--until +90", "2026-11-22 depart 00:30 to 02:00",
      "2026-11-22T00:30:00Z"
    ),
    // In the night to 25 October, clocks show 01:00 to 02:00 twice.
    (
      "2026-10-24T22:00:00+01:00", "--depart 01:30", "2026-10-25 depart 01:30",
      "2026-10-25T00:30:00Z"
    ),
  ]

  /// Clocks skip 02:00 to 03:00 on 8 March, and show 01:00 to 02:00 twice on 1 November.
  private static let newYork: [Row] = [
    ("2025-01-11T00:30:00-05:00", "", "2025-01-11 depart 00:30", "2025-01-11T05:30:00Z"),
    (
      "2026-03-08T01:30:00-05:00", "--depart +60", "2026-03-08 depart 03:30",
      "2026-03-08T07:30:00Z"
    ),
    (
      "2026-03-08T01:30:00-05:00", "--depart 02:30", "2026-03-08 depart 03:30",
      "2026-03-08T07:30:00Z"
    ),
    (
      "2026-03-08T03:10:00-04:00", "--depart 01:50", "2026-03-08 depart 01:50",
      "2026-03-08T06:50:00Z"
    ),
    (
      "2026-11-01T00:30:00-04:00", "--depart 01:30", "2026-11-01 depart 01:30",
      "2026-11-01T05:30:00Z"
    ),
    ("2026-11-01T01:30:00-05:00", "", "2026-11-01 depart 01:30", "2026-11-01T06:30:00Z"),
    (
      "2026-11-01T01:10:00-05:00", "--depart 01:30", "2026-11-02 depart 01:30",
      "2026-11-02T06:30:00Z"
    ),
    (
      "2026-10-31T22:00:00-04:00", "--arrive 02:30", "2026-10-31 arrive 26:30",
      "2026-11-01T07:30:00Z"
    ),
  ]

  private static let shanghai: [Row] = [
    (
      "2026-11-22T00:48:00+08:00", "--depart 08:00", "2026-11-22 depart 08:00",
      "2026-11-22T00:00:00Z"
    ),
    ("2026-11-22T00:48:00+08:00", "--last", "2026-11-21 last", "2026-11-20T19:00:00Z"),
  ]

  /// Clocks skip 02:00 to 03:00 on 4 October, and show it twice on 5 April.
  private static let sydney: [Row] = [
    (
      "2026-10-04T01:45:00+10:00", "--depart +30", "2026-10-04 depart 03:15",
      "2026-10-03T16:15:00Z"
    ),
    (
      "2026-04-05T01:45:00+11:00", "--depart 02:30", "2026-04-05 depart 02:30",
      "2026-04-04T15:30:00Z"
    ),
    (
      "2026-04-04T22:00:00+11:00", "--depart 23:00 --until 2:30",
      "2026-04-04 depart 23:00 to 26:30", "2026-04-04T12:00:00Z"
    ),
  ]

  @Test(
    arguments: [
      ("Europe/Lisbon", lisbon), ("America/New_York", newYork), ("Asia/Shanghai", shanghai),
      ("Australia/Sydney", sydney),
    ])
  func `words mean the date and the time that a passenger has in mind`(
    timeZone: String, rows: [(clock: String, words: String, constraint: String, instant: String)]
  ) throws {
    for row in rows {
      let found = try Self.constraint(row.words, at: row.clock, in: timeZone)
      #expect(found == (row.constraint, row.instant), "'\(row.words)' at \(row.clock)")
    }
  }

  @Test(arguments: [
    ("--depart 23:00 --until 04:00", "'04:00' does not end a span from 23:00"),
    ("--depart 08:00 --until 08:00", "'08:00' does not end a span from 08:00"),
    ("--date tomorrow --until now", "'now' does not end a span from 03:00"),
    ("--depart 24:30 --until 24:15", "'24:15' does not end a span from 00:30⁺¹"),
  ])
  func `the end of a span is after its start and in the same night`(
    words: String, message: String
  ) {
    #expect {
      try Self.constraint(words, at: "2026-11-22T10:00:00Z", in: "UTC")
    } throws: {
      "\($0)" == message + "; expected a later time, at most 03:00⁺¹"
    }
  }
}

extension TimeConstraint {
  /// The constraint in the words of the table.
  fileprivate var text: String {
    switch self {
    case .departAfter(let time): "depart \(time.shown)"
    case .arriveBy(let time): "arrive \(time.shown)"
    case .departWithin(let span): "depart \(span.lowerBound.shown) to \(span.upperBound.shown)"
    case .firstTrain: "first"
    case .lastTrain: "last"
    }
  }

  fileprivate var start: ServiceTime {
    switch self {
    case .departAfter(let time), .arriveBy(let time): time
    case .departWithin(let span): span.lowerBound
    case .firstTrain, .lastTrain: LocalDateTime.startOfService
    }
  }
}

extension ServiceTime {
  /// What clocks show, from 00:00 of the date.
  fileprivate var shown: String { ServiceTime(seconds: seconds + clockShift).parameterText }
}
