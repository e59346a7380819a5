import Testing

@testable import Realtime

@Suite struct RealtimeFeedDecodingTests {
  private func feed(
    _ bytes: [UInt8], _ limits: RealtimeFeedLimits = RealtimeFeedLimits()
  ) throws -> RealtimeFeed {
    try RealtimeFeed(decoding: bytes, limits: limits)
  }

  // MARK: - The header

  @Test(arguments: ["1.0", "2.0", "2", "2.1"])
  func `the versions 1 and 2 are read`(version: String) throws {
    #expect(try feed(FeedBytes.file(version: version)).header.version == version)
  }

  @Test(arguments: ["3.0", "0.9", "", "10", " 2.0", "20.0", "२.0"])
  func `another version is refused`(version: String) {
    #expect(throws: RealtimeFeedError.unsupportedVersion(version)) {
      try feed(FeedBytes.file(version: version))
    }
  }

  @Test(
    arguments: [(0, nil), (1, .differential), (2, .differential)]
      as [(
        UInt64, RealtimeFeedError?
      )])
  func `a file with something else than all data is refused`(
    incrementality: UInt64, error: RealtimeFeedError?
  ) {
    let bytes = FeedBytes {
      $0.message(1) {
        $0.text(1, "2.0")
        $0.number(2, incrementality)
      }
    }.bytes
    #expect(error == RealtimeFeedError(decoding: bytes))
  }

  @Test func `a file needs a header with a version`() {
    let withoutVersion = FeedBytes { $0.message(1) { $0.number(3, 5) } }.bytes
    #expect(RealtimeFeedError(decoding: withoutVersion) == .missing(field: "gtfs_realtime_version"))
    let withoutHeader = FeedBytes { $0.message(2) { $0.text(1, "e") } }.bytes
    #expect(RealtimeFeedError(decoding: withoutHeader) == .missing(field: "header"))
  }

  @Test func `the header can be in parts, and after the entities`() throws {
    let bytes = FeedBytes {
      $0.message(1) { $0.number(3, 5) }
      $0.message(2) {
        $0.message(5) { $0.number(6, 4) }
        $0.text(1, "e")
      }
      $0.message(1) {
        $0.text(1, "9.0")
        $0.text(1, "2.0")
      }
    }.bytes
    let feed = try feed(bytes)
    #expect(feed.header == RealtimeFeed.Header(version: "2.0", timestamp: 5))
    #expect(feed.alerts == [RealtimeFeed.Alert(entityID: "e", cause: .strike)])
  }

  // MARK: - Entities

  @Test func `entities without required fields are left out and counted`() throws {
    func vehicle(_ bytes: inout FeedBytes, _ latitude: Float?, _ longitude: Float?) {
      bytes.message(2) {
        $0.text(1, "e")
        $0.message(4) {
          $0.message(2) {
            if let latitude { $0.float(1, latitude) }
            if let longitude { $0.float(2, longitude) }
          }
        }
      }
    }
    let bytes = FeedBytes.file {
      $0.message(2) { $0.message(5) }
      $0.message(2) { $0.text(1, "a shape") }
      $0.message(2) {
        $0.text(1, "a trip update without a trip")
        $0.message(3)
      }
      $0.message(2) {
        $0.text(1, "deleted")
        $0.number(2, 1)
      }
      vehicle(&$0, 41, nil)
      vehicle(&$0, nil, 8)
      vehicle(&$0, 91, 8)
      vehicle(&$0, 41, -181)
      vehicle(&$0, .nan, 8)
      vehicle(&$0, .infinity, 8)
      vehicle(&$0, -90, 180)
    }
    let feed = try feed(bytes)
    #expect(feed.vehicles.map(\.position) == [.init(latitude: -90, longitude: 180)])
    #expect(feed.alerts.isEmpty && feed.tripUpdates.isEmpty)
    let rejected: [EntityRejection: Int] = [
      .missingID: 1, .missingContents: 1, .missingTrip: 1, .deleted: 1, .invalidPosition: 6,
    ]
    #expect(feed.rejectedEntities == rejected)
  }

  @Test func `the parts of a message are merged, and a list has all elements`() throws {
    let bytes = FeedBytes.file {
      $0.message(2) {
        $0.text(1, "e")
        for text in ["a", "b"] {
          $0.message(5) { $0.message(10) { $0.message(1) { $0.text(1, text) } } }
        }
      }
    }
    #expect(try feed(bytes).alerts.first?.headerText?.translations.map(\.text) == ["a", "b"])
  }

  // MARK: - Limits

  @Test func `a file with more bytes, entities or elements than the limits is refused`() throws {
    let bytes = FeedBytes.file {
      for id in ["a", "b"] {
        $0.message(2) {
          $0.text(1, id)
          $0.message(3) {
            $0.message(1) { $0.text(1, id) }
            for _ in 0..<2 { $0.message(2) }
          }
        }
      }
    }
    let limits = RealtimeFeedLimits(bytes: bytes.count, entities: 2, elements: 4)
    #expect(try feed(bytes, limits).tripUpdates.count == 2)
    for (limits, error) in [
      (RealtimeFeedLimits(bytes: bytes.count - 1), RealtimeFeedError.Unit.bytes),
      (RealtimeFeedLimits(entities: 1), .entities), (RealtimeFeedLimits(elements: 3), .elements),
    ] {
      let limit = error == .bytes ? limits.bytes : error == .entities ? 1 : 3
      #expect(throws: RealtimeFeedError.tooLarge(error, limit: limit)) { try feed(bytes, limits) }
    }
  }

  @Test(.timeLimit(.minutes(2))) func `a million entities are decoded`() throws {
    let count = 1_000_000
    let entity = FeedBytes {
      $0.message(2) {
        $0.text(1, "e")
        $0.message(3) { $0.message(1) { $0.text(1, "t") } }
      }
    }.bytes
    var bytes = FeedBytes.file()
    bytes.reserveCapacity(bytes.count + count * entity.count)
    for _ in 0..<count { bytes += entity }
    #expect(try feed(bytes).tripUpdates.count == count)
  }

  /// A hundred thousand parts of one text: copying the list for each of them would take minutes.
  @Test(.timeLimit(.minutes(1))) func `merging takes linear time`() throws {
    let count = 100_000
    let bytes = FeedBytes.alert {
      for _ in 0..<count { $0.message(10) { $0.message(1) } }
    }
    #expect(try feed(bytes).alerts.first?.headerText?.translations.count == count)
  }
}
