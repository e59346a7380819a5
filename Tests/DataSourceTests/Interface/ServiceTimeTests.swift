import Console
import DataSourceInterface
import Documents
import Foundation
import Mediator
import Testing

struct ServiceTimeTests {
  @Test(
    arguments: [
      ("08:00", 28800, "08:00"), ("8:00", 28800, "08:00"), ("08:00:30", 28830, "08:00:30"),
      ("25:10", 90600, "25:10"), ("00:00", 0, "00:00"), ("47:59:59", 172_799, "47:59:59"),
    ])
  func `a time is read and written as hours and minutes`(text: String, seconds: Int, clock: String)
    throws
  {
    let time = try #require(ServiceTime(text))
    #expect(time.seconds == seconds && time.parameterText == clock)
    let json = Data("[\"\(text)\",\(seconds)]".utf8)
    #expect(try JSONDecoder().decode([ServiceTime].self, from: json) == [time, time])
    #expect(String(decoding: try JSONEncoder().encode([time]), as: UTF8.self) == "[\(seconds)]")
  }

  @Test(
    arguments: [
      "", "8", "8:0", "48:00", "08:60", "08:00:60", "-1:00", "08:00:00:00", ":00", "a:00", "100:00",
      "+8:00",
    ])
  func `other texts are not times`(text: String) {
    #expect(ServiceTime(text) == nil)
  }

  @Test(arguments: [Int.max, .min, 2_000_000])
  func `a number of seconds beyond two weeks is not a time`(seconds: Int) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(ServiceTime.self, from: Data("\(seconds)".utf8))
    }
  }

  @Test(arguments: [Int.max, .min])
  func `times and dates are limited`(number: Int) {
    #expect(abs(ServiceTime(seconds: number).seconds) == 14 * 86400)
    #expect(["0001-01-01", "9999-12-31"].contains(CalendarDate(day: number).description))
  }

  @Test func `the time between two times is a duration`() {
    #expect(ServiceTime(seconds: 90) - ServiceTime(seconds: 30) == .seconds(60))
  }

  @Test(arguments: [
    (28_800, "08:00"), (28_859, "08:00"), (0, "00:00"), (86_399, "23:59"), (86_400, "00:00⁺¹"),
    (88_685, "00:38⁺¹"), (172_800, "00:00⁺²"), (-60, "23:59⁻¹"), (-1, "23:59⁻¹"),
  ])
  func `a clock has no seconds and marks times of other days`(seconds: Int, clock: String) {
    #expect(ServiceTime(seconds: seconds).clock == clock)
  }
}
