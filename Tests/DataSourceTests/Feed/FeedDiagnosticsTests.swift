import DataSourceInterface
import Testing

@testable import DataSource

struct FeedDiagnosticsTests {
  /// Returns the diagnostics of a feed, each as file, first line, problem, count and first value.
  private func diagnostics(of sample: SampleFeed) throws -> [String] {
    let feed = sample.feed
    _ = try CompiledCity(feed, as: .builtIn, name: "Sample")
    return feed.diagnostics.all.map { diagnostic in
      let example = diagnostic.examples.first
      let line = example?.line.map { ":\($0)" } ?? ""
      return "\(diagnostic.file)\(line) \(diagnostic.problem) \(diagnostic.count) "
        + "'\(example?.value ?? "")'"
    }
  }

  @Test func `a valid feed has no diagnostics`() throws {
    #expect(try diagnostics(of: SampleFeed()) == [])
  }

  @Test(
    arguments: [
      ("stops.txt", ",Nameless", "missingID 1 ''"), ("stops.txt", "A,Again", "repeatedID 1 'A'"),
      ("stops.txt", "P,Platform,1,1,0,X", "unknownParent 1 'X'"),
      ("stops.txt", "P,Platform,1,1,0,P", "unknownParent 1 'P'"),
      ("stops.txt", "P,Platform,91,1,,", "unreadablePlace 1 '91'"),
      ("stops.txt", "P,,1,1,,", "missingName 1 'P'"),
      ("routes.txt", "3,M,X,,red", "unreadableColor 1 'red'"),
      ("routes.txt", "1,M,X,,", "repeatedID 1 '1'"),
      ("calendar.txt", "x,1,1,1,1,1,1,1,2026-01-01,20261231", "unreadableRow 1 '2026-01-01'"),
      ("calendar.txt", "all,1,1,1,1,1,1,1,20260101,20261231", "repeatedID 1 'all'"),
      ("trips.txt", "t3,1,never,,", "unknownService 1 'never'"),
      ("trips.txt", "t1,1,all,,", "repeatedID 1 't1'"),
      ("trips.txt", "t3,1,all,,", "emptyTrip 1 't3'"),
      ("stop_times.txt", "t9,9:00:00,9:00:00,A,1", "unknownTrip 1 't9'"),
      ("stop_times.txt", "t1,9:00:00,9:00:00,Z,9", "unknownStop 1 'Z'"),
      ("stop_times.txt", "t1,9:00:00,9:00:00,A,x", "unreadableRow 1 'x'"),
      ("stop_times.txt", "t1,9:60:00,9:00:00,A,9", "unreadableTime 1 '9:60:00'"),
      ("stop_times.txt", "t1,9:00:00,9:00:00,D,9,too,many", "raggedRow 1 ''"),
      ("stop_times.txt", "t1,9:00:00,9:00:00,D,\"9", "openQuote 1 ''"),
      ("agency.txt", "M,Again,Europe/Lisbon", "repeatedID 1 'M'"),
    ])
  func `a row with a problem is reported with its line`(
    file: String, row: String, diagnostic: String
  ) throws {
    let feed = SampleFeed().adding(to: file, row)
    let line = feed.lines(of: file)
    #expect(try diagnostics(of: feed).contains("\(file):\(line) \(diagnostic)"))
  }

  @Test func `a trip with inconsistent calls is reported at the call`() throws {
    let feed = SampleFeed().adding(to: "trips.txt", "u,1,all,,", "b,1,all,,", "l,9,all,,")
      .adding(
        to: "stop_times.txt", "u,,,A,1", "u,9:10:00,9:10:00,C1,2", "u,9:20:00,9:20:00,D,3",
        "b,9:00:00,9:00:00,A,1",
        "b,8:00:00,8:00:00,D,2", "l,9:00:00,9:00:00,A,1", "l,9:10:00,9:10:00,C1,1",
        "l,9:20:00,9:20:00,D,2")
    #expect(
      try diagnostics(of: feed) == [
        "stop_times.txt:9 emptyTrip 1 'b'", "stop_times.txt:10 backwardTrip 1 'b'",
        "stop_times.txt:12 repeatedSequence 1 'l'", "stop_times.txt:6 untimedEnd 1 'u'",
        "trips.txt:6 unknownLine 1 '9'",
      ])
  }

  @Test func `a problem with a whole file is reported without a line`() throws {
    let feed = SampleFeed().with("agency.txt", "agency_name,agency_timezone\n")
    #expect(try diagnostics(of: feed) == ["agency.txt unknownZone 1 ''"])
  }

  @Test func `all rows are counted, and three of them are examples`() throws {
    let rows = (0..<20).map { "t9,9:00:00,9:00:00,A,\($0)" }
    let feed = rows.reduce(SampleFeed()) { $0.adding(to: "stop_times.txt", $1) }.feed
    _ = try CompiledCity(feed, as: .builtIn, name: "Sample")
    let diagnostic = try #require(feed.diagnostics.all.first)
    #expect(diagnostic.count == 20 && diagnostic.examples.map(\.line) == [6, 7, 8])
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func `lines are counted with every kind of line end, also inside quotes`(end: String) throws {
    let text = ["a,b", "\"x\(end)y\"\"\(end)\",1", "", "2"].joined(separator: end)
    let diagnostics = FileDiagnostics(name: "any")
    let table = try CSVTable(LineReader(Buffer(text.utf8).bytes), diagnostics)
    try table.forEachRow { table.report(.unreadableRow, at: $0, $0[0]) }
    let found = diagnostics.all.first { $0.problem == .unreadableRow }
    #expect(found?.examples.map(\.line) == [2, 6])
  }
}

extension SampleFeed {
  /// Returns the number of lines of a file.
  fileprivate func lines(of file: String) -> Int {
    bytes[file]?.split(separator: UInt8(ascii: "\n")).count ?? 0
  }
}
