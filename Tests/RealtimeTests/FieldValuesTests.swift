import Testing

@testable import Realtime

@Suite struct FieldValuesTests {
  private func feed(_ bytes: [UInt8]) throws -> RealtimeFeed { try RealtimeFeed(decoding: bytes) }

  @Test(arguments: [0, 1, -1, -90, Int64(Int32.min), Int64(Int32.max)])
  func `a delay can be negative`(delay: Int64) throws {
    let bytes = FeedBytes.update { $0.signed(5, delay) }
    #expect(try feed(bytes).tripUpdates.map(\.delay) == [Int(delay)])
  }

  /// Such as those of programs that write 32 bits.
  @Test func `a negative delay in five bytes is accepted`() throws {
    let bytes = FeedBytes.update { $0.number(5, 0xFFFF_FFFF) }
    #expect(try feed(bytes).tripUpdates.map(\.delay) == [-1])
  }

  @Test(arguments: [Int64(Int32.min) - 1, 1 << 32, .max, .min])
  func `a delay of more than 32 bits is refused`(delay: Int64) {
    let bytes = FeedBytes.update { $0.signed(5, delay) }
    #expect(RealtimeFeedError(decoding: bytes)?.isOutOfRange(of: "delay") == true)
  }

  @Test(arguments: [1 << 32, .max] as [UInt64])
  func `a position in a trip of more than 32 bits is refused`(sequence: UInt64) {
    let bytes = FeedBytes.update { $0.message(2) { $0.number(1, sequence) } }
    #expect(RealtimeFeedError(decoding: bytes)?.isOutOfRange(of: "stop_sequence") == true)
  }

  @Test(
    arguments: [
      (0, 0), (1_796_000_000, 1_796_000_000), (-5, -5), (.max, 253_402_300_799),
      (.min, -253_402_300_799),
    ] as [(Int64, Int)])
  func `a time is limited to the years before 10000`(time: Int64, expected: Int) throws {
    let bytes = FeedBytes.update { $0.message(2) { $0.message(2) { $0.signed(2, time) } } }
    #expect(try feed(bytes).tripUpdates.first?.stopTimeUpdates.first?.arrival?.time == expected)
  }

  @Test(
    arguments: [
      (0, .scheduled), (1, .added), (2, .unscheduled), (3, .canceled), (4, .unrecognized),
      (5, .replacement), (6, .duplicated), (7, .deleted), (8, .new), (9, .unrecognized),
      (.max, .unrecognized),
    ] as [(UInt64, RealtimeFeed.TripScheduleRelationship)])
  func `an unknown value of an enumeration is not replaced by a default`(
    value: UInt64, relationship: RealtimeFeed.TripScheduleRelationship
  ) throws {
    let bytes = FeedBytes.update { $0.message(1) { $0.number(4, value) } }
    #expect(try feed(bytes).tripUpdates.map(\.trip.scheduleRelationship) == [relationship])
  }

  @Test func `a text that is not UTF-8 is repaired, and control characters are kept`() throws {
    let bytes = FeedBytes.update {
      $0.message(1) { $0.data(1, [0x61, 0xFF, 0x1B, 0x00, 0xC3, 0xA9, 0xED, 0xA0]) }
    }
    let id = try feed(bytes).tripUpdates.first?.trip.tripID
    #expect(id == "a\u{FFFD}\u{1B}\u{0}é\u{FFFD}\u{FFFD}")
  }

  @Test(arguments: [
    ("header", FeedBytes { $0.number(1, 1) }.bytes),
    ("entity", FeedBytes.file { $0.number(2, 1) }),
    ("trip_id", FeedBytes.update { $0.message(1) { $0.number(1, 1) } }),
    // A packed list in the place of one number.
    ("stop_sequence", FeedBytes.update { $0.message(2) { $0.data(1, [1, 2]) } }),
    ("delay", FeedBytes.update { $0.float(5, 1) }),
    ("latitude", FeedBytes.vehicle { $0.message(2) { $0.number(1, 41) } }),
    ("cause", FeedBytes.alert { $0.text(6, "STRIKE") }),
    ("translation", FeedBytes.alert { $0.message(10) { $0.number(1, 1) } }),
  ])
  func `a field with another type is an error that names it`(field: String, bytes: [UInt8]) {
    guard case .wrongType(field, _) = RealtimeFeedError(decoding: bytes) else {
      Issue.record("\(String(describing: RealtimeFeedError(decoding: bytes)))")
      return
    }
  }

  @Test func `packed lists in fields of an extension are skipped`() throws {
    let bytes = FeedBytes.update {
      $0.data(1001, [1, 2, 3])
      $0.signed(5, 9)
    }
    #expect(try feed(bytes).tripUpdates.map(\.delay) == [9])
  }
}

extension RealtimeFeedError {
  fileprivate func isOutOfRange(of field: String) -> Bool {
    guard case .outOfRange(field, _) = self else { return false }
    return true
  }
}
