import DataSourceInterface
import Foundation
import Testing

@Suite struct ServiceTimeTests {
  @Test(arguments: [
    ("8:00", 28_800), ("08:00", 28_800), ("08:00:30", 28_830), ("25:10", 90_600),
    ("47:59:59", 172_799),
  ])
  func `a time of a service day is read`(text: String, seconds: Int) {
    #expect(ServiceTime(text)?.seconds == seconds)
  }

  @Test(arguments: ["25:99", "48:00", "8", "", ":", "8:0", "-1:00", "８:00", "08:00:", "1:2:3:4"])
  func `anything else is no time`(text: String) {
    #expect(ServiceTime(text) == nil)
  }

  @Test(arguments: [Int.max, .min, 2_000_000])
  func `a number of seconds that no service day has is refused`(seconds: Int) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(ServiceTime.self, from: Data("\(seconds)".utf8))
    }
  }

  @Test(arguments: [(28_800, "08:00"), (90_600, "01:10"), (28_830, "08:00:30"), (-60, "23:59")])
  func `a clock shows the time of day`(seconds: Int, clock: String) {
    #expect(ServiceTime(seconds: seconds).clock == clock)
  }

  @Test(arguments: [
    ("2026-11-20", 20_777), ("20261120", 20_777), ("1970-01-01", 0), ("2000-02-29", 11_016),
    ("1969-12-31", -1),
  ])
  func `a date counts the days after 1970`(text: String, day: Int) {
    #expect(ServiceDate(text)?.day == day)
    #expect(ServiceDate(ServiceDate(day: day).description)?.day == day)
  }

  @Test(arguments: ["2026-02-29", "2026-13-01", "2026-00-10", "26-11-20", "2026112", "0000-01-01"])
  func `a day that the calendar does not have is no date`(text: String) {
    #expect(ServiceDate(text) == nil)
  }

  @Test func `1970-01-01 was a Thursday`() {
    #expect(ServiceDate(day: 0).weekday == 3)
    #expect(ServiceDate(day: -4).weekday == 6)
  }
}
