import Console
import DataSourceInterface
import Documents
import JourneysInterface
import MapInterface
import Mediator
import ModuleTesting
import RoutingInterface
import Scenes
import TestSupport
import Testing

@testable import Map

/// The journey on the map.
extension MapScenesTests {
  @Test func `the highlight follows the departure that is selected in the Journey scene`()
    async throws
  {
    let fixture = try await fixtureWithJourney()
    fixture.bookmark([(.builtIn, "Faria", nil)])
    await ask(.builtIn, "Estádio", "Bolhão", fixture)
    let scene = try await scene(fixture)
    #expect(scene.canvas?.lines(on: Page(columns: 38, rows: 12)).last == "Estádio [2]")
    let later = JourneyQuery(
      from: "id:Estádio", to: "id:Bolhão", city: .builtIn, depart: .clock(seconds: 40_000))
    fixture.mediator.publish(JourneySelected(later))
    await fixture.mediator.drain()
    try await wait { fixture.queries.values.last == later }
  }

  @Test(arguments: [("Estádio", true), ("Faria", false)])
  func `another departure highlights neither a cleared journey nor one between other stations`(
    start: String, isCleared: Bool
  ) async throws {
    let fixture = try await fixtureWithJourney()
    await ask(.builtIn, "Estádio", "Bolhão", fixture)
    if isCleared { try await fixture.mediator.perform(Map.clearJourney) }
    let before = try await fixture.mediator.perform(Map.highlightedJourney)
    #expect((before == nil) == isCleared)
    let query = JourneyQuery(
      from: "id:\(start)", to: "id:Bolhão", city: .builtIn, depart: .clock(seconds: 40_000))
    fixture.mediator.publish(JourneySelected(query))
    await fixture.mediator.drain()
    #expect(try await fixture.mediator.perform(Map.highlightedJourney) == before)
  }

