import Console
import DataSourceInterface
import Documents
import Mediator
import Scenes
import StationsInterface
import Testing

@testable import Stations

@Suite struct StationViewTests {
  @Test func `an entrance is shown without the name of the station`() {
    let station = Station(id: "s", name: "Centre", coordinate: nil, lines: [])
    let details = StationDetails(
      station: station, otherNames: [], platforms: [],
      entrances: ["Centre - North", "Centre", "Park"].map {
        Entrance(id: $0, name: $0, coordinate: nil)
      },
      facilities: [], isStepFree: nil, date: CalendarDate(day: 0), departures: [])
    #expect(
      StationView.attributes(of: details).map { "\($0)" } == ["Entrances: North, Centre, Park"])
  }

  @Test(
    arguments: [
      ([true, true], ["Trains can be reached without steps."]),
      ([false, false], ["Trains cannot be reached without steps."]), ([nil, nil], []),
      ([true, false], ["Without steps: platform 1", "Only with steps: U2"]),
      ([nil, false], ["Only with steps: U2", "Step-free access unknown: platform 1"]),
    ] as [([Bool?], [String])])
  func `the page says for each platform whether there are steps`(
    isStepFree: [Bool?], texts: [String]
  ) {
    let platforms = zip(["1", nil], isStepFree).enumerated().map { number, platform in
      Stop(
        id: "s\(number)", name: "Centre", platform: platform.0, station: "s", coordinate: nil,
        lines: [Line(id: "U2", name: "U2", color: nil)], isStepFree: platform.1)
    }
    let details = StationDetails(
      station: Station(id: "s", name: "Centre", coordinate: nil, lines: []), otherNames: [],
      platforms: platforms, entrances: [], facilities: [],
      isStepFree: isStepFree[0] == isStepFree[1] ? isStepFree[0] : nil, date: CalendarDate(day: 0),
      departures: [])
    let found = StationView.attributes(of: details).map { "\($0)" }
    #expect(found == Array(texts) + ["Platforms: 1"])
  }

  @Test func `a station is listed with its local name and the code on its sign`() {
    let names = [
      TranslatedName("台北車站", ["en": "Main Station"]), TranslatedName("北投", ["en": "Beitou"]), "中山",
    ]
    let stations = zip(names, [nil, nil, "R11"]).map { name, code in
      FoundStation(
        Station(
          id: name.local, name: name, code: code, distinction: name.local == "北投" ? "R" : nil,
          coordinate: nil, lines: []))
    }
    let text = Language.$current.withValue(Language("en")) {
      Page(columns: 50).text(of: StationView.list.document(of: stations))
    }
    #expect(
      text == """
        Main Station 台北車站
        Beitou [R]
        中山                   R11
        """)
  }

  @Test(
    arguments: [
      (colors: [7, 7], depth: .none, badges: "[R]"), ([7, 9], .none, "[R]"),
      ([7, 7], .trueColor, " R "), ([7, 9], .trueColor, " R   R "),
    ] as [(colors: [UInt32], depth: ColorDepth, badges: String)])
  func `lines whose badges look alike are one badge`(
    colors: [UInt32], depth: ColorDepth, badges: String
  ) {
    let lines = colors.enumerated().map { index, color in
      Line(id: "\(index)", name: "R", color: LineColor(rgb: color))
    }
    let station = Station(id: "s", name: "北投", distinction: "R", coordinate: nil, lines: lines)
    let text = Page(columns: 40, colors: depth).text(
      of: StationView.list.document(of: [FoundStation(station)]))
    #expect(text.replacing(/\u{1B}\[[0-9;]*m/, with: "") == "北投  \(badges)")
  }
}
