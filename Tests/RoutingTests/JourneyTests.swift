import DataSourceInterface
import RoutingInterface
import Testing

@Suite struct JourneyTests {
  private static let place = PointOfInterest(id: "p", name: "Home")

  /// Times in seconds after 15:00: the walk begins at `start`.
  @Test(arguments: [
    (start: 1800, walk: 44, shown: "15:31"), (1810, 40, "15:31"), (1859, 1, "15:31"),
    (1800, 60, "15:31"), (1800, 61, "15:32"), (1859, 120, "15:32"), (1800, 0, "15:30"),
  ])
  func `a walk at the end is shown to end later than it begins`(
    start: Int, walk: Int, shown: String
  ) {
    let noon = 15 * 3600
    let leg = Leg.walk(
      Walk(from: Self.place, to: Self.place, duration: .seconds(walk), distance: 40))
    let journey = Journey(
      departure: ServiceTime(seconds: noon + start),
      arrival: ServiceTime(seconds: noon + start + walk), rides: 0, legs: [leg])
    #expect(journey.shownArrival.clock == shown)
    #expect("\(journey.timeRange)" == "15:30–\(shown)")
    guard case .destination(_, let arrival) = journey.nodes.last else {
      Issue.record("\(journey.nodes)")
      return
    }
    #expect(arrival == journey.shownArrival)
    #expect(journey.clockDuration == .seconds(max(60, (walk + 59) / 60 * 60)))
  }

  @Test func `a journey without a walk at the end is shown to end when the train arrives`() {
    let journey = Journey(
      departure: ServiceTime(seconds: 30), arrival: ServiceTime(seconds: 659), rides: 1, legs: [])
    #expect(journey.shownArrival == journey.arrival && "\(journey.timeRange)" == "00:00–00:10")
  }
}
