/// The record at the end of a zip archive that gives the position of the directory.
struct EndOfCentralDirectory {
  /// The position of the directory.
  let directory: Int
  let directorySize: Int
  /// The number of members in the directory.
  let entries: Int
  /// The number of bytes before the archive; positions in the archive exclude them.
  let prefixSize: Int

  /// The number of bytes in which the record is searched, with those of zip64 before it.
  private static let searchedSize = 76 + 22 + 0xFFFF

  /// Finds the record whose comment ends at the end of `source`. Programs take the first or the last
  /// of several, so these are rejected.
  init(of source: ByteSource) throws(FeedRejection) {
    let start = max(0, source.count - Self.searchedSize)
    guard let bytes = try source.part(from: start, count: source.count - start),
      let position = Self.position(in: bytes, before: bytes.count)
    else {
      let isTruncated =
        try source.part(from: 0, count: 4)?.number(UInt32.self, at: 0) == 0x0403_4B50
      throw FeedRejection(
        isTruncated
          ? "the archive is cut short; download it again"
          : "it is not a zip archive; expected a zip with stops.txt and the other files of a feed")
    }
    guard Self.position(in: bytes, before: position) == nil else {
      throw FeedRejection("the archive has two directories; create the archive again")
    }
    func uint16(_ offset: Int) -> Int? { bytes.number(UInt16.self, at: position + offset) }
    func uint32(_ offset: Int) -> Int? { bytes.number(UInt32.self, at: position + offset) }
    guard uint16(4) == 0, uint16(6) == 0, let entries = uint16(10), let size = uint32(12),
      let directoryStart = uint32(16)
    else { throw FeedRejection("the archive is one part of several; join them first") }
    let isZip64 = entries == 0xFFFF || size == 0xFFFF_FFFF || directoryStart == 0xFFFF_FFFF
    let zip64 = isZip64 ? try Self.zip64Record(before: position, in: bytes) : nil
    self.entries = zip64?.entries ?? entries
    directorySize = zip64?.size ?? size
    let (directory, isTooLarge) = (start + (zip64?.position ?? position))
      .subtractingReportingOverflow(directorySize)
    let (prefixSize, overflows) = directory.subtractingReportingOverflow(
      zip64?.start ?? directoryStart)
    guard !isTooLarge, directory >= 0, prefixSize >= 0, !overflows else {
      throw .damagedDirectory
    }
    self.directory = directory
    self.prefixSize = prefixSize
  }

  /// Finds the last record that begins before `end`.
  private static func position(in bytes: Bytes, before end: Int) -> Int? {
    var position = min(end - 1, bytes.count - 22)
    while position >= max(0, bytes.count - 22 - 0xFFFF) {
      // One byte is compared first, because it differs at most positions.
      if bytes.memory[position] == 0x50, bytes.number(UInt32.self, at: position) == 0x0605_4B50,
        bytes.number(UInt16.self, at: position + 20) == bytes.count - position - 22
      {
        return position
      }
      position -= 1
    }
    return nil
  }

  /// Reads the zip64 record, which directly precedes its locator; nil when there is no locator.
  private static func zip64Record(
    before end: Int, in bytes: Bytes
  ) throws(FeedRejection) -> (position: Int, entries: Int, size: Int, start: Int)? {
    guard bytes.number(UInt32.self, at: end - 20) == 0x0706_4B50 else { return nil }
    let position = end - 76
    guard bytes.number(UInt32.self, at: position) == 0x0606_4B50,
      let entries = bytes.number(UInt64.self, at: position + 32),
      let size = bytes.number(UInt64.self, at: position + 40),
      let start = bytes.number(UInt64.self, at: position + 48)
    else { throw .damagedDirectory }
    return (position, entries, size, start)
  }
}
