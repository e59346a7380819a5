import DataSourceInterface
import Foundation
import JourneysInterface
import Mediator
import ModuleTesting
import RealtimeInterface
import RoutingInterface
import TestSupport
import Testing

@testable import HostKit

/// Journeys on expected times, with the files of an agency.
// One after the other, so that long computations leave a thread to tests with deadlines.
@Suite(.serialized, .enabled(if: SharedData.isAvailable))
struct LiveJourneysTests {
  /// 10:45:21 in San Francisco, 20 seconds after the files were made.
  private static let now = "2019-08-07T17:45:41Z"

  private static func decoded<Answer: Decodable>(_ output: String) throws -> Answer {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return try decoder.decode(Answer.self, from: Data(output.utf8))
  }

  private func session(now: String = now) async throws -> HostSession {
    let session = try HostSession(now: now)
    let files = SharedData.folder.appending(path: "realtime")
    let added = try await session.run([
      "city", "add", "bart", files.appending(path: "bart-rt.zip").path,
    ])
    #expect(added.code == .answered)
    let updates = files.appending(path: "bart-trip-updates.pb").path
    let result = try await session.run(["city", "realtime", "bart", updates])
    #expect(result.code == .answered)
    return session
  }

  @Test func `journeys on expected times are those of the reference`() async throws {
    let session = try await session(now: "2019-08-07T17:45:21Z")
    let reference = SharedData.folder.appending(path: "reference/queries_realtime.csv")
    let rows = try String(contentsOf: reference, encoding: .utf8).split(whereSeparator: \.isNewline)
      .dropFirst()
    #expect(rows.count == 60)
    for row in rows {
      let fields = row.split(separator: ",").map(String.init)
      let result = try await session.run([
        "--city", "bart", "route", "id:\(fields[2])", "id:\(fields[3])", "--date", fields[0],
        "--depart", fields[1], "--change-time", "120", "--json",
      ])
      let plan: JourneyPlan = try Self.decoded(result.output)
      let front = plan.journeys.map { "\($0.arrival.seconds):\($0.rides)" }
      #expect(front.joined(separator: "|") == fields[4], "\(row)")
    }
  }

  @Test func `a late train says so, and the answer says how old its times are`() async throws {
    let line = "--city bart route id:WDUB id:MLBR --date 2019-08-07 --depart 10:45"
    let fresh = try await session().run(words(of: line))
    #expect(fresh.output.contains("Wed 7 Aug, live\n"))
    #expect(fresh.output.contains("1 min late, planned 11:51"))
    let old = try await session(now: "2019-08-07T17:53:00Z").run(words(of: line))
    #expect(old.output.contains("live, 8 min old"))
    let tooOld = try await session(now: "2019-08-07T18:01:00Z").run(words(of: line))
    #expect(tooOld.output.contains("Wed 7 Aug, timetable\n"))
    #expect(!tooOld.output.contains("late,"))
  }

  @Test func `what does not fit the timetable is counted`() async throws {
    let result = try await session().run(["city", "realtime", "bart", "--json"])
    let status: RealtimeStatus = try Self.decoded(result.output)
    let source = try #require(status.sources.first)
    #expect(source.used == 65)
    #expect(
      source.unused == [
        "unknown trip": 18, "unknown line": 8, "stop that is not on the trip": 6,
      ])
  }
}
