import Foundation
import Mediator
import TestSupport
import Testing

@testable import Realtime

/// Real files of agencies. Those of New York have fields of an extension.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: SharedData.path("realtime"))))
struct RealFilesTests {
  private func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: SharedData.folder.appending(path: "realtime/\(name)")))
  }

  @Test(arguments: [
    "bart-alerts.pb", "bart-trip-updates.pb", "ct-trip-updates.pb", "ct-vehicle-positions.pb",
    "example.pb",
  ])
  func `a file has the fields that an independent reader found`(name: String) throws {
    let feed = try RealtimeFeed(decoding: try bytes(name))
    let json = Data(try bytes("\(name).json"))
    #expect(feed.json == (try JSON.decode(JSONValue.self, from: json)))
    #expect(feed.rejectedEntities.isEmpty)
  }

  @Test(arguments: [
    ("nyct-b-division.pb", 156, 156, 0), ("nyct-2-delay.pb", 208, 136, 1),
    ("ct-service-alerts.pb", 0, 0, 0),
  ])
  func `fields of an extension are skipped`(
    name: String, tripUpdates: Int, vehicles: Int, alerts: Int
  ) throws {
    let feed = try RealtimeFeed(decoding: try bytes(name))
    #expect(feed.tripUpdates.count == tripUpdates)
    #expect(feed.vehicles.count == vehicles)
    #expect(feed.alerts.count == alerts)
    #expect(feed.header.version == "1.0")
    #expect(feed.rejectedEntities.isEmpty)
  }

  @Test func `a file that is no protocol buffer is refused`() throws {
    let bytes = try bytes("invalid.pb")
    #expect(throws: RealtimeFeedError.notProtobuf(.text)) { try RealtimeFeed(decoding: bytes) }
  }

  @Test(arguments: ["bart-alerts.pb", "ct-trip-updates.pb", "nyct-2-delay.pb"])
  func `the beginning of a file is an error, or a file with fewer entities`(name: String) throws {
    let bytes = try bytes(name)
    let count = try RealtimeFeed(decoding: bytes).entityCount
    for length in 0..<min(bytes.count, 2048) {
      do {
        let feed = try RealtimeFeed(decoding: Array(bytes[..<length]))
        #expect(feed.entityCount < count, "\(length)")
      } catch {
        switch error {
        case .truncated, .missing: break
        // The first three bytes can be a line feed, a bracket and another line feed.
        case .notProtobuf where length <= 3: break
        default: Issue.record("\(error) after \(length) bytes")
        }
      }
    }
  }

  @Test func `a file with changed bytes is an error or a value`() throws {
    let original = try bytes("nyct-b-division.pb").prefix(4096)
    var random = SplitMix64(seed: 50)
    for _ in 0..<(TestOptions.isThorough ? 20_000 : 500) {
      var bytes = Array(original)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
      }
      _ = try? RealtimeFeed(decoding: bytes)
    }
  }
}

extension RealtimeFeed {
  fileprivate var entityCount: Int { tripUpdates.count + vehicles.count + alerts.count }
}
