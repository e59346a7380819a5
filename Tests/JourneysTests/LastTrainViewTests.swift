import Console
import DataSourceFixture
import DataSourceInterface
import Documents
import RoutingInterface
import Testing

@testable import Journeys

@Suite struct LastTrainViewTests {
  private let origin = StopReference(id: "a", name: "A")
  private let destination = StopReference(id: "c", name: "C")
  private let journey: Journey

  init() {
    let (departure, arrival) = (ServiceTime(seconds: 82_800), ServiceTime(seconds: 84_000))
    let ride = Ride(
      line: Line(id: "1", name: "1", color: nil), trip: "1", serviceDate: CalendarDate(day: 20_777),
      headsign: "C", from: origin, to: destination, departure: departure, arrival: arrival,
      intermediateStops: [])
    journey = Journey(departure: departure, arrival: arrival, rides: 1, legs: [.ride(ride)])
  }

  private func text(
    _ alternative: Alternative?, on page: Page = Page(columns: 80), at now: LocalDateTime? = nil
  ) -> String {
    let link = WeakestLink(
      ride: 0, place: origin, line: Line(id: "1", name: "1", color: nil),
      departure: journey.departure, alternative: alternative)
    let answer = LastTrain(
      city: .builtIn, date: CalendarDate(day: 20_777),
      from: PointOfInterest(id: "a", name: "A"), to: PointOfInterest(id: "c", name: "C"),
      first: journey, last: journey,
      stations: [StationDeadline(place: origin, latest: journey.departure)], weakestLink: link)
    return page.text(
      of: LastTrainView.document(
        answer, in: .sample(), at: now.map { CityClock(showing: $0) }))
  }

  @Test(
    arguments: [
      ("2026-11-20", "22:59", false), ("2026-11-20", "23:00", false),
      ("2026-11-20", "23:01", true), ("2026-11-21", "02:50", true), ("2026-11-19", "23:30", false),
    ])
  func `a last train that has left is gone and can no longer be missed`(
    date: String, time: String, isGone: Bool
  ) throws {
    let now = LocalDateTime(
      date: try #require(CalendarDate(date)), time: try #require(ServiceTime(time)))
    let text = text(nil, at: now)
    #expect(text.contains("last: 23:00–23:20 · 20 min · direct · gone\n") == isGone)
    #expect(text.contains("gone") == isGone)
    #expect(text.contains("◀ the last train that still connects") != isGone)
    #expect(text.contains("If you miss the") != isGone)
    let narrow = self.text(nil, on: Page(columns: 40), at: now)
    #expect(narrow.contains("direct\ngone\n") == isGone)
  }

  @Test(
    arguments: [
      (nil, "If you miss the 23:00 at A, there is still another way:"),
      (
        600,
        "If you miss the 23:00 at A, the nearest station that you still reach is B, 10 min by train "
          + "from C:"
      ),
    ] as [(Int?, String)])
  func `the alternative to the weakest link is described`(remaining: Int?, sentence: String) {
    let alternative = Alternative(
      to: StopReference(id: "b", name: "B"), journey: journey, remaining: remaining)
    // The sentence may have several lines.
    let text = text(alternative).replacing("\n", with: " ")
    #expect(text.contains("  \(sentence) 23:00–23:20"))
  }

  @Test func `without an alternative, a sentence says so after the deadlines`() {
    let text = text(nil)
    #expect(text.contains("be at the stop by:\n23:00  A\n"))
    #expect(
      text.contains("If you miss the 23:00 at A, no later train goes towards C that day."))
    #expect(text.hasSuffix("first: 23:00–23:20"))
  }

  @Test func `a first train of another day has its date`() {
    let answer = LastTrain(
      city: .builtIn, date: CalendarDate(day: 20_777), from: PointOfInterest(id: "a", name: "A"),
      to: PointOfInterest(id: "c", name: "C"), first: nil, last: journey
    ).withFirst(journey, on: CalendarDate(day: 20_778))
    let text = Page(columns: 80).text(of: LastTrainView.document(answer, in: .sample()))
    #expect(text.hasSuffix("first: 23:00–23:20, Sat 21 Nov 2026"))
  }
}
