import Testing

@testable import DataSource

struct AgencyImportTests {
  private func agency(_ rows: String?, lines: [String: Int]) throws -> [String] {
    let text = rows.map { "agency_id,agency_name,agency_timezone\n\($0)" }
    let feed = SampleFeed().with("agency.txt", text).feed
    let agency = try AgencyImport(feed, linesByAgency: lines)
    return [agency.name, agency.timeZone]
  }

  @Test func `the agency that runs most lines counts, whichever row comes first`() throws {
    let rows = ["s,Small,Europe/Paris", "l,Large,Europe/Lisbon"]
    for rows in [rows, rows.reversed()] {
      let found = try agency(rows.joined(separator: "\n"), lines: ["s": 1, "l": 2])
      #expect(found == ["Large", "Europe/Lisbon"])
    }
  }

  @Test func `among equals, the first id counts`() throws {
    #expect(try agency("b,B,Europe/Paris\na,A,Europe/Rome", lines: [:]) == ["A", "Europe/Rome"])
  }

  @Test func `an agency without a time zone has another agency's`() throws {
    #expect(try agency("a,A,\nb,B,Europe/Paris", lines: [:]) == ["A", "Europe/Paris"])
  }

  @Test(arguments: [nil, ""])
  func `a feed without an agency is on universal time`(rows: String?) throws {
    #expect(try agency(rows, lines: [:]) == ["", "UTC"])
  }
}
