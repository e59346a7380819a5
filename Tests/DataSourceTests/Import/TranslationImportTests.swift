import DataSourceInterface
import Mediator
import Testing

@testable import DataSource

struct TranslationImportTests {
  private static let header =
    "table_name,field_name,language,translation,record_id,record_sub_id,field_value\n"

  private func feed(_ rows: String) -> SampleFeed {
    SampleFeed().with("translations.txt", Self.header + rows)
  }

  private func shown(_ name: TranslatedName, in tag: String?) -> String {
    Language.$current.withValue(tag.flatMap { Language($0) }) { name.shown }
  }

  @Test(arguments: [
    ("stops,stop_name,pt,Aeroporto,A,,", "Aeroporto"),
    ("stops,stop_name,pt,Aeroporto,,,Airport", "Aeroporto"),
    ("stops,stop_name,PT_br,Aeroporto,A,,\nstops,stop_name,pt,Outro,,,Docks", "Aeroporto"),
    ("stops,stop_name,pt,Errado,,,Airport\nstops,stop_name,pt,Aeroporto,A,,", "Aeroporto"),
    ("stops,stop_name,pt,Aeroporto,A,,\nstops,stop_name,pt,Errado,,,Airport", "Aeroporto"),
    ("stops,stop_name,pt,B,A,,\nstops,stop_name,pt,A,A,,", "A"),
    ("stops,stop_desc,pt,Errado,A,,\nroutes,route_long_name,pt,Errado,,,Airport", "Airport"),
    ("stops,stop_name,,Errado,A,,", "Airport"),
  ])
  func `a stop is shown in the language of the person, by its row before its text`(
    rows: String, name: String
  ) throws {
    let station = try StationFinder(feed(rows).city()).found("id:A")
    #expect(shown(station.translatedName, in: "pt") == name)
    #expect(shown(station.translatedName, in: nil) == "Airport")
    #expect(station.translatedName.local == "Airport")
  }

  @Test func `the format used before 2019 translates every field with the text`() throws {
    let feed = SampleFeed().with(
      "translations.txt", "trans_id,lang,translation\nAirport,ml,ആലുവ\nAirport,pt,Aeroporto")
    let city = try feed.city()
    #expect(
      city.timetable.name(ofStop: 0).translations == ["ml": "ആലുവ", "pt": "Aeroporto"])
    #expect(try StationFinder(city).found("ആലുവ").id == "A")
  }

  @Test func `lines and headsigns have translations, and lines are found by them`() throws {
    let feed = feed(
      "routes,route_long_name,pt,Azul,1,,\nroutes,route_short_name,pt,Um,1,,\n"
        + "trips,trip_headsign,pt,Docas,,,Docks\ntrips,trip_headsign,en,Quay,,,Docks\n"
    ).with("routes.txt", "route_id,route_short_name,route_long_name,route_type\n1,1,Blue,1")
    let timetable = try feed.city().timetable
    #expect(timetable.line(ofRoute: 0).translatedName.translations == ["pt": "Um"])
    #expect(timetable.longName(ofRoute: 0)?.translations == ["pt": "Azul"])
    #expect(timetable.lines(named: "azul") == [0] && timetable.lines(named: "UM") == [0])
    #expect(
      timetable.name(ofHeadsign: "Docks").translations == ["pt": "Docas", "en": "Quay"])
  }

  @Test func `a headsign that is the name of a stop has the translations of the stop`() throws {
    let timetable = try feed("stops,stop_name,pt,Docas,D,,").city().timetable
    #expect(timetable.name(ofHeadsign: "Docks").translations == ["pt": "Docas"])
    #expect(timetable.name(ofHeadsign: "Depot").translations.isEmpty)
  }

  @Test(
    arguments: [
      ("trips,trip_headsign,pt,Docas,a,,", "Docas"),
      ("trips,trip_headsign,pt,Docas,a,,\ntrips,trip_headsign,pt,Cais,b,,", nil),
      ("trips,trip_headsign,pt,Docas,a,,\ntrips,trip_headsign,pt,Docas,b,,", "Docas"),
      ("stop_times,stop_headsign,pt,Docas,a,2,", "Docas"),
      ("stop_times,stop_headsign,pt,Docas,a,3,", nil),
      ("stop_times,stop_headsign,pt,Docas,,,Pier", "Docas"),
    ] as [(String, String?)])
  func `translations of the headsigns of single trips count for the text that these show`(
    row: String, translation: String?
  ) throws {
    let feed = feed(row)
      .with(
        "trips.txt", "route_id,service_id,trip_id,trip_headsign\n1,all,a,Pier\n1,all,b,Pier"
      )
      .with(
        "stop_times.txt",
        "trip_id,departure_time,stop_id,stop_sequence,stop_headsign\n"
          + "a,8:00:00,A,1,\na,8:10:00,C1,2,Pier\na,8:20:00,D,3,\nb,8:00:00,A,1,\nb,8:10:00,C1,2,")
    #expect(try feed.city().timetable.name(ofHeadsign: "Pier").translations["pt"] == translation)
  }

  @Test(
    arguments: [
      ("zh-Hant", "", "zh_TW", "Airport"), ("zh-Hant", "", "zh-CN", "Hans"),
      ("", "", "zh-TW", "Hans"), ("mul", "en", nil, "English"), ("fr", "en", "fr", "Airport"),
      ("fr", "en", "de", "Airport"), ("fr", "fr", nil, "Airport"), ("mul", "", nil, "Airport"),
    ] as [(String, String, String?, String)])
  func `the languages of the feed decide where no translation suits better`(
    own: String, fallback: String, person: String?, name: String
  ) throws {
    let feed = feed("stops,stop_name,zh-Hans,Hans,A,,\nstops,stop_name,en,English,A,,")
      .with("feed_info.txt", "feed_lang,default_lang\n\(own),\(fallback)")
    #expect(try shown(feed.city().timetable.name(ofStop: 0), in: person) == name)
  }

  @Test func `a platform of the same name shares the translations of its station`() throws {
    let feed = feed("stops,stop_name,fr,Quais,P,,\nstops,stop_name,fr,Autre,C,,")
      .with("stops.txt", "stop_id,stop_name,parent_station\nS,Quay,\nP,Quay,S\nC,Pier,S")
      .running(["8:00,8:00,P,1,,", "8:10,8:10,C,2,,"])
    let timetable = try feed.city().timetable
    let stops = ["S", "P", "C"].compactMap { id in timetable.stops.id.firstIndex(of: id) }
    #expect(
      stops.map { timetable.name(ofStop: $0).translations["fr"] } == ["Quais", "Quais", "Autre"])
  }

  @Test(.timeLimit(.minutes(1)), arguments: [true, false])
  func `of many translations of one name, few are kept and the others are reported`(
    haveOneLanguage: Bool
  ) throws {
    let rows = (0..<10_000).map { number in
      let (one, two) = (UInt8(97 + number % 26), UInt8(97 + number / 26 % 26))
      let letters = String(decoding: [one, two], as: UTF8.self)
      let tag = haveOneLanguage ? "en" : "\(letters)-x-\(number)"
      return "stops,stop_name,\(tag),Name \(number),,,Airport"
    }
    let feed = feed(rows.joined(separator: "\n")).feed
    let city = try CompiledCity(feed, as: .builtIn, name: "Sample")
    #expect(
      city.timetable.name(ofStop: 0).translations.count == (haveOneLanguage ? 1 : 50))
    let problem: FeedProblem = haveOneLanguage ? .repeatedID : .surplusTranslation
    #expect(
      feed.diagnostics.all.contains { $0.problem == problem && $0.file == "translations.txt" })
  }
}
