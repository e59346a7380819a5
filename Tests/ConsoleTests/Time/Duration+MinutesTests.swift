import Console
import Testing

struct DurationMinutesTests {
  @Test(arguments: [
    (0, 0, "0 min"), (1, 1, "1 min"), (60, 1, "1 min"), (61, 2, "2 min"), (3540, 59, "59 min"),
    (3541, 60, "1 h 00 min"), (3900, 65, "1 h 05 min"), (7200, 120, "2 h 00 min"),
  ])
  func `minutes are rounded up`(seconds: Int, minutes: Int, text: String) {
    #expect(Duration.seconds(seconds).minutesRoundedUp == minutes)
    #expect(Duration.seconds(seconds).formattedInMinutes == text)
  }
}
