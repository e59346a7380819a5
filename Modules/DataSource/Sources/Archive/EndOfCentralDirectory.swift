/// The record at the end of a zip archive that gives the position of the directory.
struct EndOfCentralDirectory {
  /// The position of the directory.
  let directory: Int
  let directorySize: Int
  /// The number of members in the directory.
  let entries: Int
  /// The number of bytes before the archive; positions in the archive exclude them.
  let prefixSize: Int

  /// The number of bytes after the archive, such as a page that a server appended.
  let suffixSize: Int

  /// The number of bytes in which the record is searched, with those of zip64 before it.
  private static let searchedSize = 76 + 22 + 0xFFFF
  /// The same where the archive does not end at the end of the source.
  private static let widelySearchedSize = searchedSize + 1 << 20

  /// Finds the record whose comment ends at the end of `source`, or else before it. Programs take
  /// the first or the last of several, so these are rejected.
  init(of source: ByteSource) throws(FeedRejection) {
    var start = max(0, source.count - Self.searchedSize)
    var bytes = try source.part(from: start, count: source.count - start) ?? Buffer(count: 0).bytes
    var found = Self.positions(in: bytes) { $0 == bytes.count }
    if found.isEmpty {
      start = max(0, source.count - Self.widelySearchedSize)
      bytes = try source.part(from: start, count: source.count - start) ?? bytes
      let first = start
      for position in Self.positions(in: bytes, where: { $0 < bytes.count })
      where try Self.isRecord(at: position, of: bytes, from: first, in: source) {
        found.append(position)
      }
    }
    guard let position = found.first else {
      let isTruncated =
        try source.part(from: 0, count: 4)?.number(UInt32.self, at: 0) == 0x0403_4B50
      throw FeedRejection(
        isTruncated
          ? "the archive is cut short; download it again"
          : "it is not a zip archive; expected a zip with stops.txt and the other files of a feed")
    }
    guard found.count == 1 else {
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
    suffixSize = bytes.count - position - 22 - (uint16(20) ?? 0)
  }

  /// The positions of records, the last one first.
  /// - Parameter isEnd: Whether a record may end at a position.
  private static func positions(in bytes: Bytes, where isEnd: (Int) -> Bool) -> [Int] {
    var positions: [Int] = []
    var position = bytes.count - 22
    while position >= 0 {
      // One byte is compared first, because it differs at most positions.
      if bytes.memory[position] == 0x50, bytes.number(UInt32.self, at: position) == 0x0605_4B50,
        let comment = bytes.number(UInt16.self, at: position + 20),
        isEnd(position + 22 + comment)
      {
        positions.append(position)
      }
      position -= 1
    }
    return positions
  }

  /// Whether a directory, or the locator of zip64, precedes what looks like a record.
  /// - Parameter start: The position of `bytes` in `source`.
  private static func isRecord(
    at position: Int, of bytes: Bytes, from start: Int, in source: ByteSource
  ) throws(FeedRejection) -> Bool {
    guard let size = bytes.number(UInt32.self, at: position + 12), size < 0xFFFF_FFFF else {
      return bytes.number(UInt32.self, at: position - 20) == 0x0706_4B50
    }
    return try source.part(from: start + position - size, count: 4)?.number(UInt32.self, at: 0)
      == 0x0201_4B50
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
