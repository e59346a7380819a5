import Console
import DataSourceFixture
import DataSourceInterface
import Documents
import Foundation
import JourneysInterface
import MapInterface
import Mediator
import ModuleTesting
import Platform
import RealtimeInterface
import RoutingInterface
import Scenes
import TestSupport
import Testing

@testable import Map

@MainActor
@Suite struct MapScenesTests {
  let lines = [
    line("1", 0xE3_0613, ["Aliados", "Bolhão", "西直门", "Dragão"]),
    line("2", 0x00_72BC, ["Estádio", "Bolhão", "Faria"]),
  ]
  let stations = [
    station("Aliados", 41.00, -8.00), station("Bolhão", 41.00, -8.02),
    station("西直门", 41.00, -8.04), station("Dragão", 41.00, -8.06),
    station("Estádio", 41.02, -8.02), station("Faria", 40.98, -8.02),
  ]

  @Test func `vehicles are drawn between the stations, in the colours of their lines`()
    async throws
  {
    let fixture = try await MapFixture(lines, stations)
    let before = try await MapRenderer(mediator: fixture.mediator).currentContent()
    fixture.vehicles.withLock {
      $0 = [
        Vehicle(
          name: "4711", line: lines[0].line, trip: "t",
          coordinate: Coordinate(latitude: 41, longitude: -8.01), bearing: nil, asOf: nil)
      ]
    }
    let content = try await MapRenderer(mediator: fixture.mediator).currentContent()
    let places = content.picture.places
    #expect(places.count == before.picture.places.count + 1)
    let (first, second) = (places[0].position, places[1].position)
    let vehicle = try #require(places.last)
    let isBetween = { (one: Double, value: Double, other: Double) in
      (min(one, other)...max(one, other)).contains(value)
    }
    #expect(isBetween(first.x, vehicle.position.x, second.x))
    #expect(vehicle.name.text == "vehicle, 1 4711")
    #expect(content.caption(of: places.count - 1).name == "vehicle, 1 4711")
  }

  func scene(_ fixture: MapFixture) async throws -> ListScene {
    let scene = try MapModule.scenes[0].makeScene(fixture.mediator)
    await scene.open()
    return scene
  }

  func tester(_ fixture: MapFixture) async throws -> SceneTester {
    await SceneTester(try MapModule.scenes[0].makeScene(fixture.mediator))
  }

  func press(_ keys: Shortcut..., in scene: ListScene) async throws {
    for key in keys {
      let action = try #require(scene.action(for: key, on: nil))
      #expect(try await scene.perform(action, on: nil) == nil)
    }
  }

