import Testing

@testable import Console

struct UrgencyTests {
  @Test(
    arguments: [
      (-1, .gone, "gone"), (0, .hurry, "now, hurry"), (59, .hurry, "now, hurry"),
      (60, .hurry, "in 1 min, hurry"), (239, .hurry, "in 3 min, hurry"), (240, .calm, "in 4 min"),
      (3599, .calm, "in 59 min"),
    ] as [(Int, Urgency, String)])
  func `the less time there is, the more urgent it is`(
    seconds: Int, urgency: Urgency, words: String
  ) {
    #expect(Urgency(untilDeparture: .seconds(seconds)) == urgency)
    #expect(Urgency.words(untilDeparture: .seconds(seconds)) == words)
  }

  @Test func `each looks different, with colours and without`() {
    for depth in ColorDepth.allCases where depth > .none {
      let looks = Urgency.allCases.map { $0.style.parameters(at: depth) }
      #expect(Set(looks).count == Urgency.allCases.count)
    }
    #expect(Set(Urgency.allCases.map(\.word)).count == Urgency.allCases.count)
  }
}
