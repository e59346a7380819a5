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
    ("Campo", "Campo"), ("campo 24", "Campo 24 de Agosto"), ("velho", "Velho Campo"),
    ("velh", "Velho Campo"), ("ago 24", "Campo 24 de Agosto"), ("cam", nil), ("elho", nil),
    ("campo 2", nil), ("ago 2", nil), ("vlho", nil),
  ])
  func `a whole name takes precedence over longer ones, and the beginning of a word must be unique`(
    text: String, name: String?
  ) throws {
    let finder = try finder("Campo", "Campo 24 de Agosto", "Velho Campo")
    let found = try? finder.found(text)
    #expect(found?.name == name)
  }

  @Test(
    arguments: [
      ("Trindade", true), ("trindade", true), ("Main Square", true), ("id:s0", true),
      ("xizhimen", true), ("西直門", true), ("trin", false), ("square", false), ("ms", false),
    ])
  func `a text is the exact name of a station, or only means the station`(
    text: String, isExact: Bool
  ) throws {
    let finder = try finder("Trindade", "Main Square", "西直门")
    #expect(try finder.namedStation(text).isExactName == isExact)
  }

  @Test func `the error for an ambiguous text names eight stations and counts the others`() throws {
    let finder = try finder("A 1", "A 2", "A 3", "A 4", "A 5", "A 6", "A 7", "A 8", "A 9", "A 10")
    let error = #expect(throws: DataSourceError.self) { try finder.station("a") }
    #expect(error?.description.hasSuffix("'A 6', 'A 7' and 2 more") == true)
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
      ("Trindad e", ["Trindade"]), ("rindade", ["Trindade"]), ("liados", ["Aliados"]),
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

  @Test func `an empty search lists all stations by name, Chinese ones by their syllables`() throws
  {
    let finder = try finder("Über", "beta", "Alpha", "长阳", "八角", "重慶", "西安", "先农", "车公庄")
    #expect(
      try finder.names(" ", limit: nil) == [
        "Alpha", "八角", "beta", "长阳", "车公庄", "重慶", "Über", "西安", "先农",
      ])
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
      ("西直门", "西直门"), ("西直門", "西直门"), ("xizhimen", "西直门"), ("xi zhi men", "西直门"), ("XZM", "西直门"),
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

  @Test func `a coordinate far from all stations throws, with the distance to the nearest`() throws
  {
    let finder = StationFinder(try SampleFeed().city())
    let nearest = Coordinate(latitude: 41.1, longitude: -8.1)
    let error = DataSourceError.noStationNearby(
      "@0,0", city: "Sample",
      metres: Int(nearest.metres(to: Coordinate(latitude: 0, longitude: 0)).rounded(.up)))
    #expect(throws: error) { try finder.station("@0,0") }
    #expect(throws: error) { try finder.stations("@0,0", limit: 3) }
    let withoutPositions = try self.finder("Nord")
    #expect(throws: DataSourceError.noStationNearby("@0,0", city: "Sample", metres: nil)) {
      try withoutPositions.station("@0,0")
    }
  }

  @Test(
    arguments: [
      ("@41.1,-8.1", true), ("@0,0", true), ("@91,0", false), ("@ 1 , 2", true), ("@", false),
    ])
  func `an end that is a coordinate is a place and not a station`(text: String, isPlace: Bool)
    throws
  {
    let finder = StationFinder(try SampleFeed().city())
    let found = Result { () throws(DataSourceError) in try finder.endpoint(text) }
    if isPlace {
      let coordinate = try #require(Coordinate(text.dropFirst()))
      #expect(found == .success(.place(PointOfInterest(at: coordinate))))
    } else {
      #expect(found == .failure(.badCoordinate(text)))
    }
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

struct StationNameTests {
  private let names = [
    "METRO CENTER METRORAIL STATION", "GALLERY PL METRORAIL STATION", "ARCHIVES METRORAIL STATION",
    "UNION STATION METRORAIL STATION", "MT VERNON METRORAIL STATION", "SHAW METRORAIL STATION",
    "U STREET METRORAIL STATION", "TAKOMA METRORAIL STATION", "WHEATON METRORAIL STATION",
    "NOMA METRORAIL STATION",
  ]

  private func finder(_ names: [String]) throws -> StationFinder {
    let stops = names.indices.map { "s\($0),\(names[$0])" }
    let calls = names.indices.map { "8:\(10 + $0):00,8:\(10 + $0):00,s\($0),\($0),," }
    return StationFinder(
      try SampleFeed().with("stops.txt", (["stop_id,stop_name"] + stops).joined(separator: "\n"))
        .running(calls).city())
  }

  @Test(
    arguments: [
      ("metro center", "s0", true), ("Metro Center Metrorail Station", "s0", true),
      ("mc", "s0", false),
      ("union station", "s3", true), ("shaw metrorail", "s5", false), ("tako", "s7", false),
    ])
  func `a suffix that all names share need not be typed`(
    text: String, id: String, isExact: Bool
  ) throws {
    let finder = try finder(names)
    let found = try finder.namedStation(text)
    #expect(finder.city.station(found.station).id == id && found.isExactName == isExact)
    #expect(finder.city.station(found.station).name.hasSuffix(" METRORAIL STATION"))
  }

  @Test func `a suffix that many names do not have is a part of the name`() throws {
    let finder = try finder(names.dropLast(2) + ["Noma", "Deanwood"])
    #expect(try finder.namedStation("metro center").isExactName == false)
  }

  @Test func `the last characters that Chinese names share need not be typed`() throws {
    let finder = try finder("东南西北中古新大小高".map { "\($0)门地铁站" })
    #expect(try finder.namedStation("西门").isExactName)
    #expect(try finder.namedStation("西门地铁站").isExactName)
  }
}

/// Four stations are called Centre: two with the lines 1 and 2, two with both lines.
struct StationDistinctionTests {
  private func finder() throws -> StationFinder {
    let stops = [
      "a,Centre", "b,centré", "c,Centre", "d,Centre", "e,Centre", "n,North", "s,South", "w,West",
    ]
    let calls = ["n a s", "n c n", "s d s"].enumerated().flatMap { trip, text in
      text.split(separator: " ").enumerated().map { "t\(trip),8:\(10 + $0):00,\($1),\($0)" }
    }
    let others = ["w b w", "n c n", "s d s"].enumerated().flatMap { trip, text in
      text.split(separator: " ").enumerated().map { "u\(trip),8:\(10 + $0):00,\($1),\($0)" }
    }
    let feed = SampleFeed()
      .with("stops.txt", (["stop_id,stop_name"] + stops).joined(separator: "\n"))
      .with("routes.txt", "route_id,route_short_name\n1,A\n2,C")
      .with(
        "trips.txt",
        (["trip_id,route_id,service_id"] + (0..<3).flatMap { ["t\($0),1,all", "u\($0),2,all"] })
          .joined(separator: "\n")
      )
      .with(
        "stop_times.txt",
        (["trip_id,arrival_time,stop_id,stop_sequence"] + calls + others).joined(separator: "\n"))
    return StationFinder(try feed.city())
  }

  private let names = [
    "Centre [A]", "centré [C]", "Centre [next to North]", "Centre [next to South]",
  ]

  @Test func `stations with the same name are distinguished by lines, or else by neighbours`()
    throws
  {
    let finder = try finder()
    let error = #expect(throws: DataSourceError.self) { try finder.station("centre") }
    #expect(
      error == .ambiguousStation("centre", city: "Sample", candidates: names))
    #expect(try finder.stations("centre", limit: nil).count == 4)
    #expect(finder.city.station(5).distinction == nil)
  }

  @Test(
    arguments: [
      ("Centre [A]", "a"), ("centre [c]", "b"), ("CENTRÉ  [Next to North]", "c"),
      ("Centre [next to South]", "d"), ("Centre [no trains]", "e"), ("North", "n"),
    ])
  func `the name with its distinction means the station`(text: String, id: String) throws {
    #expect(try finder().found(text).id == id)
    #expect(throws: DataSourceError.self) { try finder().station("centre [b]") }
  }

  @Test func `the beginning of a distinction completes to it`() throws {
    #expect(try finder().stations("centre [n", limit: nil).count == 2)
    #expect(try finder().names("a") == [])
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
