import Console
import DataSourceInterface
import Documents
import Testing

@testable import DataSource

struct CSVFieldTests {
  private func read<Value>(_ text: String, _ value: (CSVField) -> Value) -> Value {
    Array(text.utf8).withUnsafeBufferPointer { value(CSVField($0)) }
  }

  @Test(
    arguments: [
      ("08:05:30", 29130), ("8:05:30", 29130), ("00:00:00", 0), ("24:00:00", 86400),
      ("26:14:00", 94440), ("168:00:00", 604_800), ("8:05", 29100), ("08:5:3", 29103),
      ("99:59:59", 359_999), ("100:0:00", 360_000),
    ] as [(String, Int32)])
  func `times are read`(text: String, seconds: Int32) {
    #expect(read(text, \.time) == seconds)
  }

  @Test(
    arguments: [
      "", ":", "8", "8:", ":05:00", "8:60:00", "8:00:60", "08:60:00", "08:00:60", "08:00:0a",
      "0/:00:00",
      "08;00:00", "08:00;00", "08:00:0é", "-1:00:00", "8:00:00:00", "a:b:c",
      "168:00:01", "99999999:00:00", "8: 0:00", "8:00:000000",
    ])
  func `other texts are not times`(text: String) {
    #expect(read(text, \.time) == nil)
  }

  @Test(arguments: [("0", 0), ("42", 42), ("-7", -7), ("007", 7), ("999999999", 999_999_999)])
  func `whole numbers are read`(text: String, number: Int) {
    #expect(read(text, \.integer) == number)
  }

  @Test(arguments: ["", "-", "--1", "1.5", "+1", "1e3", "1234567890", "٣", "x"])
  func `other texts are not whole numbers`(text: String) {
    #expect(read(text, \.integer) == nil)
  }

  @Test(arguments: [("20261120", "2026-11-20"), ("20240229", "2024-02-29")])
  func `dates are read`(text: String, date: String) {
    #expect(read(text, \.date)?.description == date)
  }

  @Test(arguments: ["", "2026112", "202611200", "20261301", "20250229", "01/01/07", "2026-1-1"])
  func `other texts are not dates`(text: String) {
    #expect(read(text, \.date) == nil)
  }

  @Test(arguments: [("Casa da Música", "Casa da Música"), ("a\u{1B}[31m", "a [31m"), ("", "")])
  func `texts keep their letters and lose control characters`(
    text: String, shown: String
  ) {
    #expect(read(text, \.text) == shown)
  }

  @Test func `a very long text is cut`() {
    #expect(read(String(repeating: "x", count: 1000), \.text).count == 250)
  }

  @Test(arguments: [("é", 0..<2), ("西", 0..<3), ("🚇", 0..<4)])
  func `a very long text is cut between two characters`(character: String, starts: Range<Int>) {
    for start in starts {
      let text = String(repeating: "x", count: start) + String(repeating: character, count: 250)
      let cut = read(text, \.text)
      #expect(text.hasPrefix(cut))
      #expect(cut.utf8.count > 250 - character.utf8.count)
    }
  }
}
