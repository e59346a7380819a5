import Testing

@testable import Console

struct UrgencyTests {
  @Test(
    arguments: [
      (-1, .gone, "gone"), (0, .hurry, "now, hurry"), (59, .hurry, "now, hurry"),
      (60, .hurry, "in 1 min, hurry"), (239, .hurry, "in 3 min, hurry"), (240, .calm, "in 4 min"),
      (3599, .calm, "in 59 min"),
    ] as [(Int, Urgency, String)])
  func `the urgency depends on the time until the departure`(
    seconds: Int, urgency: Urgency, words: String
  ) {
    #expect(Urgency(untilDeparture: .seconds(seconds)) == urgency)
    #expect(Urgency.countdown(untilDeparture: .seconds(seconds)) == words)
  }

  @Test func `each urgency has its own style and word`() {
    for depth in ColorDepth.allCases where depth > .none {
      let styles = Urgency.allCases.map { $0.style.parameters(at: depth) }
      #expect(Set(styles).count == Urgency.allCases.count)
    }
    #expect(Set(Urgency.allCases.map(\.word)).count == Urgency.allCases.count)
  }
}
