import FuzzSupport

@testable import Realtime

/// Decodes any bytes as GTFS Realtime.
@main
enum FuzzRealtime {
  static func main() {
    Fuzzer.run { bytes, count in
      FuzzRealtime.test([UInt8](UnsafeBufferPointer(start: bytes, count: count)))
      return 0
    }
  }

  private static func test(_ bytes: [UInt8]) {
    do throws(RealtimeFeedError) {
      let feed = try RealtimeFeed(decoding: bytes)
      // Messages one after the other are one message, with the entities of all.
      let twice = try RealtimeFeed(decoding: bytes + bytes)
      precondition(twice.header == feed.header)
      precondition(twice.tripUpdates == feed.tripUpdates + feed.tripUpdates)
      precondition(twice.rejectedEntities == feed.rejectedEntities.mapValues { 2 * $0 })
      for case let position? in feed.vehicles.map(\.position) {
        precondition(abs(position.latitude) <= 90 && abs(position.longitude) <= 180)
      }
    } catch {
      switch error {
      case .truncated(let offset), .malformed(_, let offset), .wrongType(_, let offset),
        .outOfRange(_, let offset):
        precondition(bytes.indices.contains(offset))
      case .notProtobuf, .missing, .unsupportedVersion, .differential: break
      case .tooLarge: fatalError("\(error)")
      }
    }
  }
}
