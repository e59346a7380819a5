import DataSourceInterface
import Foundation
import Testing

@testable import DataSource

/// What a feed says about travel without steps.
struct StepFreeImportTests {
  private static let stops = """
    stop_id,stop_name,location_type,parent_station,wheelchair_boarding
    A,Airport,,,{A}
    C,Centre,1,,{C}
    C1,Centre,0,C,{C1}
    C2,Centre,0,C,{C2}
    N,North door,2,C,{N}
    H,,3,C,
    D,Docks,,,
    """
  private static let pathways =
    "from_stop_id,to_stop_id,pathway_mode,is_bidirectional,traversal_time,stair_count,signposted_as\n"

  /// - Parameters:
  ///   - values: The `wheelchair_boarding` of stops.
  ///   - rows: The rows of pathways.txt.
  private func access(_ values: [String: String], _ rows: [String] = []) throws -> Timetable {
    var text = Self.stops
    for id in ["A", "C", "C1", "C2", "N"] {
      text = text.replacingOccurrences(of: "{\(id)}", with: values[id] ?? "")
    }
    let feed = SampleFeed().with("stops.txt", text)
    return try
      (rows.isEmpty
      ? feed : feed.with("pathways.txt", Self.pathways + rows.joined(separator: "\n")))
      .timetable()
  }

  private func entry(_ id: String, _ timetable: Timetable) throws -> Timetable.Accessibility {
    let stop = try #require(timetable.stops.id.firstIndex(of: id))
    return timetable.stepFree.entry(of: stop)
  }

  @Test(
    arguments: [
      ("", "", .unknown), ("0", "1", .possible), ("", "2", .impossible), ("1", "2", .possible),
      ("2", "1", .impossible), ("3", "1", .possible), ("", "-1", .unknown), ("x", "", .unknown),
    ] as [(String, String, Timetable.Accessibility)])
  func `a platform without a value of its own has that of its station`(
    own: String, station: String, access: Timetable.Accessibility
  ) throws {
    let timetable = try self.access(["C1": own, "C": station])
    #expect(try entry("C1", timetable) == access)
    #expect(try entry("A", timetable) == .unknown)
  }

  @Test func `a feed that says nothing has no columns`() throws {
    let access = try SampleFeed().timetable().stepFree
    #expect(access.stops.isEmpty && access.trips.isEmpty && access.detours.first.isEmpty)
  }

  @Test(
    arguments: [
      // A walkway, stairs, a moving walkway, an escalator, a lift, gates, and no known mode.
      ("1", .possible), ("2", .impossible), ("3", .possible), ("4", .impossible),
      ("5", .possible), ("6", .possible), ("7", .possible), ("9", .unknown), ("", .unknown),
    ] as [(String, Timetable.Accessibility)])
  func `pathways from an entrance say whether there are steps`(
    mode: String, access: Timetable.Accessibility
  ) throws {
    let timetable = try self.access([:], ["N,H,1,1,60,,", "H,C1,\(mode),1,60,,"])
    #expect(try entry("C1", timetable) == access && entry("C2", timetable) == .unknown)
    #expect(timetable.stepFree.exit(of: 2) == access)
  }

  @Test(arguments: ["H,C1,1,1,60,12,", "H,C1,1,1,60,-12,"])
  func `a walkway with stairs has steps`(row: String) throws {
    #expect(try entry("C1", access([:], ["N,H,1,1,60,,", row])) == .impossible)
  }

  @Test(
    arguments: [
      // The platform, its station, the entrance, the mode of the pathway.
      ("1", "", "", "2", .unknown), ("2", "", "", "5", .impossible),
      ("", "1", "", "2", .impossible),
      ("", "2", "1", "5", .unknown), ("", "", "2", "5", .impossible),
    ] as [(String, String, String, String, Timetable.Accessibility)])
  func `pathways count before the station, and a contradiction is unknown`(
    platform: String, station: String, entrance: String, mode: String,
    access: Timetable.Accessibility
  ) throws {
    let values = ["C1": platform, "C": station, "N": entrance]
    #expect(try entry("C1", self.access(values, ["N,C1,\(mode),1,60,,"])) == access)
  }

