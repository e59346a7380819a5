import Testing

@testable import Documents

struct MeasureFormattingTests {
  @Test(arguments: [
    (0, 0, "0 min"), (1, 1, "1 min"), (60, 1, "1 min"), (61, 2, "2 min"), (3540, 59, "59 min"),
    (3541, 60, "1 h 00 min"), (3900, 65, "1 h 05 min"), (7200, 120, "2 h 00 min"),
  ])
  func `minutes are rounded up`(seconds: Int, minutes: Int, text: String) {
    #expect(Duration.seconds(seconds).minutesRoundedUp == minutes)
    #expect(Duration.seconds(seconds).formattedInMinutes == text)
  }

  @Test(arguments: [
    (0, "0 m"), (4, "0 m"), (5, "10 m"), (276, "280 m"), (994, "990 m"), (995, "1 km"),
    (1049, "1 km"), (1050, "1.1 km"), (1834, "1.8 km"), (12_345, "12.3 km"),
  ])
  func `metres are rounded to tens, and kilometres to tenths`(metres: Int, text: String) {
    #expect(metres.asDistance == text)
  }
}
