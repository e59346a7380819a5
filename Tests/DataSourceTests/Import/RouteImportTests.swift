import DataSourceInterface
import Documents
import Testing

@testable import DataSource

struct RouteImportTests {
  private func routes(_ rows: String...) throws -> Timetable.Routes {
    let header = "route_id,agency_id,route_short_name,route_long_name,route_color"
    let text = ([header] + rows).joined(separator: "\n")
    return try RouteImport(SampleFeed().with("routes.txt", text).feed).sorted().routes
  }

  @Test func `lines are listed in the order of the feed, then by name`() throws {
    let city = try SampleFeed().with(
      "routes.txt",
      "route_id,route_short_name,route_sort_order,route_color,route_text_color\n"
        + "1,A,,FF0000,0000FF\n2,10,7,,\n3,9,7,,x\n4,Z,0,,"
    ).city()
    #expect(city.lines.map(\.line.name) == ["Z", "9", "10", "A"])
    #expect(city.timetable.line(ofRoute: 0).textColor == LineColor("0000FF"))
    #expect(city.timetable.line(ofRoute: 2).textColor == nil)
  }

  @Test(arguments: [("1,,A,Airport line,", "A"), ("1,,,Airport line,", "Airport line"), ("1", "1")])
  func `the name of a line is its short name, or else the long one, or else its id`(
    row: String, name: String
  ) throws {
    #expect(try Array(routes(row).name) == [name])
  }

  @Test(
    arguments: [("00FF7f", 0x00FF7F), ("000000", 0), ("", -1), ("red", -1), ("#00FF7F", -1)]
      as [(String, Int32)])
  func `a colour is six hexadecimal digits`(text: String, color: Int32) throws {
    #expect(try routes("1,,A,,\(text)").color[0] == color)
  }

  @Test func `lines are in the order of their ids, without duplicates`() throws {
    let routes = try routes("b,,B", "a,,A", "b,,Again", ",,None")
    #expect(Array(routes.id) == ["", "a", "b"] && Array(routes.name) == ["None", "A", "B"])
  }
}

struct AgencyImportTests {
  private func agency(_ rows: String?, lines: [String: Int]) throws -> [String] {
    let text = rows.map { "agency_id,agency_name,agency_timezone\n\($0)" }
    let feed = SampleFeed().with("agency.txt", text).feed
    let agency = try AgencyImport(
      feed, linesByAgency: lines,
      days: CalendarDate(day: 20_454)...CalendarDate(day: 20_818))
    return [agency.name, agency.timeZone]
  }

  @Test func `the agency with most lines is used, whatever the order of the rows`() throws {
    let rows = ["s,Small,Europe/Paris", "l,Large,Europe/Lisbon"]
    for rows in [rows, rows.reversed()] {
      let found = try agency(rows.joined(separator: "\n"), lines: ["s": 1, "l": 2])
      #expect(found == ["Large", "Europe/Lisbon"])
    }
  }

  @Test func `of agencies with equally many lines, the first one of the file is used`() throws {
    #expect(try agency("b,B,Europe/Paris\na,A,Europe/Rome", lines: [:]) == ["B", "Europe/Paris"])
  }

  @Test(
    arguments: [
      ("Europe/Lisbon", []), ("Europe/London", []), ("Europe/Paris", ["s"]), ("Nowhere", []),
      ("", []),
    ] as [(String, Set<String>)])
  func `agencies whose clocks differ are known`(zone: String, others: Set<String>) throws {
    let text = "agency_id,agency_name,agency_timezone\nl,Large,Europe/Lisbon\ns,Small,\(zone)"
    let feed = SampleFeed().with("agency.txt", text).feed
    let agency = try AgencyImport(
      feed, linesByAgency: ["l": 2, "s": 1],
      days: CalendarDate(day: 20_454)...CalendarDate(day: 20_818))
    #expect(agency.timeZone == "Europe/Lisbon" && agency.otherClocks == others)
    let isUnknown = feed.diagnostics.all.contains { $0.problem == .unknownZone }
    #expect(isUnknown == ["Nowhere", ""].contains(zone))
  }

  @Test func `an agency without a time zone gets that of another agency`() throws {
    #expect(try agency("a,A,\nb,B,Europe/Paris", lines: [:]) == ["A", "Europe/Paris"])
  }

  @Test func `of very many agencies, the zones of the first hundred are tried`() throws {
    func zone(ofAgenciesBefore count: Int) throws -> String {
      let unknown = (0..<count).map { "\(1_000_000 + $0),,Zone\($0)" }
      return try agency((unknown + ["2,,Europe/Paris"]).joined(separator: "\n"), lines: [:])[1]
    }
    #expect(try zone(ofAgenciesBefore: 99) == "Europe/Paris")
    #expect(try zone(ofAgenciesBefore: 100_000) == "UTC")
  }

  @Test func `of several agencies, the one with most lines and a known time zone counts`() throws {
    let rows = "a,A,Mars/Base\nz,Z,Zone\nb,B,Europe/Rome\nc,C,Europe/Paris"
    #expect(try agency(rows, lines: ["a": 3, "c": 2, "b": 1]) == ["A", "Europe/Paris"])
    #expect(try agency(rows, lines: ["a": 3]) == ["A", "Europe/Rome"])
  }

  @Test(arguments: [nil, ""])
  func `a feed without an agency uses UTC`(rows: String?) throws {
    #expect(try agency(rows, lines: [:]) == ["", "UTC"])
  }
}
