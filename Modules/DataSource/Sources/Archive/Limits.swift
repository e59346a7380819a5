/// How much a feed may ask for before it is refused.
struct Limits: Sendable {
  /// How many bytes its files may be together, unpacked.
  var unpackedBytes = 1 << 30
  /// How many times the archive's size its files may be together, beyond `freeBytes`. Of 23 real
  /// feeds the most regular has 9.
  var ratio = 20
  /// How many stops it may have.
  var stops = 50_000
  /// How many lines it may have.
  var lines = 10_000
  /// How many services or trips it may have.
  var ids = 1_000_000
  /// How many stops one station may have.
  var stopsOfStation = 1000
  /// How many trips its headways may stand for.
  var trips = 1_000_000
  /// How many changes it may describe.
  var transfers = 500_000

  /// What any feed may unpack to, however small the archive.
  private static let freeBytes = 24 << 20
  /// Shorter rows say nothing: real ones have 30 bytes and more.
  private static let shortestRow = 16

  /// How many bytes the files of an archive may be together, unpacked: more for a larger one.
  func bytes(ofArchive size: Int) -> Int {
    let (scaled, overflows) = ratio.multipliedReportingOverflow(by: size)
    let wanted = overflows ? .max : scaled
    return min(unpackedBytes, max(Self.freeBytes, wanted))
  }

  /// How many rows a file of `size` bytes may have.
  func rows(ofFile size: Int) -> Int {
    Self.freeBytes / Self.shortestRow + size / Self.shortestRow
  }
}
