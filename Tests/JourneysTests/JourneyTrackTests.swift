import Console
import DataSourceFixture
import DataSourceInterface
import Documents
import Mediator
import RoutingInterface
import Testing

@testable import Journeys

@Suite struct JourneyTrackTests {
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
      Page(columns: 80).text(of: [JourneyView.drawing(of: journey)]) == """
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
      Page(columns: 80).text(of: [JourneyView.drawing(of: walk, leavingIn: .zero)]) == """
        08:00–08:07 · 7 min · on foot
        08:00  ● Home
               ┊ walk 350 m, 7 min
        08:07  ● 西直门
        """)
  }

  @Test func `a ride has the number of its train, and what the passenger must do for it to stop`() {
    let journey = Journey(
      departure: .eight(plus: 0), arrival: .eight(plus: 600), rides: 1,
      legs: [
        .ride(
          Ride(
            line: Line(id: "re", name: "RE", color: nil), trip: "a", serviceDate: .sample,
            headsign: "Elm", trainNumber: "4711", from: .named("Alder"), to: .named("Cedar"),
            departure: .eight(plus: 0), arrival: .eight(plus: 600), intermediateStops: [],
            boarding: StopRequest(.agency, phone: "555 0100"), alighting: StopRequest(.driver)))
      ], unknownAccess: UnknownAccess(stops: [.named("Alder")], lines: [], hasWalk: false))
    #expect(
      Page(columns: 80).text(of: [JourneyView.drawing(of: journey)]) == """
        08:00–08:10 · 10 min · direct · step-free access unknown at Alder
        08:00  ● Alder
               ┃ to board, phone the agency at 555 0100
               ┃ [RE] 4711 to Elm · next stop
               ┃ to get off, ask the driver
        08:10  ● Cedar
        """)
  }

  @Test func `the direction is below a line with a long name`() {
    #expect(
      Page(columns: 40).text(of: [.track(JourneyTrack(.longNamed).track)]) == """
        08:00  ● A
               ┃ [Richmond - Daly City/Millbrae]
               ┃ to Richmond · next stop
               ┃ [Warm Springs/South Fremont -…]
               ┃ to Richmond · next stop
        08:10  ● B
        """)
  }

  @Test func `a long name of a station is wrapped, without a line below the destination`() {
    let name = "Alvorada do Sul"
    let walk = Journey(
      departure: .eight(plus: 0), arrival: .eight(plus: 60), rides: 0,
      legs: [
        .walk(
          Walk(
            from: PointOfInterest(id: "a", name: TranslatedName(name)),
            to: PointOfInterest(id: "b", name: TranslatedName(name)),
            duration: .seconds(60), distance: 80))
      ])
    #expect(
      Page(columns: 20).text(of: [.track(JourneyTrack(walk).track)]) == """
        08:00  ● Alvorada do
               ┊ Sul
               ┊ walk 80 m,
               ┊ 1 min
        08:01  ● Alvorada do
                 Sul
        """)
  }

  @Test func `the local names and the platforms are beside the names of the stops`() {
    let name = TranslatedName("台北車站", ["en": "Main Station"])
    let ride = Ride(
      line: .blue, trip: "a", serviceDate: .sample,
      headsign: TranslatedName("頂埔", ["en": "Dingpu"]),
      from: StopReference(id: "1", name: name, platform: "3"),
      to: StopReference(id: "2", name: "B"),
      departure: .eight(plus: 0), arrival: .eight(plus: 600), intermediateStops: [])
    let journey = Journey(
      departure: .eight(plus: 0), arrival: .eight(plus: 600), rides: 1, legs: [.ride(ride)])
    let text = Language.$current.withValue(Language("en")) {
      Page(columns: 60).text(of: [.track(JourneyTrack(journey).track)])
    }
    #expect(
      text == """
        08:00  ● Main Station 台北車站 · platform 3
               ┃ [2号线] to Dingpu · next stop
        08:10  ● B
        """)
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
    let text = Page(columns: columns).text(of: [.track(JourneyTrack(journey).track)])
    #expect(text.split(separator: "\n").allSatisfy { String($0).columns <= columns }, "\(text)")
    #expect(text.contains("every 10 min"))
  }

  @Test func `the track has the colours of the lines`() {
    let text = Page(columns: 80, colors: .trueColor).text(
      of: JourneyView.document(.sample([.sample]), in: city))
    #expect(text.contains("\u{1B}[38;2;53;96;148m┃"))
    #expect(text.contains("\u{1B}[38;2;167;60;52m┃"))
  }

  @Test func `a change shows the way, and a train that goes on shows its next line`() {
    func ride(
      _ line: String, _ from: String, _ to: String, _ minutes: ClosedRange<Int>,
      _ continuations: [Ride.Continuation] = []
    ) -> Leg {
      .ride(
        Ride(
          line: Line(id: line, name: TranslatedName(line), color: nil), trip: line,
          serviceDate: .sample,
          headsign: "Cedar", from: .named(from), to: .named(to),
          departure: .eight(plus: 60 * minutes.lowerBound),
          arrival: .eight(plus: 60 * minutes.upperBound), intermediateStops: [],
          continuations: continuations))
    }
    let continuation = Ride.Continuation(
      line: Line(id: "U3", name: "U3", color: nil), trip: "c", headsign: "Elm",
      from: .named("C"), departure: .eight(plus: 1500))
    let journey = Journey(
      departure: .eight(plus: 0), arrival: .eight(plus: 1800), rides: 2,
      legs: [
        ride("U1", "A", "X", 0...10),
        .change(
          Change(
            from: .named("X"), to: .named("X"), duration: .seconds(540), wait: .zero,
            way: [WalkwayStep(.up, "Street"), WalkwayStep(.follow, "Blue line")])),
        ride("U2", "X", "E", 19...30, [continuation]),
      ])
    #expect(
      Page(columns: 80).text(of: [JourneyView.drawing(of: journey)]) == """
        08:00–08:30 · 30 min · 1 change
        08:00  ● A
               ┃ [U1] to Cedar · next stop
        08:10  ● X
               ┊ change 9 min
               ┊ up to Street, then Blue line
        08:19  ● X
               ┃ [U2] to Cedar
        08:25  ● C
               ┃ stay on the train, now line [U3] to Elm
        08:30  ● E
        """)
  }
}
