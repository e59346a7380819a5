import Testing

@testable import Realtime

@Suite struct RealtimeFeedErrorTests {
  @Test(
    arguments: [
      ([], .nothing), (Array("<!doctype html>".utf8), .markup),
      ([0xEF, 0xBB, 0xBF] + Array("\r\n <html>".utf8), .markup), (Array(#"{"a": 1}"#.utf8), .json),
      (Array("  []".utf8), .json), ([0x1F, 0x8B, 0x08, 0x00], .gzip),
      ([0x50, 0x4B, 0x03, 0x04, 0x14], .zip), (Array("Not found\n".utf8), .text),
    ] as [([UInt8], OtherFormat)])
  func `an error says what a file looks like that is no protocol buffer`(
    bytes: [UInt8], format: OtherFormat
  ) {
    #expect(throws: RealtimeFeedError.notProtobuf(format)) { try RealtimeFeed(decoding: bytes) }
  }

  @Test func `bytes that look like nothing else are malformed`() {
    #expect(throws: RealtimeFeedError.malformed(.wireType, offset: 0)) {
      try RealtimeFeed(decoding: [0x87, 0x01, 0xFF])
    }
  }

  @Test(
    arguments: [
      (
        .notProtobuf(.markup),
        "the file looks like a web page; expected a protocol buffer in the format GTFS Realtime"
      ),
      (.truncated(offset: 7), "the file ends inside the field at byte 7; download it again"),
      (
        .malformed(.varint, offset: 7),
        "the file is no protocol buffer: at byte 7, a number has more than 64 bits"
      ),
      (
        .wrongType(field: "delay", offset: 7),
        "the file is not in the format GTFS Realtime: 'delay' at byte 7 has another type"
      ),
      (
        .unsupportedVersion("3.0"),
        "the file has the version '3.0' of GTFS Realtime; expected 1 or 2"
      ),
      (
        .differential,
        "the file has only the changes since the previous one; only full data sets are understood"
      ),
      (.tooLarge(.entities, limit: 5), "the file has more than 5 entities"),
    ] as [(RealtimeFeedError, String)])
  func `an error is one sentence`(error: RealtimeFeedError, text: String) {
    #expect("\(error)" == text)
  }
}
