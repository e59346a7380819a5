import Console
import DataSourceFixture
import DataSourceInterface
import RoutingInterface
import Testing

@testable import Routing

@Suite struct JourneyViewTests {
  private static func place(_ name: String) -> Place { Place(id: name, name: name) }

  private static let day = ServiceDate(day: 20_777)
  private static let city = City.sample(name: "Porto")
  private static let red = Line(id: "1", name: "1号线", color: LineColor(rgb: 0xA73C34))
  private static let blue = Line(id: "2", name: "2号线", color: LineColor(rgb: 0x356094))

  private static let journey = Journey(
    departure: ServiceTime(seconds: 28_800), arrival: ServiceTime(seconds: 30_600), rides: 2,
    legs: [
      .ride(
        Ride(
          line: blue, trip: "a", serviceDate: day, headsign: "西直门", from: place("西直门"),
          to: place("建国门"),
          departure: ServiceTime(seconds: 28_800), arrival: ServiceTime(seconds: 29_880),
          intermediateStops: [place("车公庄"), place("阜成门")])),
      .change(
        Change(
          from: place("建国门"), to: place("建国门"), duration: .seconds(240), wait: .seconds(30))),
      .ride(
        Ride(
          line: red, trip: "b", serviceDate: day, headsign: "环球度假区", from: place("建国门"),
          to: place("国贸"),
          departure: ServiceTime(seconds: 30_150), arrival: ServiceTime(seconds: 30_600),
          intermediateStops: [place("永安里")])),
    ])

  private static func plan(_ journeys: [Journey], reason: String? = nil) -> JourneyPlan {
    JourneyPlan(
      city: .builtIn, date: ServiceDate(day: 20_777), from: PointOfInterest(id: "a", name: "西直门"),
      to: PointOfInterest(id: "a", name: "国贸"),
      journeys: journeys, later: journeys, reason: reason)
  }

  @Test func `a plan shows each stop, line, direction and change`() {
    let text = JourneyView.text(Self.plan([Self.journey]), in: Self.city, on: Page(columns: 80))
    #expect(
      text == """
        西直门 → 国贸    Porto, Fri 20 Nov 2026

        08:00–08:30 · 30 min · 1 change
        08:00  ● 西直门
               ┃ [2号线] to 西直门 · 2 stops between
        08:18  ● 建国门
               ┊ change 4 min · wait 1 min
        08:22  ● 建国门
               ┃ [1号线] to 环球度假区 · 1 stop between
        08:30  ● 国贸

        later: 08:00–08:30
        """)
  }

  @Test(
    arguments: [
      (20_777, 28_800 - 720, "Porto, Fri 20 Nov\n", " · in 12 min\n"),
      (20_777, 28_800 - 90, "Porto, Fri 20 Nov\n", " · in 1 min, hurry\n"),
      (20_777, 28_801, "Porto, Fri 20 Nov\n", " · gone\n"),
      (20_777, 28_800 - 3600, "Porto, Fri 20 Nov\n", "\n"),
      (20_776, 28_800 - 720, "Porto, Fri 20 Nov, tomorrow\n", "\n"),
      (20_780, 28_800, "Porto, Fri 20 Nov, 3 days ago\n", "\n"),
    ])
  func `the heading names the relative day, and the summary the time until departure`(
    day: Int, time: Int, heading: String, summary: String
  ) {
    let now = LocalDateTime(date: ServiceDate(day: day), time: ServiceTime(seconds: time))
    let text = JourneyView.text(
      Self.plan([Self.journey]), in: Self.city, on: Page(columns: 80), at: now)
    #expect(text.contains(heading))
    #expect(text.contains("08:00–08:30 · 30 min · 1 change" + summary))
    let narrow = JourneyView.text(
      Self.plan([Self.journey]), in: Self.city, on: Page(columns: 40), at: now)
    #expect(narrow.split(separator: "\n").allSatisfy { String($0).columns <= 40 })
  }

  @Test(arguments: [40, 80, 120])
  func `no line is wider than the page`(columns: Int) {
    let reason = "no journey tonight; the last left at 23:04"
    let name = "NorteShopping I Sete Bicas and Senhor de Matosinhos"
    let ends = PointOfInterest(id: "a", name: name)
    let plans = [
      Self.plan([Self.journey]), Self.plan([], reason: reason),
      JourneyPlan(
        city: .builtIn, date: ServiceDate(day: 20_777), from: ends, to: ends, journeys: []),
      Self.plan(Array(repeating: Self.longNamed, count: 8)),
    ]
    for plan in plans {
      let lines = JourneyView.text(plan, in: Self.city, on: Page(columns: columns)).split(
        separator: "\n")
      for line in lines { #expect(String(line).columns <= columns, "\(line)") }
    }
    let span = DepartureSpan(
      line: Self.longNamed.lines[0], direction: nil, headsigns: [name],
      first: ServiceTime(seconds: 18_000), last: ServiceTime(seconds: 90_000), count: 100)
    let departures = StationDeparturesView.text(
      StationDepartures(
        city: .builtIn, date: ServiceDate(day: 20_777), station: Place(id: "a", name: name),
        departures: [span]),
      in: Self.city, on: Page(columns: columns))
    for line in departures.split(separator: "\n") {
      #expect(String(line).columns <= columns, "\(line)")
    }
    #expect(departures.contains("01:00⁺¹"))
  }

  private static let longNamed = Journey(
    departure: ServiceTime(seconds: 28_800), arrival: ServiceTime(seconds: 29_400), rides: 2,
    legs: ["Richmond - Daly City/Millbrae", "Warm Springs/South Fremont - Daly City"].map { name in
      .ride(
        Ride(
          line: Line(id: name, name: name, color: nil), trip: nil, serviceDate: day,
          headsign: "Richmond", from: place("A"), to: place("B"),
          departure: ServiceTime(seconds: 28_800),
          arrival: ServiceTime(seconds: 29_400), intermediateStops: []))
    })

  @Test func `the direction is below a line with a long name`() {
    #expect(
      JourneyDiagram(Self.longNamed, on: Page(columns: 40)).lines == [
        "08:00  ● A", "       ┃ [Richmond - Daly City/Millbrae]", "       ┃ to Richmond",
        "       ┃ next stop", "       ┃ [Warm Springs/South Fremont -…]",
        "       ┃ to Richmond", "       ┃ next stop", "08:10  ● B",
      ])
  }

  @Test func `a plan without journeys shows the reason as a sentence`() {
    let text = JourneyView.text(
      Self.plan([], reason: "no train runs on Fri 20 Nov"), in: Self.city, on: Page(columns: 80))
    #expect(text.hasSuffix("\n\nNo train runs on Fri 20 Nov."))
  }

  @Test(arguments: [(5, true), (6, false)])
  func `a plan with more than five journeys is a table`(count: Int, isDrawn: Bool) {
    let plan = Self.plan(Array(repeating: Self.journey, count: count))
    let text = JourneyView.text(plan, in: Self.city, on: Page(columns: 80))
    #expect(text.contains("● 西直门") == isDrawn && text.contains("departs  arrives") != isDrawn)
  }

  @Test func `the diagram has the colours of the lines`() {
    let text = JourneyView.text(
      Self.plan([Self.journey]), in: Self.city, on: Page(columns: 80, colors: .trueColor))
    #expect(text.contains("\u{1B}[38;2;53;96;148m┃"))
    #expect(text.contains("\u{1B}[38;2;167;60;52m┃"))
  }
}
