import DataSourceInterface
import Testing

@testable import DataSource

struct StationFinderTests {
  @Test(
    arguments: [
      ("Casa da Música", "Casa da Música"), ("casa da musica", "Casa da Música"),
      ("  CASA   DA  MÚSICA ", "Casa da Música"), ("Casa", "Casa da Música"),
      ("música", "Casa da Música"), ("bento", "São Bento"), ("São", "São Bento"),
      ("id:s1", "São Bento"), ("西直门", "西直门"), ("da musica", "Casa da Música"), ("αθηνα", "Αθήνα"),
      ("ＡＢＣ", "abc"), ("abc", "abc"), ("ﾊﾞｽ", "バス"),
    ])
  func `a text means the one station that it matches`(text: String, name: String) throws {
    let finder = try StationFinder.named(
      "Casa da Música", "São Bento", "西直门", "Αθήνα", "abc", "abc d", "バス")
    #expect(try finder.found(text).name == name)
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
        .joined(separator: "\n")
    ).running(
      ["n", "s", "s0", "s1", "s2", "s3", "s4"].enumerated().map {
        "8:\(10 + $0):00,8:\(10 + $0):00,\($1),\($0),,"
      })
    #expect(try StationFinder(feed.city()).found(text).name == name)
  }

  @Test(arguments: [
    ("Campo", "Campo"), ("campo 24", "Campo 24 de Agosto"), ("velho", "Velho Campo"),
    ("velh", "Velho Campo"), ("ago 24", "Campo 24 de Agosto"), ("cam", nil), ("elho", nil),
    ("campo 2", nil), ("ago 2", nil), ("vlho", nil),
  ])
  func `a whole name takes precedence over longer ones, and the beginning of a word must be unique`(
    text: String, name: String?
  ) throws {
    let finder = try StationFinder.named("Campo", "Campo 24 de Agosto", "Velho Campo")
    let found = try? finder.found(text)
    #expect(found?.name == name)
  }

  @Test(arguments: [
    ("times square", "Times Sq - 42 St"), ("Times Sq.", "Times Sq - 42 St"),
    ("times sq - 42 street", "Times Sq - 42 St"), ("42 street times square", "Times Sq - 42 St"),
    ("5th ave", "5th Avenue"), ("5th av.", "5th Avenue"), ("av 7", "Avenue 7"),
    ("Saint George", "St. George"), ("st george", "St. George"),
    ("St. Pancras", "Saint Pancras"), ("high street", "High Street"), ("high st", "High St"),
    ("trinity and all", "Trinity & All"), ("street", nil), ("times squad", nil),
  ])
  func `a word in a name and its abbreviation mean the same, and the name as typed comes first`(
    text: String, name: String?
  ) throws {
    let finder = try StationFinder.named(
      "Times Sq - 42 St", "5th Avenue", "Avenue 7", "St. George", "Saint Pancras", "High Street",
      "High St", "Trinity & All")
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
    let finder = try StationFinder.named("Trindade", "Main Square", "西直门")
    #expect(try finder.namedStation(text).isExactName == isExact)
  }

  @Test(arguments: [
    ("taipei", ["Taipei Main Station 台北車站", "Taipei Zoo 動物園"]), ("台北", ["台北車站", "台北橋"]),
  ])
  func `the choices for an ambiguous text are names that the person can read, the busiest first`(
    text: String, names: [String]
  ) throws {
    let feed = SampleFeed()
      .with("stops.txt", "stop_id,stop_name\nz,動物園\nm,台北車站\nb,台北橋")
      .with(
        "translations.txt",
        "table_name,field_name,language,translation,record_id\n"
          + "stops,stop_name,en,Taipei Zoo,z\nstops,stop_name,en,Taipei Main Station,m"
      )
      .running(
        "8:00,8:00,m,1,,", "8:10,8:10,z,2,,", "8:20,8:20,m,3,,", "8:30,8:30,b,4,,",
        "8:40,8:40,m,5,,", "8:50,8:50,b,6,,")
    let finder = StationFinder(try feed.city())
    #expect(throws: DataSourceError.ambiguousStation(text, city: "Sample", candidates: names)) {
      try finder.station(text)
    }
    for name in names { #expect(throws: Never.self) { try finder.station(name) } }
  }

  @Test func `the error for an ambiguous text names eight stations and counts the others`() throws {
    let finder = try StationFinder.named(
      "A 1", "A 2", "A 3", "A 4", "A 5", "A 6", "A 7", "A 8", "A 9", "A 10")
    let error = #expect(throws: DataSourceError.self) { try finder.station("a") }
    #expect(error?.description.hasSuffix("'A 7', 'A 8' and 2 more") == true)
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

  @Test(arguments: [
    ("西直门", "西直门北", "b"), ("西直门", "西直门", "b"), ("西直门北", "西直门", "b"),
    ("西直门", "东直门", "a"),
  ])
  func `a whole Chinese name means a station with trains, or else one without`(
    unserved: String, served: String, id: String
  ) throws {
    let feed = SampleFeed()
      .with("stops.txt", "stop_id,stop_name\na,\(unserved)\nb,\(served)\nc,公主坟")
      .running("8:00,8:00,b,1,,", "8:10,8:10,c,2,,")
    #expect(try StationFinder(feed.city()).found("西直门").id == id)
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
    let finder = try StationFinder.named("Trindade", "Aliados")
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

  @Test(arguments: ["@", "@1", "@x,y", "@91,0", "@0,181", "@1,2,3", "@nan,0"])
  func `an invalid coordinate throws`(text: String) throws {
    let finder = try StationFinder.named("Nord")
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
    let withoutPositions = try StationFinder.named("Nord")
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
}
