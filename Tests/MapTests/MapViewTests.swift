import Console
import DataSourceInterface
import Documents
import Foundation
import MapInterface
import Mediator
import RoutingInterface
import TestSupport
import Testing

@testable import Map

@Suite struct MapViewTests {
  private let lines = [
    line("1", 0xE3_0613, ["Aliados", "Bolhão", "西直门", "Dragão"]),
    line("2", 0x00_72BC, ["Estádio", "Bolhão", "Faria"]),
  ]
  private let stations = [
    station("Aliados", 41.00, -8.00), station("Bolhão", 41.00, -8.02),
    station("西直门", 41.00, -8.04), station("Dragão", 41.00, -8.06),
    station("Estádio", 41.02, -8.02), station("Faria", 40.98, -8.02),
  ]

  private func text(
    _ columns: Int, _ rows: Int?, colors: ColorDepth = .none, plan: JourneyPlan? = nil,
    _ parameters: Parameters = [:]
  ) async throws -> String {
    let fixture = try await MapFixture(lines, stations, plan: plan)
    let result = try await fixture.answer(.map, parameters, isTerminal: true)
    return result.text(on: Page(columns: columns, rows: rows, colors: colors))
  }

  private func plan(_ journeys: [Journey]) -> JourneyPlan {
    JourneyPlan(
      city: .builtIn, date: CalendarDate(day: 0),
      from: PointOfInterest(id: "Estádio", name: "Estádio"),
      to: PointOfInterest(id: "西直门", name: "西直门"), journeys: journeys, reason: "no train runs")
  }

