import DataSourceInterface
import Testing

@testable import DataSource

struct StationNameTests {
  private let names = [
    "METRO CENTER METRORAIL STATION", "GALLERY PL METRORAIL STATION", "ARCHIVES METRORAIL STATION",
    "UNION STATION METRORAIL STATION", "MT VERNON METRORAIL STATION", "SHAW METRORAIL STATION",
    "U STREET METRORAIL STATION", "TAKOMA METRORAIL STATION", "WHEATON METRORAIL STATION",
    "NOMA METRORAIL STATION",
  ]

  @Test(
    arguments: [
      ("metro center", "s0", true), ("Metro Center Metrorail Station", "s0", true),
      ("mc", "s0", false),
      ("union station", "s3", true), ("shaw metrorail", "s5", false), ("tako", "s7", false),
    ])
  func `a suffix that all names share need not be typed`(
    text: String, id: String, isExact: Bool
  ) throws {
    let finder = try StationFinder.named(names)
    let found = try finder.namedStation(text)
    #expect(finder.city.station(found.station).id == id && found.isExactName == isExact)
    #expect(finder.city.station(found.station).name.hasSuffix(" METRORAIL STATION"))
  }

  @Test func `a suffix that many names do not have is a part of the name`() throws {
    let finder = try StationFinder.named(names.dropLast(2) + ["Noma", "Deanwood"])
    #expect(try finder.namedStation("metro center").isExactName == false)
  }

  @Test func `the last characters that Chinese names share need not be typed`() throws {
    let finder = try StationFinder.named("东南西北中古新大小高".map { "\($0)门地铁站" })
    #expect(try finder.namedStation("西门").isExactName)
    #expect(try finder.namedStation("西门地铁站").isExactName)
  }

  @Test func `an empty search lists all stations by name, Chinese ones by their syllables`() throws
  {
    let finder = try StationFinder.named(
      "Über", "beta", "Alpha", "长阳", "八角", "重慶", "西安", "先农", "车公庄")
    #expect(
      try finder.names(" ", limit: nil) == [
        "Alpha", "八角", "beta", "长阳", "车公庄", "重慶", "Über", "西安", "先农",
      ])
  }

  @Test func `a translated name means its station, unless another station has that name`() throws {
    let feed = SampleFeed().with(
      "translations.txt",
      "table_name,field_name,language,translation,record_id,field_value\n"
        + "stops,stop_name,pt,Aeroporto,A,\nstops,stop_name,fr,Docks,C1,\n"
        + "stops,stop_name,es,Muelles,,Docks\nroutes,route_long_name,en,Airport,1,")
    let city = try feed.city()
    let finder = StationFinder(city)
    #expect(try finder.found("aeroporto").id == "A" && finder.found("muelles").id == "D")
    #expect(try finder.found("docks").id == "D" && finder.names("docks") == ["Docks", "Centre"])
    #expect(city.names.others(of: 1) == ["Docks"])
  }

  @Test func `the format of translations used before 2019 is read`() throws {
    let feed = SampleFeed().with(
      "translations.txt", "trans_id,lang,translation\nAirport,ml,ആലുവ\nMetro,ml,മെട്രോ")
    #expect(try StationFinder(feed.city()).found("ആലുവ").id == "A")
  }
}