  @Test func `a click on the legs, or the key o, opens the journey at its departure`() async throws
  {
    let fixture = try await fixtureWithJourney()
    let tester = try await tester(fixture)
    #expect(try !tester.actions().contains("o journey"))
    await ask(.builtIn, "Estádio", "Bolhão", fixture)
    #expect(try tester.actions().contains("o journey"))
    try await click(row: 10, in: tester.scene)
    #expect(
      tester.journeys.map(\.query) == [try await fixture.mediator.perform(Map.highlightedJourney)])
    #expect(tester.journeys.map { [$0.from.name, $0.to.name] } == [["Estádio", "Bolhão"]])
    let departure = LocalDateTime(date: CalendarDate(day: 0), time: ServiceTime(seconds: 36_000))
    #expect(tester.journeys.map(\.time) == [JourneyTime(.depart, at: departure)])
  }

  /// Plans a journey as a person does, and waits until the scenes have followed.
  func ask(_ city: CityID, _ from: String, _ to: String, _ fixture: MapFixture) async {
    fixture.mediator.publish(
      JourneyPlanned(
        city: city, from: PointOfInterest(id: from, name: TranslatedName(from)),
        to: PointOfInterest(id: to, name: TranslatedName(to))))
    await fixture.mediator.drain()
  }

  @Test func `a journey that was planned before the scene is opened is highlighted`() async throws {
    let fixture = try await fixtureWithJourney()
    await ask(.builtIn, "Estádio", "Bolhão", fixture)
    let scene = try await scene(fixture)
    let canvas = try #require(scene.canvas)
    #expect(
      canvas.lines(on: Page(columns: 38, rows: 13)).joined(separator: "\n") == """

                              ◆ Estádio
                              ⣿
                              ⣿
           Dragão  西直门     Bolhão   Aliados
           •⠉⠉⠉⠉⠉⠉⠉•⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉●⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉•
                              ⡇
                              ⡇
                              ⡇
                              • Faria

        [2] 10:00–10:10  Estádio → Bolhão
        Estádio [2]
        """)
    await ask(.builtIn, "Faria", "Bolhão", fixture)
    #expect(fixture.queries.values.map(\.from) == ["id:Estádio", "id:Faria"])
    #expect(fixture.queries.values.map(\.city) == [.builtIn, .builtIn])
    // The current city is another one.
    await ask(try #require(CityID("other")), "Faria", "Bolhão", fixture)
    #expect(fixture.queries.values.count == 2)
    #expect(
      scene.canvas?.lines(on: Page(columns: 38, rows: 13)).joined().contains("10:00") == false)
  }

  func fixtureWithJourney() async throws -> MapFixture {
    let journey = Journey.ride(lines[1], "Estádio", "Bolhão")
    let plan = JourneyPlan(
      city: .builtIn, date: CalendarDate(day: 0),
      from: PointOfInterest(id: "Estádio", name: "Estádio"),
      to: PointOfInterest(id: "Bolhão", name: "Bolhão"), journeys: [journey])
    return try await MapFixture(lines, stations, plan: plan)
  }

  @Test func `the journey is highlighted until it is cleared`() async throws {
    let fixture = try await fixtureWithJourney()
    let tester = try await tester(fixture)
    var picture: String? {
      tester.scene.canvas?.lines(on: Page(columns: 38, rows: 12)).joined(separator: "\n")
    }
    #expect(try !tester.actions().contains("x clear"))
    await ask(.builtIn, "Estádio", "Bolhão", fixture)
    try await wait { picture?.contains("⣿") == true || picture?.contains("⡇") == true }
    #expect(try tester.actions().contains("x clear"))
    #expect(try await tester.press("x") == nil)
    #expect(try !tester.actions().contains("x clear") && picture?.contains("⡇") == false)
  }

  @Test func `a question without a journey can be cleared, too`() async throws {
    let fixture = try await MapFixture(lines, stations)
    await ask(.builtIn, "Estádio", "Bolhão", fixture)
    let tester = try await tester(fixture)
    #expect(try tester.actions().contains("x clear"))
    #expect(try await tester.press("x") == nil)
    #expect(try !tester.actions().contains("x clear"))
  }

  @Test func `the ends of the journey have their names among many stations`() async throws {
    // A grid, at each crossing of which one can change trains.
    let numbers = 1...9
    func name(_ row: Int, _ column: Int) -> String { "Stop \(row)\(column)" }
    let rows = numbers.map { row in line("R\(row)", nil, numbers.map { name(row, $0) }) }
    let columns = numbers.map { column in
      line("C\(column)", nil, numbers.map { name($0, column) })
    }
    let stations = numbers.flatMap { row in
      numbers.map { station(name(row, $0), 41 + Double(row) / 100, -8 + Double($0) / 100) }
    }
    let plan = JourneyPlan(
      city: .builtIn, date: CalendarDate(day: 0),
      from: PointOfInterest(id: name(5, 4), name: TranslatedName(name(5, 4))),
      to: PointOfInterest(id: name(5, 6), name: TranslatedName(name(5, 6))),
      journeys: [.ride(rows[4], name(5, 4), name(5, 5), name(5, 6))])
    let fixture = try await MapFixture(rows + columns, stations, plan: plan)
    await ask(.builtIn, name(5, 4), name(5, 6), fixture)
    let scene = try await scene(fixture)
    let picture = scene.canvas?.lines(on: Page(columns: 40, rows: 20)).dropLast(2).joined() ?? ""
    #expect(picture.contains(name(5, 4)) && picture.contains(name(5, 6)), "\(picture)")
  }

  @Test func `choosing a journey keeps the part of the network that is shown`() async throws {
    let fixture = try await fixtureWithJourney()
    let scene = try await scene(fixture)
    let page = Page(columns: 38, rows: 12)
    var markers: [Substring.Element] {
      scene.canvas?.lines(on: page).joined().filter { "•◆●".contains($0) } ?? []
    }
    _ = markers
    try await press(.left, "+", "+", in: scene)
    #expect(markers == ["◆"])
    await ask(.builtIn, "Estádio", "Bolhão", fixture)
    // The end of the journey is beside the selected station.
    #expect(markers == ["◆", "●"])
    try await press("0", in: scene)
    #expect(markers.count == 6)
  }
}
