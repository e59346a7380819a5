import Console
import DataSourceFixture
import DataSourceInterface
import Documents
import Foundation
import JourneysInterface
import MapInterface
import Mediator
import ModuleTesting
import NewsInterface
import Platform
import RoutingInterface
import ShareInterface
import TestSupport
import Testing

@testable import Map

@Suite struct MapModuleTests {
  private let lines = [
    line("1", 0xE3_0613, ["A", "B", "C", "D"], ["D", "C", "B", "A"]),
    line("2", 0x00_72BC, ["E", "B", "F"]),
  ]
  private let stations = [
    station("A", 41.00, -8.00), station("B", 41.00, -8.02), station("C", 41.00, -8.04),
    station("D", 41.00, -8.06), station("E", 41.02, -8.02), station("F", 40.98, -8.02),
  ]

  private func plan(_ journey: Journey) -> JourneyPlan {
    JourneyPlan(
      city: .builtIn, date: CalendarDate(day: 0), from: PointOfInterest(id: "A", name: "A"),
      to: PointOfInterest(id: "C", name: "C"), journeys: [journey])
  }

  @Test func `the image is as wide as its title`() async throws {
    let names = ["Millbrae (Caltrain Transfer Platform)", "San Francisco International Airport"]
    let plan = JourneyPlan(
      city: .builtIn, date: CalendarDate(day: 0),
      from: PointOfInterest(id: "A", name: TranslatedName(names[0])),
      to: PointOfInterest(id: "C", name: TranslatedName(names[1])), journeys: [])
    let drawing = try await MapFixture(lines, stations, plan: plan).draw(
      MapQuery(from: "A", to: "C"))
    #expect(drawing.title.hasPrefix("\(names[0]) → \(names[1])") && drawing.width > 1200)
  }

