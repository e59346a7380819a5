import Console
import DataSourceFixture
import DataSourceInterface
import RoutingInterface
import Testing

@testable import Routing

@Suite struct LastTrainViewTests {
  private let origin = StopReference(id: "a", name: "A")
  private let destination = StopReference(id: "c", name: "C")
  private let journey = Journey(
    departure: ServiceTime(seconds: 82_800), arrival: ServiceTime(seconds: 84_000), rides: 1,
    legs: [])

  private func text(_ alternative: Alternative?) -> String {
    let link = WeakestLink(
      ride: 0, place: origin, line: Line(id: "1", name: "1", color: nil),
      departure: journey.departure, alternative: alternative)
    let answer = LastTrain(
      city: .builtIn, date: ServiceDate(day: 20_777),
      from: PointOfInterest(id: "a", name: "A"), to: PointOfInterest(id: "c", name: "C"),
      first: journey, last: journey,
      stations: [StationDeadline(place: origin, latest: journey.departure)], weakestLink: link)
    return LastTrainView.text(answer, in: .sample(), on: Page(columns: 80))
  }

  @Test(
    arguments: [
      (nil, "If you miss the 23:00 at A, there is still another way:"),
      (600, "If you miss the 23:00 at A, you still reach B, 10 min from C:"),
    ] as [(Int?, String)])
  func `the alternative to the weakest link is described`(remaining: Int?, sentence: String) {
    let alternative = Alternative(
      to: StopReference(id: "b", name: "B"), journey: journey, remaining: remaining)
    #expect(text(alternative).contains("\n\n\(sentence)\n23:00–23:20"))
  }

  @Test func `without an alternative, a sentence says so after the deadlines`() {
    let text = text(nil)
    #expect(text.contains("be at the stop by\n            23:00  A\n"))
    #expect(
      text.contains("If you miss the 23:00 at A, no later train goes towards C that day."))
    #expect(text.hasSuffix("first: 23:00–23:20"))
  }
}