  @Test func `a terminal shows the network with its names and the badges of the lines`()
    async throws
  {
    let text = try await text(40, 15)
    #expect(
      text == """
        Sample    Agency · 2 lines, 6 stations

                               • Estádio
                               ⡇
                               ⡇
            Dragão  西直门     Bolhão   Aliados
            •⠉⠉⠉⠉⠉⠉⠉•⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉◉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉⠉•
                               ⡇
                               ⡇
                               ⡇
                               • Faria

        [1] [2]
        -o map.svg writes an image.
        """)
  }

  @Test func `a wide terminal shows the title and the description in one row`() async throws {
    let text = try await text(64, 12)
    #expect(
      text == """
        Sample    Agency · 2 lines, 6 stations

                                         • Estádio
                                   西直门⢸
                      Dragão •⣀⣀⣀⣀⣀•⣀⣀⣀⣀⣀◉⣀⣀⣀⣀⣀⣀⣀⣀• Aliados
                                         Bolhão
                                         ⢸
                                         • Faria

        [1] [2]
        -o map.svg writes an image.
        """)
  }

  @Test func `a journey is drawn with thick lines and its legs below`() async throws {
    let journey = Journey.ride(lines[1], "Estádio", "Bolhão")
    let text = try await text(
      40, 15, plan: plan([journey]), ["from": "Estádio", "to": "西直门"])
    #expect(
      text == """
        Estádio → 西直门
        Sample, Thu 1 Jan 1970 · 10:00–10:10 · …

                              ●⡇Estádio
                              ⢸⡇
             Dragão  西直门   ⢸⡇       Aliados
             •⠤⠤⠤⠤⠤⠤⠤•⠤⠤⠤⠤⠤⠤⠤⠤●⠧⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤•
                              Bolhão
                              ⢸
                              ⢸
                              • Faria

        [2] 10:00–10:10  Estádio → Bolhão
        -o map.svg writes an image.
        """)
  }

  @Test func `the reason is shown when there is no journey`() async throws {
    let text = try await text(40, 8, plan: plan([]), ["from": "Estádio", "to": "西直门"])
    #expect(text.hasPrefix("Estádio → 西直门"))
    #expect(
      try await self.text(40, 12, plan: plan([]), ["from": "A", "to": "B"]).contains("no train"))
  }

  @Test(arguments: [
    (ColorDepth.ansi16, "\u{1B}[31m"), (.ansi256, "\u{1B}[38;5;160m"),
    (.trueColor, "\u{1B}[38;2;227;6;19m"),
  ])
  func `tracks have the colour of their line`(colors: ColorDepth, expected: String) async throws {
    #expect(try await text(40, 15, colors: colors).contains(expected))
  }

  /// The colours of the lines of Porto, of which several are nearest to the same of 16 colours.
  private static let colors: [UInt32] = [
    0x19_9FDA, 0xC6_3920, 0xA3_BE31, 0xEB_BC14, 0x73_6EB0, 0xEE_731C,
  ]

  @Test(arguments: [Theme.dark, .light])
  func `with 16 colours, the tracks and badges of different lines have different colours`(
    theme: Theme
  ) async throws {
    let names = ["A", "B", "C", "D", "E", "F", "G"]
    let lines = zip(names, Self.colors).enumerated().map { index, entry in
      line(entry.0, entry.1, [names[index], names[index + 1]])
    }
    let stations = names.enumerated().map { station($1, 41, -8 - Double($0) / 10) }
    let fixture = try await MapFixture(lines, stations)
    let result = try await fixture.answer(.map, [:], isTerminal: true)
    let text = result.text(on: Page(columns: 120, rows: 15, colors: .ansi16, theme: theme))
    func codes(_ pattern: Regex<(Substring, Substring)>) -> [Substring] {
      text.matches(of: pattern).map(\.output.1)
    }
    let tracks = codes(/\x{1B}\[(\d+)m•?[⠀-⣿]+/)
    #expect(Set(tracks).count == 6)
    // The code of a background is by 10 higher than that of a text.
    let badges = codes(#/;(\d+)m [A-F] /#).compactMap { Int($0) }
    #expect(Set(badges.map { "\($0 - 10)" }) == Set(tracks.map(String.init)))
  }

  @Test(arguments: [
    (19, 15, "20 columns and 8 rows; this one has 19 and 15."),
    (40, 7, "20 columns and 8 rows; this one has 40 and 7."),
  ])
  func `a terminal that is too small shows what a map needs`(
    columns: Int, rows: Int, expected: String
  ) async throws {
    let text = try await text(columns, rows)
    #expect(text.replacing("\n", with: " ").contains(expected))
  }

  @Test(arguments: [(20, 8), (20, 40), (40, 15), (80, 24), (120, 40), (200, nil), (1000, 8)])
  func `the picture fits above the prompt of the shell`(columns: Int, rows: Int?) async throws {
    let journey = Journey.ride(lines[1], "Estádio", "Bolhão")
    for parameters in [[:], ["from": "Estádio", "to": "西直门"]] as [Parameters] {
      let rowTexts = try await text(columns, rows, plan: plan([journey]), parameters)
        .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      #expect(rowTexts.count < rows ?? 41)
      #expect(rowTexts.allSatisfy { $0.columns <= columns })
    }
  }

  @Test func `a city without lines has a title and an empty picture`() async throws {
    let fixture = try await MapFixture([], [])
    let result = try await fixture.answer(.map, [:], isTerminal: true)
    #expect(result.text(on: Page(columns: 40, rows: 15)).hasPrefix("Sample"))
  }

  @Test func `the JSON of a picture is the drawing`() async throws {
    let fixture = try await MapFixture(lines, stations)
    let result = try await fixture.answer(.map, [:], isTerminal: true)
    let drawing = try JSONDecoder().decode(MapDrawing.self, from: result.json)
    #expect(try await fixture.draw() == drawing)
  }

  @Test(arguments: 1...(TestOptions.isThorough ? 200 : 20) as ClosedRange<UInt64>)
  func `the picture of any feed fits its page and is printable`(seed: UInt64) async throws {
    var random = SplitMix64(seed: seed)
    let names = [
      "a\u{0}\u{8}b", "\u{1B}[2J", "", "👩‍👩‍👧‍👦", "e\u{301}", String(repeating: "無", count: 300),
      "\u{202E}rtl", "plain", "two words",
    ]
    let numbers = [0, 41, -8, 89.9, -90, 179.9, 500, .nan, .infinity, 1e308, 1e-308]
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
    let fixture = try await MapFixture(lines, stations)
    let page = Page(
      columns: .random(in: 20...100, using: &random), rows: .random(in: 8...40, using: &random))
    let text = try await fixture.answer(.map, [:], isTerminal: true).text(on: page)
    let rows = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(rows.count < page.rows ?? 0, "seed \(seed)")
    #expect(rows.allSatisfy { $0.columns <= page.columns && $0.printable == $0 }, "seed \(seed)")
  }
}
