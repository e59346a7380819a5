import DataSourceInterface
import Testing

struct DepartureUrgencyTests {
  @Test(
    arguments: [
      (-1, .gone, "gone"), (0, .hurry, "now, hurry"), (59, .hurry, "now, hurry"),
      (60, .hurry, "in 1 min, hurry"), (239, .hurry, "in 3 min, hurry"), (240, .calm, "in 4 min"),
      (3599, .calm, "in 59 min"),
    ] as [(Int, DepartureUrgency, String)])
  func `the urgency depends on the time until the departure`(
    seconds: Int, urgency: DepartureUrgency, words: String
  ) {
    #expect(DepartureUrgency(untilDeparture: .seconds(seconds)) == urgency)
    #expect(DepartureUrgency.countdown(untilDeparture: .seconds(seconds)) == words)
  }

  @Test func `each urgency has its own role`() {
    let urgencies = DepartureUrgency.allCases
    #expect(Set(urgencies.map(\.role)).count == urgencies.count)
  }
}
