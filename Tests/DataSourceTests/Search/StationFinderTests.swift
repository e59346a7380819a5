import DataSourceInterface
import Testing

@testable import DataSource

struct StationFinderTests {
  /// Returns a finder for stations with these names and the ids `s0`, `s1` ….
  private func finder(_ names: String...) throws -> StationFinder {
    let stops = names.enumerated().map { "s\($0),\"\($1)\"" }.joined(separator: "\n")
    let feed = SampleFeed()
      .with("stops.txt", "stop_id,stop_name\n\(stops)")
      .running(
        names.indices.flatMap {
          ["8:00,8:00,s\($0),\(2 * $0),,", "8:00,8:00,s\($0),\(2 * $0 + 1),,"]
        })
    return StationFinder(try feed.city())
  }

  @Test(
    arguments: [
      ("Casa da Música", "Casa da Música"), ("casa da musica", "Casa da Música"),
      ("  CASA   DA  MÚSICA ", "Casa da Música"), ("Casa", "Casa da Música"),
      ("música", "Casa da Música"), ("bento", "São Bento"), ("São", "São Bento"),
      ("id:s1", "São Bento"), ("西直门", "西直门"), ("da musica", "Casa da Música"), ("αθηνα", "Αθήνα"),
      ("ＡＢＣ", "abc"), ("abc", "abc"), ("ﾊﾞｽ", "バス"),
    ])
  func `a text means the one station that it matches`(text: String, name: String) throws {
    let finder = try finder(
      "Casa da Música", "São Bento", "西直门", "Αθήνα", "abc", "abc d", "バス")
    #expect(try finder.found(text).name == name)
  }

  @Test(arguments: [
    ("Campo", "Campo"), ("campo 24", "Campo 24 de Agosto"), ("velho", "Velho Campo"), ("cam", nil),
    ("velh", nil),
  ])
  func `a whole name takes precedence over longer ones, and an incomplete word is not enough`(
    text: String, name: String?
  ) throws {
    let finder = try finder("Campo", "Campo 24 de Agosto", "Velho Campo")
    let found = try? finder.found(text)
    #expect(found?.name == name)
  }

