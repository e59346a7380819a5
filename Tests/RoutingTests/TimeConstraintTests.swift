import DataSourceInterface
import Foundation
import Testing

@testable import Routing

@Suite struct TimeConstraintTests {
  @Test(arguments: [
    ("2026-11-20T12:00:00Z", "08:00", "2026-11-20", "08:00"),
    ("2026-11-20T23:59:00Z", "01:00", "2026-11-20", "01:00"),
    ("2026-11-21T00:48:00Z", "08:00", "2026-11-21", "08:00"),
    ("2026-11-21T00:48:00Z", "01:30", "2026-11-20", "25:30"),
    ("2026-11-21T00:48:00Z", "25:30", "2026-11-20", "25:30"),
  ])
  func `after midnight, a clock time belongs to the service day that a person means`(
    instant: String, clock: String, date: String, time: String
  ) throws {
    let now = LocalDateTime(try Date(instant, strategy: .iso8601), in: "UTC")
    let moment = now.moment(atClockTime: try #require(ServiceTime(clock)))
    #expect(moment.date.description == date)
    #expect(moment.time.clock == time)
  }
}