  @Test func `the image has a title, the lines, the stations and their names`()
    async throws
  {
    let drawing = try await MapFixture(lines, stations).draw()
    let image = SVGReader(drawing.svg)
    #expect(image.isWellFormed)
    #expect(image.texts("title") == ["Sample"])
    #expect(image.texts("quiet") == ["Agency · 2 lines, 6 stations"])
    #expect(image.texts("badge") == ["1", "2"])
    #expect(image.texts("legend") == ["A – D", "E – F"])
    #expect(image.names.sorted() == ["A", "B", "C", "D", "E", "F"])
    #expect(image.texts("big") == ["B"])
    #expect(
      Set(image.all("path").compactMap { $0["stroke"] }).isSuperset(of: ["#E30613", "#0072BC"]))
    #expect(drawing.lines == 2 && drawing.stations == 6 && drawing.names == 6)
    let root = try #require(image.all("svg").first)
    #expect(
      root["width"] == "\(drawing.width)" && root["height"] == "\(drawing.height)")
  }

  @Test func `lines with the same name, colour and ends are listed once`() async throws {
    let equalLines = [
      line("1", 7, ["A", "B"]), line("1", 7, ["B", "A"]), line("2", 7, ["A", "B"]),
    ]
    let image = SVGReader(try await MapFixture(equalLines, stations).draw().svg)
    #expect(image.texts("badge") == ["1", "2"])
    #expect(image.texts("legend") == ["A – B"])
  }

  @Test func `a journey is drawn over the faded network with its ends and rides`()
    async throws
  {
    let fixture = try await MapFixture(
      lines, stations, plan: plan(.ride(lines[0], "A1", "B", "C")), platforms: [("A", ["A1"])])
    let image = SVGReader(try await fixture.draw(MapQuery(from: "A", to: "C")).svg)
    #expect(image.isWellFormed)
    #expect(image.texts("title") == ["A → C"])
    #expect(image.texts("quiet") == ["Sample, Thu 1 Jan 1970 · 10:00–10:10 · 10 min · direct"])
    #expect(image.texts("legend") == ["10:00–10:10  A1 → C"])
    #expect(image.texts("far").sorted() == ["D", "E", "F"])
    #expect(image.all("circle").map { $0["fill"] } == [MapColors.start.hex, MapColors.end.hex])
    let rides = image.all("path").filter { $0["stroke-width"] == "7.5" }
    #expect(rides.map { $0["stroke"] } == ["#E30613"])
    #expect(rides.first?["d"]?.split(separator: "M").count == 2)
  }

  @Test func `the times of a train that runs by its headway are approximate`() async throws {
    let journey = Journey.ride(lines[0], "A1", "B", "C", headway: .seconds(600))
    let fixture = try await MapFixture(
      lines, stations, plan: plan(journey), platforms: [("A", ["A1"])])
    let image = SVGReader(try await fixture.draw(MapQuery(from: "A", to: "C")).svg)
    #expect(
      image.texts("quiet") == ["Sample, Thu 1 Jan 1970 · about 10:00–10:10 · 10 min · direct"])
    #expect(image.texts("legend") == ["about 10:00–10:10  A1 → C, every 10 min"])
  }

  @Test func `without a journey, the first one of the next day with trains is drawn`()
    async throws
  {
    let next = NextJourneys(
      date: CalendarDate(day: 2), journeys: [.ride(lines[0], "A", "B", "C")])
    let fixture = try await MapFixture(
      lines, stations,
      plan: JourneyPlan(
        city: .builtIn, date: CalendarDate(day: 0), from: PointOfInterest(id: "A", name: "A"),
        to: PointOfInterest(id: "C", name: "C"), journeys: [], reason: "no train runs",
        next: next))
    let image = SVGReader(try await fixture.draw(MapQuery(from: "A", to: "C")).svg)
    #expect(image.texts("quiet") == ["Sample, Sat 3 Jan 1970 · 10:00–10:10 · 10 min · direct"])
    #expect(image.all("circle").count == 2)
  }

  @Test(arguments: [
    // Beside A, north of E, on a station, and at the other end of the city.
    (41.001, -8.001), (41.03, -8.02), (41.0, -8.0), (41.2, -8.3),
  ])
  func `a place is drawn with its name and a dashed walk`(
    latitude: Double, longitude: Double
  ) async throws {
    let home = PointOfInterest(
      at: Coordinate(latitude: latitude, longitude: longitude), name: "Home")
    let start = PointOfInterest(id: "A1", name: "A")
    let walk = Walk(from: home, to: start, duration: .seconds(301), distance: 280)
    let ride = Journey.ride(lines[0], "A1", "B", "C")
    let journey = Journey(
      departure: ServiceTime(seconds: 35699), arrival: ride.arrival, rides: 1,
      legs: [.walk(walk)] + ride.legs)
    let fixture = try await MapFixture(
      lines, stations, plan: plan(journey), platforms: [("A", ["A1"])])
    let image = SVGReader(try await fixture.draw(MapQuery(from: "@1,2", to: "C")).svg)
    #expect(image.isWellFormed)
    #expect(image.texts("legend") == ["walk 6 min, 280 m  Home → A", "10:00–10:10  A1 → C"])
    #expect(image.texts("big").contains("Home"))
    let dashed = image.all("path").filter { $0["stroke-dasharray"] != nil }
    let ends = dashed.first?["d"]?.split { "ML".contains($0) }.map(String.init)
    #expect(dashed.count == 1 && ends?.count == 2 && ends?.first != ends?.last)
    let circles = image.all("circle")
    #expect(circles.map { $0["fill"] } == [MapColors.start.hex, MapColors.end.hex])
    #expect(ends?.first == "\(circles[0]["cx"] ?? "") \(circles[0]["cy"] ?? "")")
  }

  @Test func `a walk without a train is drawn between its two places`() async throws {
    let home = PointOfInterest(at: Coordinate(latitude: 41.001, longitude: -8.001), name: "Home")
    let work = PointOfInterest(at: Coordinate(latitude: 40.999, longitude: -8.003), name: "Work")
    let walk = Walk(from: home, to: work, duration: .seconds(400), distance: 300)
    let journey = Journey(
      departure: ServiceTime(seconds: 36000), arrival: ServiceTime(seconds: 36400), rides: 0,
      legs: [.walk(walk)])
    let fixture = try await MapFixture(lines, stations, plan: plan(journey))
    let image = SVGReader(try await fixture.draw(MapQuery(from: "@1,2", to: "@3,4")).svg)
    #expect(image.texts("legend") == ["walk 7 min, 300 m  Home → Work"])
    #expect(image.texts("quiet") == ["Sample, Thu 1 Jan 1970 · 10:00–10:07 · 7 min · on foot"])
    #expect(Set(image.texts("big")) == ["Home", "Work"] && image.all("circle").count == 2)
  }

  @Test(arguments: [(false, nil), (false, "-"), (true, "-")] as [(Bool, String?)])
  func `the image is printed to a pipe, and where the person asks for it`(
    isTerminal: Bool, output: String?
  ) async throws {
    let fixture = try await MapFixture(lines, stations)
    let parameters: Parameters = output.map { ["output": $0] } ?? [:]
    let result = try await fixture.answer(.map, parameters, isTerminal: isTerminal)
    #expect(SVGReader(result.text(on: Page(columns: 40))).isWellFormed)
  }

  @Test func `the image is written to the file that the person names`() async throws {
    let folder = TemporaryFolder()
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    let path = folder.url.appending(path: "map.svg").path
    let fixture = try await MapFixture(lines, stations)
    for (parameters, title) in [
      (["output": path], "Sample"), (["from": "A", "to": "C", "output": path], "A → C"),
    ] as [(Parameters, String)] {
      let result = try await fixture.answer(.map, parameters, isTerminal: true)
      #expect(result.text(on: Page(columns: 200)) == "Saved '\(title)' to '\(path)'.")
      let image = SVGReader(try String(contentsOfFile: path, encoding: .utf8))
      #expect(image.texts("title") == [title])
    }
  }

  @Test func `the subtitle gives the reason when there is no journey`() async throws {
    let fixture = try await MapFixture(lines, stations)
    let image = SVGReader(try await fixture.draw(MapQuery(from: "A", to: "C")).svg)
    #expect(image.texts("quiet") == ["Sample, Thu 1 Jan 1970 · no train runs"])
    #expect(image.all("circle").isEmpty)
    #expect(image.texts("badge") == ["1", "2"])
  }

  @Test(arguments: [("A", nil), (nil, "A")] as [(String?, String?)])
  func `a journey with only one end throws an error`(from: String?, to: String?) async throws {
    let fixture = try await MapFixture(lines, stations)
    await #expect(throws: MapError.missingEnd("A")) {
      try await fixture.draw(MapQuery(from: from, to: to))
    }
  }

  @Test(arguments: ["depart", "date"])
  func `a day or time without a journey throws an error`(field: String) async throws {
    let fixture = try await MapFixture(lines, stations)
    let error = MapError.timeWithoutJourney(field: field)
    let value: Parameters = field == "depart" ? ["depart": "8"] : ["date": "2020-01-01"]
    await #expect(throws: error) { try await fixture.draw(value.decode(MapQuery.self)) }
    await #expect(throws: error) { try await fixture.answer(.map, value, isTerminal: true) }
    #expect(error.kind == .badInput)
  }

  @Test func `a line has the notices that concern it in the next 24 hours`() async throws {
    let fixture = try await MapFixture(lines, stations)
    let query = LineQuery(line: "2")
    #expect(try await fixture.mediator.perform(Map.line, query).notices == nil)
    fixture.notices.withLock { $0.items = [NewsItem(id: "n", title: "B is closed", body: "")] }
    let map = try await fixture.mediator.perform(Map.line, query)
    #expect(map.notices == [ServiceNotice(id: "n", title: "B is closed")])
    let text = Page(columns: 60).text(of: LineView.document(map, in: .sample(name: "Sample")))
    #expect(text.contains("! B is closed"))
    let question = try #require(fixture.notices.withLock { $0.questions.last })
    #expect(question.lines.map(\.name) == ["2"])
    #expect(Set(question.stations.map(\.id)) == ["B", "E", "F"])
    #expect(question.span.upperBound.timeIntervalSince(question.span.lowerBound) == 86_400)
  }

  @Test func `a city without lines can be drawn`() async throws {
    let drawing = try await MapFixture([], stations).draw()
    #expect(SVGReader(drawing.svg).isWellFormed)
    #expect(drawing.stations == 0)
  }

  @Test(arguments: 1...(TestOptions.isThorough ? 60 : 12) as ClosedRange<UInt64>)
  func `the image is well-formed for any content of a feed`(seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    let names = [
      "</text><script>", "]]>", "a\u{0}\u{8}b", "&amp;\"'", "\u{FFFF}", "", "👩‍👩‍👧‍👦", "e\u{301}",
      String(repeating: "無", count: 3000), "\u{202E}rtl", "plain",
    ]
    let numbers = [
      0, 41, -8, 89.9, -90, 179.9, -180, 500, .nan, .infinity, -.infinity, 1e308, 1e-308,
    ]
    let ids = (0..<12).map { "\($0) " + names[Int.random(in: 0..<names.count, using: &random)] }
    let stations = ids.map { id in
      station(id, numbers.randomElement(using: &random), numbers.randomElement(using: &random))
    }
    let lines = (0..<5).map { number in
      line(
        names[number], Bool.random(using: &random) ? UInt32(number) : nil,
        (0..<Int.random(in: 0...9, using: &random)).map { _ in
          ids[Int.random(in: 0..<12, using: &random)]
        })
    }
    let drawing = try await MapFixture(lines, stations).draw()
    let image = SVGReader(drawing.svg)
    #expect(image.isWellFormed, "seed \(seed)")
    #expect(image.all("script").isEmpty, "seed \(seed)")
    #expect(!drawing.svg.contains("nan") && !drawing.svg.contains("inf"), "seed \(seed)")
    #expect((1...6000).contains(drawing.width), "seed \(seed)")
  }

  @Test func `the same network always gives the same image`() async throws {
    let fixture = try await MapFixture(lines, stations)
    #expect(try await fixture.draw() == fixture.draw())
  }

  @Test func `sharing as svg draws the journey of the link`() async throws {
    let fixture = try await MapFixture(lines, stations, plan: plan(.ride(lines[0], "A", "B", "C")))
    let item = ShareItem(
      title: "A → C", link: "app://routing/plan?from=id:A&to=C%20%26&date=2026-11-20&last=true")
    let document = try await fixture.mediator.perform(Map.picture, item)
    #expect(document.fileName == "A-C.svg")
    let image = SVGReader(String(decoding: document.content, as: UTF8.self))
    #expect(image.isWellFormed && image.all("circle").count == 2)
    let query = try #require(fixture.queries.values.first)
    #expect(query.from == "id:A" && query.to == "C &" && query.last == true)
    #expect(query.date == DayExpression("2026-11-20"))
  }

  @Test(arguments: [
    ("depart=09:00", "10:00–10:10 · 10 min · direct"),
    ("arrive=11:00", "10:05–10:15 · 10 min · direct"),
  ])
  func `for a latest arrival, the journey that leaves last is drawn`(
    time: String, subtitle: String
  ) async throws {
    let first = Journey.ride(lines[0], "A", "B", "C")
    let second = Journey(
      departure: ServiceTime(seconds: 36_300), arrival: ServiceTime(seconds: 36_900), rides: 1,
      legs: first.legs)
    let plan = JourneyPlan(
      city: .builtIn, date: CalendarDate(day: 0), from: PointOfInterest(id: "A", name: "A"),
      to: PointOfInterest(id: "C", name: "C"), journeys: [first, second])
    let fixture = try await MapFixture(lines, stations, plan: plan)
    let item = ShareItem(title: "A → C", link: "app://routing/plan?from=A&to=C&\(time)")
    let document = try await fixture.mediator.perform(Map.picture, item)
    let image = SVGReader(String(decoding: document.content, as: UTF8.self))
    #expect(image.texts("quiet") == ["Sample, Thu 1 Jan 1970 · \(subtitle)"])
  }

  @Test(arguments: [nil, "app://news/list", "https://example.org/", "%%%", ""])
  func `a link to something else cannot be drawn`(link: String?) async throws {
    let fixture = try await MapFixture(lines, stations)
    let missing = ShareError.missing("link to a journey", title: "Trip", channel: "svg")
    await #expect(throws: missing) {
      try await fixture.mediator.perform(Map.picture, ShareItem(title: "Trip", link: link))
    }
  }
}