  @Test func `stations with the same name are distinguished by their ids`() throws {
    let finder = try finder("Centre", "centré", "Docks")
    let candidates = [Place(id: "s0", name: "Centre"), Place(id: "s1", name: "centré")]
    #expect(
      throws: DataSourceError.ambiguousStation("centre", city: "Sample", candidates: candidates)
    ) { try finder.station("centre") }
    #expect(try finder.found("id:s1").name == "centré")
  }

  @Test func `the error for an ambiguous text names eight stations and counts the others`() throws {
    let finder = try finder("A 1", "A 2", "A 3", "A 4", "A 5", "A 6", "A 7", "A 8", "A 9", "A 10")
    let error = #expect(throws: DataSourceError.self) { try finder.station("a") }
    #expect(error?.description.hasSuffix("A 6 (id:s5), A 7 (id:s6) and 2 more") == true)
  }

  @Test func `of two stations with the same name, the text means the one with trains`() throws {
    let feed = SampleFeed()
      .with("stops.txt", "stop_id,stop_name\na,Sol\nb,SOL\nc,Retiro")
      .running("8:00,8:00,b,1,,", "8:10,8:10,c,2,,")
    let city = try feed.city()
    let finder = StationFinder(city)
    #expect(try finder.found("sol").id == "b")
    #expect(try finder.stations("sol", limit: nil).map(finder.city.station).map(\.id) == ["b"])
    #expect(try finder.found("id:a").id == "a")
  }

  @Test(
    arguments: [
      ("Trindad e", ["Trindade"]), ("Trindad", ["Trindade"]), ("ali", ["Aliados"]),
      ("trímdade", ["Trindade"]), ("Aliadso", ["Aliados"]),
      ("Xyzzyx", []), ("", []), ("   ", []), ("id:", []), ("id:S0", []),
    ])
  func `the error for an unknown station suggests the nearest names`(
    text: String, nearest: [String]
  ) throws {
    let finder = try finder("Trindade", "Aliados")
    #expect(throws: DataSourceError.unknownStation(text, city: "Sample", nearest: nearest)) {
      try finder.station(text)
    }
  }

  @Test func `the id of a platform means its station`() throws {
    let city = try SampleFeed().city()
    let station = try StationFinder(city).found("id:C2")
    #expect(station.id == "C" && station.coordinate == Coordinate(latitude: 41.2, longitude: -8.2))
    #expect(station.lines.map(\.name) == ["One", "Second Line"])
    #expect(try StationFinder(city).found("id:D").coordinate == nil)
  }

  @Test
  func `a search returns the best match first: whole name, beginning, word, part, then by name`()
    throws
  {
    let finder = try finder("Alcasa", "Velha Casa", "Casario", "casa", "Casa Nova", "Other")
    let found = try finder.names("Casa", limit: nil)
    #expect(found == ["casa", "Casa Nova", "Casario", "Velha Casa", "Alcasa"])
    #expect(try finder.names("casa", limit: 2) == ["casa", "Casa Nova"])
    #expect(try finder.names("nowhere", limit: nil) == [])
  }

  @Test func `an empty search lists all stations by name`() throws {
    let finder = try finder("Über", "beta", "Alpha")
    #expect(try finder.names(" ", limit: nil) == ["Alpha", "beta", "Über"])
  }

  @Test func `lines are ordered by name, with numbers by value`() throws {
    let feed = SampleFeed()
      .with("routes.txt", "route_id,route_short_name\na,10\nb,9\nc,S1")
      .with("trips.txt", "trip_id,route_id,service_id\n1,a,all\n2,b,all\n3,c,all")
      .with(
        "stop_times.txt",
        "trip_id,arrival_time,stop_id,stop_sequence\n"
          + (1...3).map { "\($0),8:00,A,1\n\($0),8:10,D,2" }.joined(separator: "\n"))
    let city = try feed.city()
    #expect(try StationFinder(city).found("Airport").lines.map(\.name) == ["9", "10", "S1"])
    #expect(try StationFinder(city).found("Centre").lines == [])
  }

  @Test(
    arguments: [
      ("西直门", "西直门"), ("xizhimen", "西直门"), ("xi zhi men", "西直门"), ("XZM", "西直门"),
      ("Xīzhímén", "西直门"), ("t1hzl", "T1航站楼"), ("t1hangzhanlou", "T1航站楼"), ("athena", "Αθήνα"),
      ("cdm", "Casa da Música"), ("musica casa", "Casa da Música"), ("@41.2,-8.61", "Nord"),
      ("@ 41.1 , -8.6", "Sud"),
    ])
  func `Latin letters, initials, words in any order or a coordinate mean a station`(
    text: String, name: String
  ) throws {
    let stops = ["西直门", "东直门", "T1航站楼", "Αθήνα", "Casa da Música"].enumerated()
      .map { "s\($0),\($1),," }
    let feed = SampleFeed().with(
      "stops.txt",
      (["stop_id,stop_name,stop_lat,stop_lon", "n,Nord,41.2,-8.6", "s,Sud,41.1,-8.6"] + stops)
        .joined(separator: "\n"))
    #expect(
      try StationFinder(running(feed, "n", "s", "s0", "s1", "s2", "s3", "s4")).found(text).name
        == name)
  }

  /// Compiles the feed with one train that calls at `stops`.
  private func running(_ feed: SampleFeed, _ stops: String...) throws -> CompiledCity {
    try feed.running(
      stops.enumerated().map { "8:\(10 + $0):00,8:\(10 + $0):00,\($1),\($0),," }
    ).city()
  }

  @Test(arguments: ["@", "@1", "@x,y", "@91,0", "@0,181", "@1,2,3", "@nan,0"])
  func `an invalid coordinate throws`(text: String) throws {
    let finder = try finder("Nord")
    #expect(throws: DataSourceError.badCoordinate(text)) { try finder.station(text) }
    #expect(throws: DataSourceError.badCoordinate(text)) { try finder.stations(text, limit: 3) }
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

  @Test(
    arguments: [
      ("casa", ["Casa", "Casa Nova", "Casario", "Velha Casa", "Alcasa"]), ("csa", []),
      ("nova casa", ["Casa Nova"]), ("men xi", ["西直门"]), ("no ca", ["Casa Nova"]),
      ("cn", ["Casa Nova"]),
      ("cada", ["Casa", "Casa Nova", "Casario", "Velha Casa"]),
      ("casarip", ["Casario"]), ("caasrio", ["Casario"]), ("csario", ["Casario"]),
      ("ccasario", ["Casario"]), ("xyzzy", []), ("xyz", []),
    ])
  func `a search ranks its matches, and tolerates one typing mistake when nothing matches`(
    text: String, names: [String]
  ) throws {
    let finder = try finder("Alcasa", "Velha Casa", "Casario", "Casa", "Casa Nova", "西直门")
    #expect(try finder.names(text) == names)
  }
}

extension StationFinder {
  fileprivate func found(_ text: String) throws -> Station {
    city.station(try station(text))
  }

  fileprivate func names(_ text: String, limit: Int? = nil) throws -> [String] {
    try stations(text, limit: limit).map { city.station($0).name }
  }
}
