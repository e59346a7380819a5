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
    let found = DepartureUrgency(untilDeparture: .seconds(seconds))
    #expect(found == urgency && found.countdown(untilDeparture: .seconds(seconds)) == words)
  }

  @Test(
    arguments: [
      (60, 600, nil, .calm, "in 1 min"), (60, 601, nil, .hurry, "in 1 min, hurry"),
      (-239, nil, 240, .calm, "now"), (60, nil, 180, .calm, "in 1 min"),
      (60, 1200, 180, .calm, "in 1 min"), (-239, nil, 601, .hurry, "now, hurry"),
      (-240, 240, 240, .calm, "now"),
      (-241, 240, 240, .gone, "gone"),
    ] as [(Int, Int?, Int?, DepartureUrgency, String)])
  func `nobody need hurry before another train, and a train without a time may be late`(
    seconds: Int, next: Int?, headway: Int?, urgency: DepartureUrgency, words: String
  ) {
    let found = DepartureUrgency(
      untilDeparture: .seconds(seconds), next: next.map { .seconds($0) },
      headway: headway.map { .seconds($0) })
    #expect(found == urgency && found.countdown(untilDeparture: .seconds(seconds)) == words)
  }

  @Test func `each urgency has its own role`() {
    let urgencies = DepartureUrgency.allCases
    #expect(Set(urgencies.map(\.role)).count == urgencies.count)
  }
}
