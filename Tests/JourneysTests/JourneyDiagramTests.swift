import Console
import DataSourceFixture
import DataSourceInterface
import RoutingInterface
import Testing

@testable import Journeys

@Suite struct JourneyDiagramTests {
  private let city = City.sample(name: "Porto")

  @Test func `a journey between two places has walks, and trains by their headway`() {
    let coordinate = Coordinate(latitude: 41.152, longitude: -8.609)
    let home = PointOfInterest(at: coordinate, name: "Home")
    let station = PointOfInterest(id: "1", name: "西直门")
    let journey = Journey(
      departure: .eight(plus: 0), arrival: .eight(plus: 1200), rides: 1,
      legs: [
        .walk(Walk(from: home, to: station, duration: .seconds(380), distance: 350)),
        .ride(
          Ride(
            line: .blue, trip: "a", serviceDate: .sample, headway: .seconds(240),
            headsign: "积水潭", from: .named("西直门"), to: .named("积水潭"),
            departure: .eight(plus: 380), arrival: .eight(plus: 900), intermediateStops: [])),
        .walk(
          Walk(
            from: PointOfInterest(id: "2", name: "积水潭"), to: PointOfInterest(at: coordinate),
            duration: .seconds(300), distance: 276)),
      ])
    #expect(
      JourneyView.drawing(of: journey, on: Page(columns: 80)) == """
        about 08:00–08:20 · 20 min · direct
        08:00  ● Home
               ┊ walk 350 m, 7 min
        08:06  ● 西直门
               ┃ [2号线] to 积水潭 · every 4 min · next stop
        08:15  ● 积水潭
               ┊ walk 280 m, 5 min
        08:20  ● @41.152,-8.609
        """)
    let walk = Journey(
      departure: .eight(plus: 0), arrival: .eight(plus: 380), rides: 0, legs: [journey.legs[0]])
    #expect(
      JourneyView.drawing(of: walk, on: Page(columns: 80), leavingIn: .zero) == """
        08:00–08:06 · 6 min · on foot
        08:00  ● Home
               ┊ walk 350 m, 6 min
        08:06  ● 西直门
        """)
  }

  @Test func `the direction is below a line with a long name`() {
    #expect(
      JourneyDiagram(.longNamed, on: Page(columns: 40)).lines == [
        "08:00  ● A", "       ┃ [Richmond - Daly City/Millbrae]", "       ┃ to Richmond",
        "       ┃ next stop", "       ┃ [Warm Springs/South Fremont -…]",
        "       ┃ to Richmond", "       ┃ next stop", "08:10  ● B",
      ])
  }

  @Test(arguments: [38, 40]) func `the number of stops wraps on a narrow page`(columns: Int) {
    let stops = (1...12).map { StopReference(id: "\($0)", name: "\($0)") }
    let ride = Ride(
      line: .blue, trip: "a", serviceDate: .sample, headway: .seconds(600),
      headsign: "Jardim Zoológico de Lisboa", from: .named("A"), to: .named("B"),
      departure: ServiceTime(seconds: 87_000), arrival: ServiceTime(seconds: 88_000),
      intermediateStops: stops)
    let journey = Journey(
      departure: ride.departure, arrival: ride.arrival, rides: 1, legs: [.ride(ride)])
    let lines = JourneyDiagram(journey, on: Page(columns: columns)).lines
    #expect(lines.allSatisfy { $0.columns <= columns }, "\(lines)")
    #expect(lines.joined().contains("every 10 min"))
  }

  @Test func `the diagram has the colours of the lines`() {
    let text = JourneyView.text(
      .sample([.sample]), in: city, on: Page(columns: 80, colors: .trueColor))
    #expect(text.contains("\u{1B}[38;2;53;96;148m┃"))
    #expect(text.contains("\u{1B}[38;2;167;60;52m┃"))
  }
}
