import Console
import DataSourceInterface
import RoutingInterface
import Testing

@testable import Routing

@Suite struct LastTrainViewTests {
  private let here = Place(id: "a", name: "A")
  private let there = Place(id: "c", name: "C")
  private let journey = Journey(
    departure: ServiceTime(seconds: 82_800), arrival: ServiceTime(seconds: 84_000), rides: 1,
    legs: [])

  private func text(missed: Otherwise?) -> String {
    let link = WeakestLink(
      ride: 0, place: here, line: Line(id: "1", name: "1", color: nil),
      departure: journey.departure, otherwise: missed)
    let answer = LastTrain(
      city: .builtIn, date: ServiceDate(day: 20_777), from: here, to: there, first: journey,
      last: journey, stations: [StationLimit(place: here, latest: journey.departure)],
      weakestLink: link)
    return LastTrainView.text(answer, on: Page(columns: 80))
  }

  @Test(
    arguments: [
      (nil, "Who misses the 23:00 at A still gets there another way:"),
      (
        600,
        "Who misses the 23:00 at A still gets to B, at best 10 min short of C:"
      ),
    ] as [(Int?, String)])
  func `what is left after the weakest link is told`(remaining: Int?, sentence: String) {
    let missed = Otherwise(
      to: Place(id: "b", name: "B"), journey: journey, remaining: remaining)
    #expect(text(missed: missed).contains("\n\n\(sentence)\n23:00–23:20"))
  }

  @Test func `who is left with nothing is told so, after when to be where`() {
    let text = text(missed: nil)
    #expect(text.contains("be there by\n      23:00  A\n"))
    #expect(text.contains("Who misses the 23:00 at A gets no nearer to C that day."))
    #expect(text.hasSuffix("first: 23:00–23:20"))
  }
}
