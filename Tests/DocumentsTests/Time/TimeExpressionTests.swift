import Foundation
import Testing

@testable import Documents

struct TimeExpressionTests {
  @Test(arguments: [
    ("8", 28_800), ("8:05", 29_100), ("08:05", 29_100), ("8am", 28_800), ("8 AM", 28_800),
    ("8 p.m.", 72_000), ("12am", 0), ("12 pm", 43_200), ("12:30am", 1800), ("0", 0),
    ("00:30", 1800),
    ("noon", 43_200), ("Midnight", 0), ("8.30", 30_600), ("0830", 30_600), ("830", 30_600),
    ("8h30", 30_600), ("8H30", 30_600), ("8h", 28_800), ("8:30 h", 30_600), ("8.30pm", 73_800),
    ("830 pm", 73_800), ("2400", 86_400), ("1230am", 1800), ("24:15", 87_300), ("05:26:14", 19_574),
    ("47:59:59", 172_799), (" 8 ", 28_800),
  ])
  func `a typed time is a time on the clock`(text: String, seconds: Int) throws {
    let time = try #require(TimeExpression(text))
    #expect(time == .clock(seconds: seconds))
    #expect(TimeExpression(time.description) == time)
  }

  @Test(arguments: [("now", TimeExpression.now), ("NOW", .now), ("+30", .minutesFromNow(30))])
  func `a time may count from now`(text: String, time: TimeExpression) {
    #expect(TimeExpression(text) == time && TimeExpression(time.description) == time)
  }

  @Test(arguments: [
    "", "48:00", "8:5", "8:60", "08:00:60", "13pm", "0am", "8xm", "8.", ":05", "8:05:", "+", "+-3",
    "+1441", "eight", "123:00", "-1", "٨:٠٥", "8am9",
    "8.5", "8.60", "8.30.15", "8h5", "h30", "860", "4800", "12345", "8 30", "1330pm", "noon pm",
    "12 noon 30", "8h30m", "8,30", "half past 8",
  ])
  func `other texts are errors that say what is accepted`(text: String) throws {
    let json = try JSONEncoder().encode([text])
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([TimeExpression].self, from: json)
    }
    guard case .dataCorrupted(let context) = error else { return }
    #expect(
      context.debugDescription
        == "'\(text)' is not a time; expected a time such as 8, 8:05, 8.05, 8h05, 0805, 8am or "
        + "20:15, noon, midnight (00:00), now, or +30 for in 30 minutes")
  }

  @Test(arguments: ["8", "19574", "-1"])
  func `a number is an error that asks for a text`(number: String) throws {
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([TimeExpression].self, from: Data("[\(number)]".utf8))
    }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(
      context.debugDescription
        == "'\(number)' is not a time; expected a text such as \"08:00\"")
  }
}
