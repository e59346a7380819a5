import FuzzSupport

@testable import DataSource

/// Reads any bytes as a zip archive, and each file in it.
@main
enum FuzzZip {
  static func main() {
    Fuzzer.run { bytes, count in
      FuzzZip.test(Buffer(UnsafeBufferPointer(start: bytes, count: count)).bytes)
      return 0
    }
  }

  private static func test(_ input: Bytes) {
    guard let archive = try? Archive(input, limits: FeedLimits(unpackedBytes: 1 << 20)) else {
      return
    }
    var budget = archive.budget
    for member in archive.members {
      guard let content = try? archive.unpack(member, budget: &budget) else { continue }
      precondition(
        content.count == member.size && budget >= 0,
        "the unpacked size differs from the size in the archive")
    }
    guard let feed = try? Feed(archive) else { return }
    _ = try? feed.table("stops.txt")
  }
}
