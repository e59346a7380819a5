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
    #expect(try finder.found("Aeroporto Airport").id == "A")
    #expect(try finder.found("docks").id == "D" && finder.names("docks") == ["Docks", "Centre"])
    #expect(city.timetable.otherNames(ofStation: 1) == ["Docks"])
  }

  @Test(arguments: [
    ("norreport", "s0"), ("NOERREPORT", "s0"), ("mlociny", "s1"), ("kadikoy", "s2"),
    ("dong xuan", "s3"), ("dx", "s3"), ("strasse", "s4"), ("noreport", "s0"),
  ])
  func `letters without a decomposition are found by their ASCII forms`(
    text: String, id: String
  ) throws {
    let finder = try StationFinder.named(
      "Nørreport", "Młociny", "Kadıköy", "Đồng Xuân", "Lange Straße")
    #expect(try finder.stations(text, limit: 1).map { finder.city.station($0).id } == [id])
  }

  @Test(
    arguments: [
      ("70123", ["A"], "A"), ("7012", ["A", "C"], nil), ("b-2", ["C"], "C"), ("70124", ["C"], "C"),
      ("one and main", ["A"], "A"), ("123", [], nil),
    ] as [(String, [String], String?)])
  func `the code on the sign of a station or platform means it, its beginning only finds it`(
    text: String, found: [String], meant: String?
  ) throws {
    let feed = SampleFeed()
      .with(
        "stops.txt",
        "stop_id,stop_code,stop_name,parent_station,tts_stop_name\nA,70123,1 & Main,,One and Main\n"
          + "C,70124,Centre,,\nC1,B-2,Centre,C,\nC2,,Centre,C,\nD,,Docks,,")
    let finder = StationFinder(try feed.city())
    let station = (try? finder.station(text)).map(finder.city.station)
    #expect(try finder.stations(text, limit: nil).map { finder.city.station($0).id } == found)
    #expect(station?.id == meant)
    if text == "70123" {
      #expect(station?.code == "70123" && station?.spokenName == "One and Main")
    }
  }

  @Test func `a number may be the code of one station and a word of another name`() throws {
    let feed = SampleFeed()
      .with("stops.txt", "stop_id,stop_code,stop_name\nA,14,Airport\nB,1,14 St\nC,9,Centre")
      .running("8:00,8:00,A,1,,", "8:10,8:10,B,2,,", "8:20,8:20,C,3,,")
    let finder = StationFinder(try feed.city())
    #expect(throws: DataSourceError.self) { try finder.station("14") }
    #expect(try finder.namedStation("9").isExactName == false)
  }

  @Test func `of the stations whose names begin with the text, the busiest is listed first`() throws
  {
    let feed = SampleFeed()
      .with("stops.txt", "stop_id,stop_name\nA,Main Arena\nB,Main Square\nC,Main Zoo\nD,Old Main")
      .running([
        "8:00,8:00,B,1,,", "8:05,8:05,A,2,,", "8:10,8:10,B,3,,", "8:20,8:20,C,4,,",
        "8:30,8:30,D,5,,",
      ])
    let finder = StationFinder(try feed.city())
    #expect(try finder.names("main") == ["Main Square", "Main Arena", "Main Zoo", "Old Main"])
    #expect(try finder.names("") == ["Main Arena", "Main Square", "Main Zoo", "Old Main"])
  }

  @Test func `the format of translations used before 2019 is read`() throws {
    let feed = SampleFeed().with(
      "translations.txt", "trans_id,lang,translation\nAirport,ml,ആലുവ\nMetro,ml,മെട്രോ")
    #expect(try StationFinder(feed.city()).found("ആലുവ").id == "A")
  }
}