  @Test(
    arguments: [
      // The platform, its station, the entrance.
      ("", "1", "2", .unknown), ("1", "", "2", .unknown), ("", "2", "2", .impossible),
      ("", "1", "1", .possible), ("", "1", "", .possible),
    ] as [(String, String, String, Timetable.Accessibility)])
  func `a station whose only entrance has steps contradicts itself`(
    platform: String, station: String, entrance: String, access: Timetable.Accessibility
  ) throws {
    let timetable = try self.access(["C1": platform, "C": station, "N": entrance])
    #expect(try entry("C1", timetable) == access)
  }

  @Test(
    arguments: [
      // The platform, its station, the mode of the pathway from the street.
      ("", "", "2", .unknown), ("1", "", "2", .possible), ("2", "", "5", .impossible),
      ("", "2", "2", .impossible), ("", "2", "5", .unknown), ("", "1", "2", .possible),
    ] as [(String, String, String, Timetable.Accessibility)])
  func `pathways from the street do not change the platform itself`(
    platform: String, station: String, mode: String, access: Timetable.Accessibility
  ) throws {
    let timetable = try self.access(
      ["C1": platform, "C": station, "N": "1"], ["N,C1,\(mode),1,60,,"])
    let stop = try #require(timetable.stops.id.firstIndex(of: "C1"))
    #expect(timetable.stepFree.platform(of: stop) == access)
  }

  @Test func `each direction has its own access`() throws {
    let timetable = try access([:], ["N,C1,5,0,60,,", "C1,N,2,0,60,,"])
    let stop = try #require(timetable.stops.id.firstIndex(of: "C1"))
    #expect(timetable.stepFree.entry(of: stop) == .possible)
    #expect(timetable.stepFree.exit(of: stop) == .impossible)
  }

  /// The ways without steps that differ from others, such as `C1 C2 200: Lift`.
  private func detours(_ rows: String...) throws -> [String] {
    let timetable = try access([:], rows)
    let ways = timetable.stepFree.detours
    return (0..<timetable.stops.count).flatMap { from in
      ways.ways(from: from).map { way in
        let ends = [from, Int(ways.to[way])].map { timetable.stops.id[$0] }
        let access = timetable.stepFree.access(ofDetour: way)
        return "\(ends[0]) \(ends[1]) \(access) \(ways.seconds[way]): \(ways.steps[way])"
      }
    }
  }

  @Test func `the way without steps is kept where it is another one, or none`() throws {
    #expect(
      try detours("C1,C2,2,0,60,,Stairs", "C1,H,5,0,150,,Lift", "H,C2,1,0,50,,")
        == ["C1 C2 possible 200: follow Lift"])
    #expect(
      try detours("C1,C2,2,1,60,,") == ["C1 C2 impossible 0: ", "C2 C1 impossible 0: "])
    #expect(try detours("C1,C2,1,1,60,,", "C1,C2,2,0,90,,") == [])
    // A pathway of unknown mode does not forbid the change, as it does not forbid the way in.
    #expect(
      try detours("C1,C2,,1,60,,", "C1,C2,2,0,30,,")
        == ["C1 C2 unknown 60: ", "C2 C1 unknown 60: "])
  }

  @Test(
    arguments: [("", .unknown), ("1", .possible), ("2", .impossible), ("7", .unknown)]
      as [(String, Timetable.Accessibility)])
  func `a trip says whether it takes wheelchairs`(
    value: String, access: Timetable.Accessibility
  ) throws {
    let timetable = try SampleFeed().with(
      "trips.txt",
      "trip_id,route_id,service_id,wheelchair_accessible\nt1,1,all,\(value)\nt2,2,all,1"
    ).timetable()
    #expect((0...1).map(timetable.stepFree.train) == [access, .possible])
  }
}
