import DataSourceInterface
import Foundation
import MapInterface
import Mediator
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
      city: .builtIn, date: ServiceDate(day: 0), from: Place(id: "A", name: "A"),
      to: Place(id: "C", name: "C"), journeys: [journey])
  }

  @Test func `the network is a picture with a title, its lines, its stations and their names`()
    async throws
  {
    let drawing = try await Draughtsman(lines, stations).draw()
    let picture = Picture(drawing.svg)
    #expect(picture.isWellFormed)
    #expect(picture.texts("title") == ["Sample"])
    #expect(picture.texts("quiet") == ["Agency · 2 lines, 6 stations"])
    #expect(picture.texts("badge") == ["1", "2"])
    #expect(picture.texts("legend") == ["A – D", "E – F"])
    #expect(picture.names.sorted() == ["A", "B", "C", "D", "E", "F"])
    #expect(picture.texts("big") == ["B"])
    #expect(
      Set(picture.all("path").compactMap { $0["stroke"] }).isSuperset(of: ["#E30613", "#0072BC"]))
    #expect(drawing.lines == 2 && drawing.stations == 6 && drawing.names == 6)
    let root = try #require(picture.all("svg").first)
    #expect(
      root["width"] == "\(drawing.width)" && root["height"] == "\(drawing.height)")
  }

  @Test func `lines of one name, colour and way are told once`() async throws {
    let twins = [line("1", 7, ["A", "B"]), line("1", 7, ["B", "A"]), line("2", 7, ["A", "B"])]
    let picture = Picture(try await Draughtsman(twins, stations).draw().svg)
    #expect(picture.texts("badge") == ["1", "2"])
    #expect(picture.texts("legend") == ["A – B"])
  }

  @Test func `a journey is drawn over the faded network, with its ends and its rides`()
    async throws
  {
    let house = try await Draughtsman(
      lines, stations, plan: plan(.ride(lines[0], "A1", "B", "C")), platforms: [("A1", "A")])
    let picture = Picture(try await house.draw(MapQuery(from: "A", to: "C")).svg)
    #expect(picture.isWellFormed)
    #expect(picture.texts("title") == ["A → C"])
    #expect(picture.texts("quiet") == ["Sample, 1970-01-01 · 10:00–10:10 · 10 min · direct"])
    #expect(picture.texts("legend") == ["10:00–10:10  A1 → C"])
    #expect(picture.texts("far").sorted() == ["D", "E", "F"])
    #expect(picture.all("circle").map { $0["fill"] } == [Paint.start.hex, Paint.end.hex])
    let thick = picture.all("path").filter { $0["stroke-width"] == "7.5" }
    #expect(thick.map { $0["stroke"] } == ["#E30613"])
    #expect(thick.first?["d"]?.split(separator: "M").count == 2)
  }

  @Test func `without a journey the network says why`() async throws {
    let house = try await Draughtsman(lines, stations)
    let picture = Picture(try await house.draw(MapQuery(from: "A", to: "C")).svg)
    #expect(picture.texts("quiet") == ["Sample, 1970-01-01 · no train runs"])
    #expect(picture.all("circle").isEmpty)
    #expect(picture.texts("badge") == ["1", "2"])
  }

  @Test(arguments: [("A", nil), (nil, "A")] as [(String?, String?)])
  func `one end of a journey is not enough`(from: String?, to: String?) async throws {
    let house = try await Draughtsman(lines, stations)
    await #expect(throws: MapError.missingEnd("A")) {
      try await house.draw(MapQuery(from: from, to: to))
    }
  }

  @Test func `a city without lines is a picture all the same`() async throws {
    let drawing = try await Draughtsman([], stations).draw()
    #expect(Picture(drawing.svg).isWellFormed)
    #expect(drawing.stations == 0)
  }

  @Test(arguments: 1...(Thorough.isOn ? 60 : 12) as ClosedRange<UInt64>)
  func `whatever a feed says, the picture is well-formed`(seed: UInt64) async throws {
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
    let drawing = try await Draughtsman(lines, stations).draw()
    let picture = Picture(drawing.svg)
    #expect(picture.isWellFormed, "seed \(seed)")
    #expect(picture.all("script").isEmpty, "seed \(seed)")
    #expect(!drawing.svg.contains("nan") && !drawing.svg.contains("inf"), "seed \(seed)")
    #expect((1...6000).contains(drawing.width), "seed \(seed)")
  }

  @Test func `the same network is the same picture every time`() async throws {
    let house = try await Draughtsman(lines, stations)
    #expect(try await house.draw() == house.draw())
  }

  @Test func `sharing as svg draws the journey of the link`() async throws {
    let house = try await Draughtsman(lines, stations, plan: plan(.ride(lines[0], "A", "B", "C")))
    let item = ShareItem(
      title: "A → C", link: "metro://routing/plan?from=id:A&to=C%20%26&date=2026-11-20&last=true")
    let document = try await house.mediator.perform(Map.picture, item)
    #expect(document.fileName == "A-C.svg")
    let picture = Picture(String(decoding: document.content, as: UTF8.self))
    #expect(picture.isWellFormed && picture.all("circle").count == 2)
    let query = try #require(house.questions.values.first)
    #expect(query.from == "id:A" && query.to == "C &" && query.last == true)
    #expect(query.date == ServiceDate("2026-11-20"))
  }

  @Test(arguments: [nil, "metro://news/list", "https://example.org/", "%%%", ""])
  func `what leads to no journey cannot be drawn`(link: String?) async throws {
    let house = try await Draughtsman(lines, stations)
    let missing = ShareError.missing("link to a journey", title: "Trip", channel: "svg")
    await #expect(throws: missing) {
      try await house.mediator.perform(Map.picture, ShareItem(title: "Trip", link: link))
    }
  }
}
