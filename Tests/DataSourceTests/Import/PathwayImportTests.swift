import DataSourceInterface
import Testing

@testable import DataSource

struct PathwayImportTests {
  /// Two platforms, the first with a boarding area, an entrance and a node on three levels.
  private static let feed = SampleFeed()
    .with(
      "stops.txt",
      """
      stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station,level_id
      A,Airport,41.1,-8.1,,,
      C,Centre,41.2,-8.2,1,,
      C1,Centre,41.2,-8.2,0,C,L1
      C2,Centre,41.2,-8.2,0,C,L2
      Cb,Front cars,41.2,-8.2,4,C1,L1
      N,North door,41.2,-8.2,2,C,L0
      H,,,,3,C,L0
      D,Docks,,,,,
      """
    )
    .with("levels.txt", "level_id,level_index,level_name\nL0,0,Street\nL1,-1,Red\nL2,-2,Blue")

  private static let header =
    "from_stop_id,to_stop_id,pathway_mode,is_bidirectional,traversal_time,length,stair_count,"
    + "signposted_as,reversed_signposted_as\n"

  private func compile(_ rows: [String]) throws -> (city: CompiledCity, problems: [FeedDiagnostic])
  {
    let feed = Self.feed.with("pathways.txt", Self.header + rows.joined(separator: "\n")).feed
    let city = try CompiledCity(feed, as: .builtIn, name: "Sample")
    return (city, feed.diagnostics.all.filter { $0.file == "pathways.txt" })
  }

  /// The ways between platforms, such as `C1 C2 540: up to Street, then Blue line`.
  private func ways(_ rows: String...) throws -> [String] {
    let timetable = try compile(rows).city.timetable
    return (0..<timetable.stops.count).flatMap { from in
      timetable.walkways.ways(from: from).map { way in
        let to = timetable.stops.id[Int(timetable.walkways.to[way])]
        let steps = WalkwayStep.steps(timetable.walkways.steps[way]).inWords
        let seconds = timetable.walkways.seconds[way]
        return "\(timetable.stops.id[from]) \(to) \(seconds): \(steps)"
      }
    }
  }

  @Test func `a way leads over boarding areas and nodes, and follows signs or else levels`() throws
  {
    #expect(
      try ways("Cb,H,2,0,140,,40,,", "H,C2,4,0,400,,,Blue line,")
        == ["C1 C2 540: up to Street, then Blue line"])
  }

  @Test(arguments: [
    ("C1,C2,1,0,90,600,30,,", 90), ("C1,C2,1,0,,12,,,", 10), ("C1,C2,2,0,,12,20,,", 30),
    ("C1,C2,2,0,,,-25,,", 25), ("C1,C2,1,0,,1,,,", 1), ("C1,C2,1,0,x,-5,x,,", 0),
    ("C1,C2,1,0,999999999,,,,", 604_800),
  ])
  func `a pathway takes its time, or else its length and its stairs`(
    row: String, seconds: Int
  ) throws {
    #expect(try ways(row).first?.hasPrefix("C1 C2 \(seconds):") == true)
  }

  @Test func `a pathway in both directions has a sign for each`() throws {
    #expect(
      try ways("C1,C2,1,1,60,,,Blue,Red")
        == ["C1 C2 60: Blue", "C2 C1 60: Red"])
    #expect(try ways("C1,C2,1,0,60,,,Blue,Red") == ["C1 C2 60: Blue"])
  }

  @Test func `the shortest way counts, also with loops`() throws {
    #expect(
      try ways(
        "C1,H,1,1,60,,,,", "H,C1,1,1,60,,,,", "H,C2,1,0,300,,,,", "H,N,1,1,30,,,,",
        "N,C2,1,0,30,,,,")
        == ["C1 C2 120: up to Street, then down to Blue"])
  }

  @Test(
    arguments: [
      ("C1,X,1,1,60,,,,", .unknownStop), (",C1,1,1,60,,,,", .unknownStop),
      ("C1,C1,1,1,60,,,,", .uselessPathway), ("C1,A,1,1,60,,,,", .uselessPathway),
    ] as [(String, FeedProblem)])
  func `a pathway that leads nowhere is reported with its line`(
    row: String, problem: FeedProblem
  ) throws {
    let (city, problems) = try compile([row])
    #expect(city.timetable.walkways.to.isEmpty)
    #expect(problems.map(\.problem) == [problem])
    #expect(problems.first?.examples.first?.line == 2)
  }

  @Test func `more pathways than a city has are refused at once`() throws {
    let row = "C1,C2,1,1,60,,,,"
    var limits = FeedLimits()
    limits.pathwayVisits = 100
    let feed = Self.feed.with(
      "pathways.txt", Self.header + Array(repeating: row, count: 30).joined(separator: "\n"))
    #expect(
      throws: FeedRejection(
        "pathways.txt describes more than 100 ways to platforms; expected the feed of one city")
    ) {
      try CompiledCity(Feed(feed.bytes, limits: limits), as: .builtIn, name: "Sample")
    }
  }

  @Test func `stations that nothing connects are reported`() throws {
    let feed = SampleFeed().with("transfers.txt", "from_stop_id,to_stop_id,transfer_type\nA,A,0")
      .adding(
        to: "stops.txt", "Z,Zoo,41.3,-8.3,,", "W,West,41.3,-8.3005,,"
      ).adding(to: "trips.txt", "t9,2,all,,0").adding(
        to: "stop_times.txt", "t9,8:00:00,8:00:00,Z,1", "t9,8:10:00,8:10:00,W,2"
      ).feed
    _ = try CompiledCity(feed, as: .builtIn, name: "Sample")
    let found = feed.diagnostics.all.filter { $0.problem == .unconnectedStation }
    #expect(found.map(\.count) == [2])
    #expect(found.first?.examples.map(\.value) == ["W", "Z"])
    #expect(found.first?.remedy == .kept)
  }
}
