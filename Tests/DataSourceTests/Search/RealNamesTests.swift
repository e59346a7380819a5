import DataSourceInterface
import TestSupport
import Testing

@testable import DataSource

/// Names of real stations and lines, as people type them.
// One after the other, so that long computations leave a thread to tests with deadlines.
@Suite(.serialized, .enabled(if: SharedData.isAvailable))
struct RealNamesTests {
  @Test(
    arguments: [
      ("porto-2026", "Trinda", "Trindade"), ("porto-2026", "casa mus", "Casa da Música"),
      ("nyc-2routes-2025", "dyckman", "Dyckman St"),
      ("nyc-2routes-2025", "van cort", "Van Cortlandt Park-242 St"),
      ("wmata-rail-2025", "metro center", "METRO CENTER METRORAIL STATION"),
      ("wmata-rail-2025", "Pentagon", "PENTAGON METRORAIL STATION"),
      ("wmata-rail-2025", "l'enfant", "L'ENFANT PLAZA"),
      ("baltimore-metro-2024", "upton", "UPTON METRO"),
      ("taipei-2026", "台北车站", "台北車站"), ("taipei-2026", "龙山寺", "龍山寺"),
      ("taipei-2026", "臺北車站", "台北車站"), ("taipei-2026", "muzha", "木柵"),
      ("taipei-2026", "changgengyiyuan", "長庚醫院"),
    ])
  func `a text means a real station`(feed: String, text: String, name: String) throws {
    let finder = StationFinder(try SharedData.cityWithoutTrips("feeds/\(feed).zip"))
    #expect(finder.city.station(try finder.station(text)).name == name)
  }

  @Test(
    .enabled(if: TestOptions.isThorough),
    arguments: [
      ("nyc-2routes-2025", "125 st", ["125 St [1]", "125 St [2]"]),
      ("busan-2025", "seomyeon", ["Seomyeon [1]", "Seomyeon [2]"]),
    ])
  func `real stations with the same name are told apart by their lines`(
    feed: String, text: String, names: [String]
  ) throws {
    let finder = StationFinder(try SharedData.city("feeds/\(feed).zip"))
    #expect(throws: DataSourceError.ambiguousStation(text, city: "Shared", candidates: names)) {
      try finder.station(text)
    }
    for name in names {
      #expect(finder.city.station(try finder.station(name)).qualifiedName == name)
    }
  }

  @Test(arguments: ["madrid-2025"] + (TestOptions.isThorough ? ["bart-2013", "cdmx-2018"] : []))
  func `no two real stations with trains have the same qualified name`(feed: String) throws {
    let city = try SharedData.city("feeds/\(feed).zip")
    let stations = (0..<city.timetable.stations.count).map(city.station).filter {
      !$0.lines.isEmpty
    }
    let names = Dictionary(grouping: stations, by: \.qualifiedName.folded)
    #expect(names.values.filter { $0.count > 1 }.map { $0[0].qualifiedName } == [])
  }

  @Test(
    arguments: [
      ("beijing-2026", "10号线", "10"), ("beijing-2026", "房山线", "25"), ("beijing-2026", "fs", "25"),
      ("beijing-2026", "房山線", "25"), ("beijing-2026", "2", "2"), ("taipei-2026", "板南线", "BL"),
      ("wmata-rail-2025", "metrorail red line", "RED"), ("wmata-rail-2025", "red", "RED"),
    ])
  func `a real line answers to every name`(feed: String, text: String, id: String) throws {
    let timetable = try SharedData.cityWithoutTrips("feeds/\(feed).zip").timetable
    #expect(timetable.lines(named: text).map { timetable.routes.id[Int($0)] } == [id])
  }

  @Test func `the stations of Beijing are found by traditional characters and by pinyin`() throws {
    let city = try SharedData.cityWithoutTrips("feeds/beijing-2026.zip")
    let finder = StationFinder(city)
    for (text, name) in [
      ("西直門", "西直门"), ("changchunjie", "长椿街"), ("shichahai", "什刹海"), ("shangdi", "上地"),
      ("國家圖書館", "国家图书馆"), ("tiananmen", nil),
    ] {
      #expect((try? finder.station(text)).map { city.station($0).name } == name, "\(text)")
    }
    let names = try finder.stations("", limit: nil).map { city.station($0).name }
    let order = ["安德里北街", "八宝山", "草房", "长春桥", "常营", "车道沟", "房山城关", "西直门", "朱辛庄"]
    #expect(names.filter(order.contains) == order)
  }
}