  @Test func `the selected station is named with its lines below the network`() async throws {
    let scene = try await scene(MapFixture(lines, stations))
    let canvas = try #require(scene.canvas)
    let text = canvas.lines(on: Page(columns: 38, rows: 12)).joined(separator: "\n")
    #expect(
      text == """

                             • Estádio
                             ⢸
            Dragão  西直门   Bolhão   Aliados
            •⠤⠤⠤⠤⠤⠤⠤•⠤⠤⠤⠤⠤⠤⠤⠤◆⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤•
                             ⢸
                             ⢸
                             ⢸
                             • Faria

        [1] [2]
        Bolhão [1] [2]
        """)
    try await press(.left, in: scene)
    #expect(canvas.lines(on: Page(columns: 38, rows: 12)).suffix(2) == ["[1] [2]", "西直门 [1]"])
    #expect(
      canvas.lines(on: Page(columns: 78, rows: 12)).suffix(2)
        == ["[1] Aliados – Dragão  [2] Estádio – Faria", "西直门 [1]"])
  }

  @Test(
    arguments: [
      ([], "Bolhão"), ([(.builtIn, "Faria", "Aliados")], "Faria"),
      ([(.builtIn, "Faria", "Aliados"), (.builtIn, "Dragão", nil)], "Dragão"),
      ([(.builtIn, "gone", nil), (.builtIn, "Dragão", nil)], "Dragão"),
      ([(CityID("other"), "Faria", nil)], "Bolhão"),
    ] as [([(CityID?, String, String?)], String)])
  func `the first bookmarked station is selected at first, or else the one in the middle`(
    bookmarks: [(CityID?, String, String?)], selected: String
  ) async throws {
    let fixture = try await MapFixture(lines, stations)
    fixture.bookmark(
      bookmarks.compactMap { city, from, to in city.map { ($0, from, to) } })
    let scene = try await scene(fixture)
    let caption = scene.canvas?.lines(on: Page(columns: 38, rows: 12)).last
    #expect(caption?.hasPrefix(selected + " [") == true)
  }

  /// Clicks on a cell of a map with 78 columns and 12 rows, and presses the key of the click.
  func click(row: Int, in scene: ListScene) async throws {
    let canvas = try #require(scene.canvas)
    _ = canvas.lines(on: Page(columns: 78, rows: 12))
    _ = canvas.receive(.press, column: 2, row: row)
    try await press(try #require(canvas.receive(.release, column: 2, row: row)), in: scene)
  }

  @Test func `a click on the legend lists the lines, and one on the selected station opens it`()
    async throws
  {
    let scene = try await scene(MapFixture(lines, stations))
    try await click(row: 10, in: scene)
    #expect(scene.pushed?.title == "Lines")
    scene.pop()
    try await click(row: 11, in: scene)
    #expect(scene.pushed?.title == "Bolhão")
  }

  @Test func `the station of an open list remains when it becomes another node`() async throws {
    let fixture = try await MapFixture(lines, stations)
    let tester = try await tester(fixture)
    let map = tester.scene
    try await tester.press(.left)
    try await tester.press(.enter)
    await tester.scene.open()
    fixture.dataSource.lines.withLock { $0 = [line("1", nil, ["Faria", "西直门", "Aliados"])] }
    await map.refresh()
    try await tester.choose("start here")
    #expect(tester.notices == ["From '西直门'; 't' on another station goes there."])
  }

  @Test func `a picked station is selected and shown`() async throws {
    let fixture = try await MapFixture(lines, stations)
    try fixture.stubPicker("Faria")
    let scene = try await scene(fixture)
    try await press("+", "+", "+", "/", in: scene)
    try await SceneTester(#require(scene.pushed)).choose("1")
    #expect(scene.pushed == nil)
    let lines = scene.canvas?.lines(on: Page(columns: 38, rows: 12)) ?? []
    #expect(lines.last == "Faria [2]" && lines.joined().contains("◆"))
  }

  @Test func `the file of the scene is an image of the map, named after the city`() async throws {
    let scene = try await scene(MapFixture(lines, stations))
    let file = try #require(scene.file?())
    #expect(file.title == "Sample" && file.pathExtension == "svg")
    #expect(file.content.filteredText.hasPrefix("<svg"))
    // The browser asks for its path.
    #expect(!scene.actions.contains { $0.shortcut == "s" })
  }

  @Test func `l lists all lines with their ends, and a line its stations`() async throws {
    let ring = line("10", 0x00_9BC0, ["Aliados", "Bolhão", "Faria"], isLoop: true)
    let scene = try await scene(MapFixture(lines + [ring], stations))
    #expect(
      scene.canvas?.lines(on: Page(columns: 78, rows: 12)).dropLast().last
        == "[1] Aliados – Dragão  [2] Estádio – Faria  [10] loop from Aliados")
    try await press("l", in: scene)
    let list = try await SceneTester(#require(scene.pushed))
    #expect(
      list.text(columns: 38) == """
        [1]   Aliados – Dragão
        [2]   Estádio – Faria
        [10]  loop from Aliados
        """)
    try await list.choose("3")
    #expect(
      list.text(columns: 38) == """
        [10] metro    Sample

        to Faria · a loop of 3 stations
        ● Aliados
        ● Bolhão
        ● Faria
        ● Aliados
        """)
  }

  @Test(arguments: [
    (78, false, "⏎ open  f from  t to  / find  l lines  + zoom in  - zoom out"),
    (78, true, "⏎ open  f from  t to  / find  l lines  o journey  x clear"),
    (38, false, "⏎ open  f from  t to"),
  ])
  func `the most useful keys come first`(
    columns: Int, hasJourney: Bool, keys: String
  ) async throws {
    let fixture = try await fixtureWithJourney()
    if hasJourney { await ask(.builtIn, "Estádio", "Bolhão", fixture) }
    let tester = try await tester(fixture)
    #expect(try tester.actions().joined(separator: "  ").hasPrefix(keys))
    #expect("? keys  \(keys)  q back".columns <= columns + 2)
  }

  @Test func `the selected station stays selected when it is another node`() async throws {
    let fixture = try await MapFixture(lines, stations)
    let scene = try await scene(fixture)
    try await press(.left, in: scene)
    fixture.dataSource.lines.withLock { $0 = [line("1", nil, ["Faria", "西直门", "Aliados"])] }
    await scene.refresh()
    #expect(scene.canvas?.lines(on: Page(columns: 38, rows: 12)).last == "西直门 [1]")
  }

  @Test func `refreshing an unchanged network keeps the view`() async throws {
    let scene = try await scene(MapFixture(lines, stations))
    try await press(.left, "+", in: scene)
    let canvas = try #require(scene.canvas)
    await scene.refresh()
    #expect(scene.canvas === canvas)
  }

  @Test(arguments: [(17, 12), (38, 4), (1, 1)])
  func `a screen that is too small shows what a map needs`(columns: Int, rows: Int) async throws {
    let scene = try await scene(MapFixture(lines, stations))
    let canvas = try #require(scene.canvas)
    let lines = canvas.lines(on: Page(columns: columns, rows: rows))
    #expect(lines.joined().filter { $0 != " " }.contains("needsawindowofatleast20columns"))
  }

  @Test func `a city without lines has an empty map`() async throws {
    let scene = try await scene(MapFixture([], []))
    let canvas = try #require(scene.canvas)
    #expect(canvas.selection == nil)
    for key in [Shortcut.left, .enter, "-"] { #expect(scene.action(for: key, on: nil) == nil) }
    #expect(Set(canvas.lines(on: Page(columns: 38, rows: 12))) == [""])
  }

  @Test(arguments: 1...(TestOptions.isThorough ? 20 : 3) as ClosedRange<UInt64>)
  func `after any keys and sizes the selected station is visible`(seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    let scene = try await scene(MapFixture(lines, stations))
    let canvas = try #require(scene.canvas)
    let keys: [Shortcut] = [.left, .right, .up, .down, "+", "-", "0"]
    var page = Page(columns: 38, rows: 12)
    for _ in 0..<300 {
      if Int.random(in: 0..<10, using: &random) == 0 {
        page = Page(
          columns: .random(in: 1...90, using: &random), rows: .random(in: 1...30, using: &random))
      }
      try await press(keys.randomElement(using: &random) ?? .left, in: scene)
      let rows = canvas.lines(on: page)
      #expect(rows.allSatisfy { $0.columns <= page.columns }, "seed \(seed)")
      if page.columns >= 20, page.rows ?? 0 >= 8 {
        #expect(rows.count == page.rows && rows.joined().contains("◆"), "seed \(seed)")
      }
    }
  }
}

extension SceneTester {
  /// The journeys that were opened.
  var journeys: [OriginDestination] { opened.compactMap { $0 as? OriginDestination } }
}
