/// The end of a zip archive, which says where its directory is.
struct EndRecord {
  /// Where the directory begins.
  let directory: Int
  let directorySize: Int
  /// How many members it lists.
  let entries: Int
  /// How far everything lies behind where the archive says, because something stands before it.
  let shift: Int

  /// Finds the record: the last one whose comment ends with the file.
  init(of bytes: Bytes) throws(Refusal) {
    guard let position = Self.position(in: bytes) else {
      let isCut = bytes.number(UInt32.self, at: 0) == 0x0403_4B50
      throw Refusal(
        isCut
          ? "the archive is cut short; download it again"
          : "it is not a zip archive; expected a zip with stops.txt and the other files of a feed")
    }
    func short(_ offset: Int) -> Int? { bytes.number(UInt16.self, at: position + offset) }
    func long(_ offset: Int) -> Int? { bytes.number(UInt32.self, at: position + offset) }
    guard short(4) == 0, short(6) == 0, let entries = short(10), let size = long(12),
      let start = long(16)
    else { throw Refusal("the archive is one part of several; join them first") }
    let isLarge = entries == 0xFFFF || size == 0xFFFF_FFFF || start == 0xFFFF_FFFF
    let large = isLarge ? try Self.largeRecord(before: position, in: bytes) : nil
    self.entries = large?.entries ?? entries
    directorySize = large?.size ?? size
    directory = (large?.position ?? position) - directorySize
    let (shift, overflows) = directory.subtractingReportingOverflow(large?.start ?? start)
    guard directory >= 0, shift >= 0, !overflows else { throw .damagedDirectory }
    self.shift = shift
  }

  private static func position(in bytes: Bytes) -> Int? {
    var position = bytes.count - 22
    while position >= max(0, bytes.count - 22 - 0xFFFF) {
      if bytes.number(UInt32.self, at: position) == 0x0605_4B50,
        bytes.number(UInt16.self, at: position + 20) == bytes.count - position - 22
      {
        return position
      }
      position -= 1
    }
    return nil
  }

  /// The zip64 record, which stands right before its locator; nil when there is no locator.
  private static func largeRecord(
    before end: Int, in bytes: Bytes
  ) throws(Refusal) -> (position: Int, entries: Int, size: Int, start: Int)? {
    guard bytes.number(UInt32.self, at: end - 20) == 0x0706_4B50 else { return nil }
    let position = end - 76
    guard bytes.number(UInt32.self, at: position) == 0x0606_4B50,
      let entries = bytes.number(UInt64.self, at: position + 32),
      let size = bytes.number(UInt64.self, at: position + 40), size <= position,
      let start = bytes.number(UInt64.self, at: position + 48)
    else { throw .damagedDirectory }
    return (position, entries, size, start)
  }
}
