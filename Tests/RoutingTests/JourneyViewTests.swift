import Console
import DataSourceFixture
import DataSourceInterface
import Foundation
import Mediator
import RoutingInterface
import Testing

@testable import Routing

@Suite struct JourneyViewTests {
  private static func place(_ name: String) -> StopReference { StopReference(id: name, name: name) }

  private static let day = CalendarDate(day: 20_777)
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
      city: .builtIn, date: CalendarDate(day: 20_777), from: PointOfInterest(id: "a", name: "西直门"),
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
    let now = LocalDateTime(date: CalendarDate(day: day), time: ServiceTime(seconds: time))
    let text = JourneyView.text(
      Self.plan([Self.journey]), in: Self.city, on: Page(columns: 80), at: now)
    #expect(text.contains(heading))
    #expect(text.contains("08:00–08:30 · 30 min · 1 change" + summary))
    let narrow = JourneyView.text(
      Self.plan([Self.journey]), in: Self.city, on: Page(columns: 40), at: now)
    #expect(narrow.split(separator: "\n").allSatisfy { String($0).columns <= 40 })
  }

  private static let nightSentences: [(String, String?, String, String)] = [
    // Now, the date of the next journeys (nil for journeys of the plan), the reason, and the line.
    (
      "2026-11-20 23:30", "2026-11-21", "the last train left at 00:38⁺¹",
      "The last train left at 00:38⁺¹; first trains tomorrow, Sat 21 Nov:"
    ),
    (
      "2026-11-20 00:50", nil, "the last train left at 00:38",
      "The last train left at 00:38; first trains today, Fri 20 Nov:"
    ),
    (
      "2026-11-20 12:00", "2026-11-23", "no train runs on Fri 20 Nov",
      "No train runs on Fri 20 Nov; first trains on Mon 23 Nov:"
    ),
    (
      "2026-11-20 12:00", "2026-11-20", "no journey arrives by 05:00",
      "No journey arrives by 05:00; the next trains:"
    ),
    (
      "2025-11-20 12:00", "2026-11-21", "no train runs on Fri 20 Nov 2026",
      "No train runs on Fri 20 Nov 2026; first trains on Sat 21 Nov 2026:"
    ),
  ]

  @Test(arguments: nightSentences)
  func `one line says why the first trains of a morning are shown`(
    now: String, next: String?, reason: String, line: String
  ) throws {
    let parts = now.split(separator: " ").map(String.init)
    let now = LocalDateTime(
      date: try #require(CalendarDate(parts[0])), time: try #require(ServiceTime(parts[1])))
    let point = PointOfInterest(id: "a", name: "西直门")
    let plan = JourneyPlan(
      city: .builtIn, date: Self.day, from: point, to: point,
      journeys: next == nil ? [Self.journey] : [], reason: reason,
      next: next.flatMap { CalendarDate($0) }.map {
        NextJourneys(date: $0, journeys: [Self.journey])
      })
    for page in [Page(columns: 80), Page(columns: 40)] {
      let text = JourneyView.text(plan, in: Self.city, on: page, at: now)
      let paragraphs = text.split(separator: "\n\n").map {
        $0.replacingOccurrences(of: "\n", with: " ")
      }
      #expect(paragraphs[1] == line)
      #expect(paragraphs[2].hasPrefix("08:00–08:30 · 30 min · 1 change"))
    }
  }

  @Test(
    arguments: [
      ("2026-11-20 12:00", "Porto, Fri 20 Nov"), ("2026-11-21 02:50", "Porto, Fri 20 Nov, tonight"),
      ("2026-11-20 02:50", "Porto, Fri 20 Nov, today"),
      ("2026-11-19 02:50", "Porto, Fri 20 Nov, tomorrow"),
      ("2026-11-21 03:00", "Porto, Fri 20 Nov, yesterday"),
    ])
  func `before 03:00, the heading says which day is meant`(now: String, heading: String) throws {
    let parts = now.split(separator: " ").map(String.init)
    let now = LocalDateTime(
      date: try #require(CalendarDate(parts[0])), time: try #require(ServiceTime(parts[1])))
    #expect(
      Page(columns: 80).heading("A", in: Self.city, Self.day, at: now) == "A    \(heading)")
  }

  @Test(
    arguments: [
      (["depart": "7:00"], "2026-11-19 22:31", "Porto, Fri 20 Nov, tomorrow, from 07:00"),
      (["arrive": "7:00"], "2026-11-19 22:31", "Porto, Fri 20 Nov, tomorrow, by 07:00"),
      (["depart": "7:00"], "2026-11-20 06:00", "Porto, Fri 20 Nov"),
      (["arrive": "0:30"], "2026-11-20 22:31", "Porto, Fri 20 Nov, by 00:30⁺¹"),
      (["arrive": "0:05"], "2026-11-20 00:07", "Porto, Fri 20 Nov, today, by 00:05⁺¹"),
      (["arrive": "0:30"], "2026-11-21 00:07", "Porto, Fri 20 Nov, tonight"),
      (["depart": "+600"], "2026-11-19 22:31", "Porto, Fri 20 Nov, tomorrow"),
      (["depart": "7:00", "date": "fri"], "2026-11-19 22:31", "Porto, Fri 20 Nov, tomorrow"),
    ] as [(Parameters, String, String)])
  func `a time without a date is in the heading, if it means another day`(
    values: Parameters, now: String, heading: String
  ) throws {
    let parts = now.split(separator: " ").map(String.init)
    let now = LocalDateTime(
      date: try #require(CalendarDate(parts[0])), time: try #require(ServiceTime(parts[1])))
    var parameters: Parameters = ["from": "A", "to": "B"]
    for (name, texts) in values.values { parameters.append(texts[0], for: name) }
    let text = JourneyView.text(
      Self.plan([Self.journey]), for: try parameters.decode(JourneyQuery.self), in: Self.city,
      on: Page(columns: 80), at: now)
    #expect(text.hasPrefix("西直门 → 国贸    \(heading)\n"))
  }

  @Test func `a journey between two places has walks, and trains by their headway`() {
    let coordinate = Coordinate(latitude: 41.152, longitude: -8.609)
    let home = PointOfInterest(at: coordinate, name: "Home")
    let station = PointOfInterest(id: "1", name: "西直门")
    let time = { ServiceTime(seconds: 28_800 + $0) }
    let journey = Journey(
      departure: time(0), arrival: time(1200), rides: 1,
      legs: [
        .walk(Walk(from: home, to: station, duration: .seconds(380), distance: 350)),
        .ride(
          Ride(
            line: Self.blue, trip: "a", serviceDate: Self.day, headway: .seconds(240),
            headsign: "积水潭", from: Self.place("西直门"), to: Self.place("积水潭"),
            departure: time(380), arrival: time(900), intermediateStops: [])),
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
    let walk = Journey(departure: time(0), arrival: time(380), rides: 0, legs: [journey.legs[0]])
    #expect(
      JourneyView.drawing(of: walk, on: Page(columns: 80), at: time(0)) == """
        08:00–08:06 · 6 min · on foot
        08:00  ● Home
               ┊ walk 350 m, 6 min
        08:06  ● 西直门
        """)
  }

  private static func eight(plus seconds: Int) -> ServiceTime {
    ServiceTime(seconds: 28_800 + seconds)
  }

  @Test(arguments: [("03:06", false), ("03:55", false), ("03:56", true), ("05:30", true)])
  func `where the next train leaves within an hour, none of the night is called the last`(
    clock: String, isCalledLast: Bool
  ) throws {
    let departure = try #require(ServiceTime(clock))
    let journey = Journey(
      departure: departure, arrival: departure, rides: 1, legs: [Self.journey.legs[0]])
    let plan = Self.plan([journey], reason: "the last train left at 02:46")
    let now = LocalDateTime(date: plan.date, time: try #require(ServiceTime("02:55")))
    let text = JourneyView.text(plan, in: Self.city, on: Page(columns: 80), at: now)
    #expect(text.contains("The last train left at 02:46; first trains") == isCalledLast)
  }

  @Test(arguments: [(380, "08:06", "6 min"), (20, "08:00", "1 min"), (4210, "09:10", "1 h 10 min")])
  func `a journey takes as long as its printed times say`(
    seconds: Int, arrival: String, duration: String
  ) {
    let journey = Journey(
      departure: Self.eight(plus: 0), arrival: Self.eight(plus: seconds), rides: 1, legs: [])
    #expect(journey.summary == "08:00–\(arrival) · \(duration) · direct")
  }

  @Test func `journeys that differ only in seconds, or take longer than the walk, are not listed`()
  {
    func journey(_ departure: Int, _ arrival: Int, rides: Int) -> Journey {
      Journey(
        departure: Self.eight(plus: departure), arrival: Self.eight(plus: arrival), rides: rides,
        legs: rides == 0 ? [] : [Self.journey.legs[0]])
    }
    let later = [
      journey(60, 180, rides: 1), journey(70, 190, rides: 1), journey(120, 900, rides: 1),
    ]
    let plan = JourneyPlan(
      city: .builtIn, date: CalendarDate(day: 20_777), from: PointOfInterest(id: "a", name: "A"),
      to: PointOfInterest(id: "b", name: "B"), journeys: [journey(0, 380, rides: 0)], later: later)
    let text = JourneyView.text(plan, in: Self.city, on: Page(columns: 80))
    #expect(text.hasSuffix("\nlater: 08:01–08:03"))
  }

  @Test(arguments: [40, 80, 120])
  func `no line is wider than the page`(columns: Int) {
    let reason = "no journey tonight; the last left at 23:04"
    let name = "NorteShopping I Sete Bicas and Senhor de Matosinhos"
    let ends = PointOfInterest(id: "a", name: name)
    let plans = [
      Self.plan([Self.journey]), Self.plan([], reason: reason),
      JourneyPlan(
        city: .builtIn, date: CalendarDate(day: 20_777), from: ends, to: ends, journeys: []),
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
        city: .builtIn, date: CalendarDate(day: 20_777),
        station: StopReference(id: "a", name: name),
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
