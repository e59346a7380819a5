import Console
import Testing

@Suite struct SettingTests {
  private static let colours = Setting.Value.choice(["red", "green", "light-blue"])

  @Test(
    arguments: [
      ("red", nil), ("light-blue", nil), ("Red", "; did you mean 'red'?"),
      ("gren", "; did you mean 'green'?"), ("", ""), ("mauve", ""), ("red,green", ""),
    ] as [(String, String?)])
  func `a choice accepts its words, and suggests a similar one`(text: String, hint: String?) {
    let expected = hint.map { "one of red, green, light-blue\($0)" }
    #expect(Self.colours.expectation(for: text) == expected)
    #expect(Self.colours.decodable(text) == text)
  }

  @Test(
    arguments: [
      ("on", "true"), ("yes", "true"), ("true", "true"), ("1", "true"), ("YES", "true"),
      ("off", "false"), ("no", "false"), ("false", "false"), ("0", "false"), ("Off", "false"),
      ("", nil), ("2", nil), ("maybe", nil), ("truely", nil), (" on", nil),
    ] as [(String, String?)])
  func `a boolean accepts the usual words`(text: String, value: String?) {
    let setting = Setting.Value.boolean
    #expect(setting.expectation(for: text) == (value == nil ? "'on' or 'off'" : nil))
    if let value { #expect(setting.decodable(text) == value) }
  }

  @Test(
    arguments: [
      ("90 s", "90.0"), ("90s", "90.0"), ("90", "90.0"), ("5 min", "300.0"), ("2 h", "7200.0"),
      ("1.5 h", "5400.0"), ("0.5", "0.5"), ("3 h", nil), ("0", nil), ("0.1", nil), ("-5 s", nil),
      ("", nil), ("s", nil), ("1 d", nil), ("5  min", nil), ("5 MIN", nil), ("5 min ", nil),
      ("nan", nil), ("inf", nil), ("1e3", nil), ("0x10", nil), (".5", nil), ("5.", nil),
      ("٣ s", nil), ("9999999999999999999 h", nil), ("1 h 5 min", nil),
    ] as [(String, String?)])
  func `a duration has a unit, or is in seconds`(text: String, seconds: String?) {
    let setting = Setting.Value.duration(.seconds(0.5) ... .seconds(7200))
    let expected = "a duration from 0.5 s to 2 h, such as '90 s', '5 min' or '2 h'"
    #expect(setting.expectation(for: text) == (seconds == nil ? expected : nil))
    if let seconds { #expect(setting.decodable(text) == seconds) }
  }

  @Test(arguments: [
    (1, 59, "1 s to 59 s"), (60, 90, "1 min to 90 s"), (3600, 864_000, "1 h to 240 h"),
  ])
  func `the bounds of a duration are in the largest unit that fits`(
    first: Int, last: Int, range: String
  ) {
    let setting = Setting.Value.duration(.seconds(first) ... .seconds(last))
    #expect(setting.expectation(for: "x")?.hasPrefix("a duration from \(range), such as") == true)
  }

  @Test(
    arguments: [
      ("1", nil), ("14", nil), ("0", 1), ("15", 1), ("7.0", 1), ("", 1), ("seven", 1),
      ("99999999999999999999", 1),
    ] as [(String, Int?)])
  func `a number is whole and in its range`(text: String, problem: Int?) {
    let expected = problem.map { "a whole number from \($0) to 14" }
    #expect(Setting.Value.number(1...14).expectation(for: text) == expected)
  }
}
